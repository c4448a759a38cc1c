"""Lesson 5: several heads side by side."""
