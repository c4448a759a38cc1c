"""What answers are tried on: functions, layers and weights that several tasks hand to them."""
