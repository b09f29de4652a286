"""How hypothesis is run: the same examples every time in `make test`, many new ones in a soak."""

from hypothesis import settings

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile("quick")
