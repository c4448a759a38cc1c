"""Lesson 2: why scores are scaled, and what softmax does with raw scores."""
