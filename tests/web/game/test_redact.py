"""What an error says on a page: neither a folder of this machine nor a key."""

import pytest

from mmagents.showing.redact import redacted


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The game in /home/ada/games/one is being played.", "The game in one is being played."),
        (r"No game in C:\Users\ada\one.", "No game in one."),
        ("Server http://127.0.0.1:8000/v1 said 401.", "Server http://127.0.0.1:8000/v1 said 401."),
        ("Bad key sk-live-1234567890 given", "Bad key … given"),
        ("hunter2hunter2 was refused", "… was refused"),
        ("yes/no and 3/4 stay", "yes/no and 3/4 stay"),
    ],
)
def test_folders_and_keys_are_cut_out(said, shown):
    assert redacted(said, {"OPENAI_API_KEY": "hunter2hunter2", "HOME": "/home/ada"}) == shown
