"""Who speaks next among people, and how often a strategy would have said so."""
