"""Lesson 7: the same computation in PyTorch, with PyTorch's conventions."""
