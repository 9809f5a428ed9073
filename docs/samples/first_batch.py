"""Makes the first batch of a device that enrolled with another client, and sends nothing.

    python3 first_batch.py KEY.pem ENROLLED FILE [--url URL]

KEY.pem is the device's key, and ENROLLED what the aggregator answered to its enrolment. FILE is
then the whole body of a POST to /v1/append, for curl or any client. It holds one engagement with
the item of http_client.py, which stands beside this and makes the bytes.
"""

import argparse
import os
import pathlib
import time

from cryptography.hazmat.primitives.serialization import load_pem_private_key

from http_client import (
    MUSEUM_ITEM, Answer, Client, Report, append_request, batch, deployment_salt, genesis)


def first_batch(key, lineage, epoch, tag_salt):
    """One engagement of today, as the first entry of the device's journal."""
    day, tag = int(time.time()) // 86_400, MUSEUM_ITEM.tag(tag_salt)
    report = Report.engaged(day, tag, MUSEUM_ITEM.content, os.urandom(8))
    return append_request(batch(key, lineage, epoch, 1, genesis(lineage, epoch), report))


def main():
    parser = argparse.ArgumentParser(description="Writes a device's first batch into a file.")
    parser.add_argument("key", type=pathlib.Path, metavar="KEY.pem")
    parser.add_argument("enrolled", type=pathlib.Path, metavar="ENROLLED")
    parser.add_argument("file", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    arguments = parser.parse_args()
    deployment = Client(arguments.url).get("/v1/deployment")
    cloud_keys = [bytes.fromhex(key) for key in deployment["keys"]]
    lineage, epoch = Answer(arguments.enrolled.read_bytes()).grant(cloud_keys)
    key = load_pem_private_key(arguments.key.read_bytes(), None)
    request = first_batch(key, lineage, epoch, deployment_salt(deployment))
    arguments.file.write_bytes(request)
    print(f"device {lineage.hex()}: {len(request)} bytes to send, one engagement")


if __name__ == "__main__":
    main()
