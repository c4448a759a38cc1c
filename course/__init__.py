"""What the lessons run and draw: views, the pictures of single lessons, models and a clinic."""
