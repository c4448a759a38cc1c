"""Lesson 12: bugs that were published, and probes that find them."""
