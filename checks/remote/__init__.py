"""Check an answer across a process boundary: the examiner, the candidate, and their JSON."""
