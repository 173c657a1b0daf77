"""`python -m mmagents` is `mmagents`."""

from mmagents.cli import main

main()
