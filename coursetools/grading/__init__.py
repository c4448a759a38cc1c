"""Grade a class: answers run in sandboxes, an examiner judges them, a worker pool shares the work."""
