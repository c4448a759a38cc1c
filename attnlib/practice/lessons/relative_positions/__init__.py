"""Lesson 10: position inside the score, by turning and by a bias."""
