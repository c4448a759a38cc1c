"""Lesson 7: the same computation in PyTorch, with the conventions of PyTorch."""
