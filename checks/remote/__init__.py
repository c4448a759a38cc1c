"""Check an answer in another process: the examiner, the candidate."""
