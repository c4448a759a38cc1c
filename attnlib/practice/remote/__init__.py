"""What crosses into the sandbox and back: the examiner, the candidate, and their JSON."""
