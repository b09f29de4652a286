"""The folders of this product among a user's own."""

import os
from pathlib import Path


def user_folder(variable: str, standard: str, usual: str) -> Path:
    """A folder of the user's: the one that our variable names, else the base directories' one.

    Args:
        variable: ours, which names the folder itself.
        standard: the base directory specification's, which names the folder that it is in.
        usual: the folder that it is in where neither is set, from the user's home.
    """
    given = os.environ.get(variable)
    if given:
        return Path(given).expanduser().absolute()
    above = os.environ.get(standard, "")
    if not os.path.isabs(above):  # as the base directory specification wants it
        above = os.path.expanduser(usual)
    return Path(above, "conquian")
