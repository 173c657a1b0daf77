from mmagents.floor.situation import silences


def test_silence_is_counted_from_the_last_turn_back() -> None:
    speakers = ("ada", "ben", "ada", "guest", "cyd")
    seats = ("ada", "ben", "cyd", "dov")
    assert silences(speakers, seats) == {"ada": 2, "ben": 3, "cyd": 0, "dov": 5}
    assert silences([], seats) == dict.fromkeys(seats, 0)
