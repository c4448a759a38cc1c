"""Bug hunts: one wrong line in a right function, and a memory of mistakes."""
