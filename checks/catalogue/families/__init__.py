"""Steps and mistakes that several tasks share."""
