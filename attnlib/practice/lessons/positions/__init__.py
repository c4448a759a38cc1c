"""Lesson 6: attention and the order of its rows."""
