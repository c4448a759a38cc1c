"""Lesson 1: dot products, cosines, and a soft lookup."""
