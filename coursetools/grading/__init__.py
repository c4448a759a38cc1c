"""Grade a class: sandboxes run the answers, and an examiner judges them."""
