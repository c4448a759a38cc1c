"""Lesson 8: the block, and what each of its parts does."""
