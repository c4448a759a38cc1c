"""Lesson 6: attention and the order of the tokens."""
