"""Lesson 10: position inside the score, by rotation and by a bias."""
