"""For all tests: the same examples in every run, so that a failure can be had again."""

from hypothesis import settings

settings.register_profile("project", derandomize=True, deadline=None)
settings.load_profile("project")
