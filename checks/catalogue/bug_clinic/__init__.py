"""Lesson 12: published bugs, and probes that find them."""
