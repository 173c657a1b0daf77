"""A group chat as a LangGraph graph: the cycle of a turn over agents of anybody's own."""
