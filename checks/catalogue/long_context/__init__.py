"""Lesson 11: attention over long texts, with a cache and block by block."""
