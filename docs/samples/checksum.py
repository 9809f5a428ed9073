"""Ends a message of the conversation with its checksum, as Journal/FORMAT.md has it.

    python3 checksum.py < MESSAGE > REQUEST
"""

import sys

from http_client import sealed

sys.stdout.buffer.write(sealed(sys.stdin.buffer.read()))
