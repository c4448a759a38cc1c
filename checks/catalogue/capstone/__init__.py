"""The capstone: a small language model, assembled from the parts built in all lessons."""
