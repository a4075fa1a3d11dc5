"""``python -m ratskeller`` is the command ``ratskeller``."""

import sys

from ratskeller.cli import main

sys.exit(main())
