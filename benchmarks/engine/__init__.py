"""What the engine costs: turns, games, memory, calls, the page."""
