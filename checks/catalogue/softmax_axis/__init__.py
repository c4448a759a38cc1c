"""Lesson 3: softmax, and the axis along which it shares out a weight of 1."""
