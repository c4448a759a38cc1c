"""The capstone: a small language model, assembled from what all lessons have built."""
