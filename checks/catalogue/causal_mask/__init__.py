"""Lesson 4: which token may see which."""
