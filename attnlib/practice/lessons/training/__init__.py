"""Lesson 9: the loss, the gradients behind it, and the bugs that it does not show."""
