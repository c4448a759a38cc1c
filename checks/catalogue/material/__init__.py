"""What answers are tried on: functions, layers and weights."""
