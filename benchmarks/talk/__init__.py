"""How offline talk and its floor come out."""
