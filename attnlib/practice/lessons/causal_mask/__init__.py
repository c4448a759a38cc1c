"""Lesson 4: who may see whom."""
