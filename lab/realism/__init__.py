"""The yardstick: how a conversation takes turns, held against recorded talk of people."""
