"""Lesson 9: the loss, the gradients behind it, and bugs that the loss does not show."""
