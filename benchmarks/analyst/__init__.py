"""How well talk is read: who is asked what, and which facts are told."""
