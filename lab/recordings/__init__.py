"""Talk recorded elsewhere: read from the formats of analysts and chats, and written to them."""
