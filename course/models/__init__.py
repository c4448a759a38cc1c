"""Models that the lessons read, train or load, and what was recorded of them.

- `course.models.learning`: gradients, training, small models, and the weights that come with the course
- `course.models.real`: two published models, and what was recorded of them
- `course.models.gpt2`: GPT-2 as plain arrays, computed with the functions of `attnlib`
- `course.models.riddle`: two layers written by hand that find out who was tired, and what was soft
- `course.models.torch_bridge`: the same computation in PyTorch
- `course.models.recorded`: stored results of PyTorch, for readers who have not installed it
"""
