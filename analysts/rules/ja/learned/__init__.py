"""A small model learned from labelled Japanese talk, which settles what the rules only propose."""
