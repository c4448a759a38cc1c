"""Answers to `llama_attention(x)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought.
Write at least eight right ones, in different styles, and eight wrong ones. Ask somebody to write them who
has not read the task's mistakes."""


# %% right: TODO the style
def llama_attention(x):
    return x * 1


# %% wrong: todo-a-slug | TODO what the student thought
def llama_attention(x):
    return x + x


# %% unnamed: TODO wrong in a way that has no name
def llama_attention(x):
    return x**3
