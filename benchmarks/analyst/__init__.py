"""How well the rules analyst reads talk."""
