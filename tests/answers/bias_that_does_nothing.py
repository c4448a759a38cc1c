"""Answers to `bias_that_does_nothing()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought.
Write at least eight right ones, in different styles, and eight wrong ones. Ask somebody to write them who
has not read the task's mistakes."""


# %% right: TODO the style
def bias_that_does_nothing():
    return [1, 2]


# %% wrong: todo-a-slug | TODO what the student thought
def bias_that_does_nothing():
    return [1, 4]


# %% unnamed: TODO wrong in a way that has no name
def bias_that_does_nothing():
    return [2, 1]
