"""A client of Spotlog's aggregator over HTTP: enrols devices, sends what they report, searches.

    python3 http_client.py [--url URL] [--token-file FILE] [--devices N]
    python3 http_client.py --self-test

Each device engages with the same item and sends its words when it is asked for them: with as many
devices as the aggregator's threshold the item is public, and the search finds it. The layouts are
those of Journal/FORMAT.md; --self-test makes that page's examples anew and compares every byte.

Needs Python 3.9 and the package `cryptography`. It shows the bytes; it is not a device: it keeps no
journal, so what it has reported it cannot withdraw later.
"""

import argparse
import hashlib
import hmac
import json
import os
import pathlib
import re
import struct
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey, Ed25519PublicKey)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ENGAGED, CONTENT = 16, 17
SYNC = "application/vnd.spotlog.sync"
DAY = 86_400_000


def sha256(data):
    return hashlib.sha256(data).digest()


def public(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def text(value):
    data = value.encode()
    return struct.pack("<H", len(data)) + data


def block(data):
    return struct.pack("<I", len(data)) + data


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def sealed(message):
    """A request as it travels: it ends with the checksum of all before it."""
    return message + struct.pack("<I", crc32c(message))


class Item:
    """A public item: app, activity type, canonical URL, title, description, keywords, thumbnail."""

    def __init__(self, app, activity, url, title, description="", keywords=(), thumbnail=""):
        self.texts = [app, activity, url, title, description, thumbnail]
        self.keywords = sorted(set(keywords), key=str.encode)
        self.identity = text(app) + text(activity) + b"\0" + text(url)
        self.bytes = (
            self.identity + text(title) + text(description)
            + struct.pack("<H", len(self.keywords)) + b"".join(map(text, self.keywords))
            + text(thumbnail))
        self.content = sha256(b"spotlog content 1" + self.bytes)[:16]

    def tag(self, salt):
        return hmac.digest(salt, self.identity, "sha256")[:16]


MUSEUM_ITEM = Item(
    "com.example.museum", "com.example.museum.viewArtwork", "https://museum.example/artworks/1",
    "Water Lilies", "Oil on canvas, 1906", ["Monet", "nymphéas"])


class Report:
    """An entry of a shared journal: its payload, and its columns when it is alone in a batch."""

    def __init__(self, kind, day, payload, repeating, opaque):
        self.kind, self.day, self.payload = kind, day, payload
        self.repeating, self.opaque = repeating, opaque

    @staticmethod
    def engaged(day, tag, content, origin):
        payload = b"\1\0" + tag + content + origin
        repeating = struct.pack("<HHBBiBHH", 1, 1, ENGAGED, 0, day, 1, 0, 0)
        return Report(ENGAGED, day, payload, repeating, tag + content + origin)

    @staticmethod
    def content(day, item, salt):
        repeating = struct.pack("<HHBiB", 0, 0, CONTENT, day, 0)
        # Each text says how much of the one before it repeats; there is none before.
        repeating += b"".join(b"\0" + value.encode() + b"\xff" for value in item.texts)
        repeating += b"".join(word.encode() + b"\xfe" for word in item.keywords) + b"\xff"
        return Report(CONTENT, day, salt + item.bytes, repeating, salt)

    def digest(self, number, previous):
        header = struct.pack(
            "<QqIBBBB", number, self.day * DAY, len(self.payload), self.kind, 0, 1, 0)
        return sha256(previous + header + sha256(self.payload))


def enrol_message(lineage, key, attestation):
    return b"spotlog enrol 1" + public(lineage) + public(key) + attestation


def enrol_request(lineage, key, attestation):
    """An enrolment of the device whose lineage has a key, which it keeps for its next epochs."""
    message = enrol_message(lineage, key, attestation)
    return sealed(
        b"\1\1" + public(lineage) + public(key) + block(attestation) + lineage.sign(message)
        + key.sign(message))


def append_request(batch):
    return sealed(b"\3\1" + batch)


def deployment_message(life, threshold, salt):
    return b"spotlog deployment 1" + life + struct.pack("<I", threshold) + salt


def deployment_salt(deployment):
    """The salt of a deployment's document, which its first key has to have signed."""
    salt = bytes.fromhex(deployment["tagSalt"])
    message = deployment_message(
        bytes.fromhex(deployment["cloudLife"]), deployment["threshold"], salt)
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(deployment["keys"][0]))
    try:
        key.verify(bytes.fromhex(deployment["signature"]), message)
    except InvalidSignature:
        raise SystemExit("The deployment is not what its key signed: ask its operator.") from None
    return salt


def genesis(lineage, epoch):
    return sha256(b"spotlog journal" + b"\1\2" + epoch + lineage + bytes(56))


def batch_message(lineage, epoch, number, previous, digest):
    return (
        b"spotlog batch 1" + lineage + epoch + struct.pack("<QH", number, 1) + previous + digest)


def batch(key, lineage, epoch, number, previous, report):
    """A batch of one entry, with its repeating part stored as it is."""
    size = len(report.repeating)
    message = batch_message(
        lineage, epoch, number, previous, report.digest(number, previous))
    body = report.repeating + report.opaque
    return (
        b"SLB\1\0\1" + lineage + epoch + struct.pack("<QH", number, 1) + previous
        + struct.pack("<III", size, size, crc32c(body)) + key.sign(message) + body)


class Answer:
    """Reads an answer's bytes in their order."""

    def __init__(self, data):
        if sealed(data[:-4]) != data:
            raise SystemExit("The answer is not what its checksum says: send the request again.")
        self.whole, self.data = data, data[:-4]
        self.kind, version = self.take("<BB")
        if version != 1:
            raise SystemExit(f"The answer has version {version}: a newer client reads it.")

    def take(self, layout):
        size = struct.calcsize(layout)
        part, self.data = self.data[:size], self.data[size:]
        return struct.unpack(layout, part)

    def block(self):
        return self.take(f"<{self.take('<I')[0]}s")[0]

    def grant(self, cloud_keys):
        """Lineage and epoch of *enrolled*."""
        grant = self.signed(b"SLG\1", cloud_keys)
        return grant[12:28], grant[28:44]

    def receipt(self, cloud_keys, request):
        """Numbers of the first and the last entry, and the contents that are wanted: none, where
        the cloud did not sign the answer to this request."""
        receipt = self.signed(b"SLR\1", cloud_keys)
        self.take("<16x8x8x20x")
        wanted = [self.take("<x16s16s") for _ in range(self.take("<H")[0])]
        wanted = wanted if self.is_signed(cloud_keys, request) else []
        return struct.unpack("<QQ", receipt[44:60]), wanted

    def is_signed(self, cloud_keys, request):
        """Whether the answer ends with a signature over it and over the request."""
        signature = self.block()
        key = next((key for key in cloud_keys if sha256(key)[:8] == signature[:8]), None)
        if key is None:
            return False
        unsigned = sealed(self.whole[:-4 - 4 - len(signature)] + block(b""))
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(
                signature[8:], b"spotlog answer 1" + sha256(request) + unsigned)
        except InvalidSignature:
            return False
        return True

    def signed(self, magic, cloud_keys):
        data = self.block()
        key = next((key for key in cloud_keys if sha256(key)[:8] == data[4:12]), None)
        if data[:4] != magic or key is None:
            raise SystemExit("The answer is not signed by a key of this cloud.")
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(data[-64:], data[:-64])
        except InvalidSignature:
            raise SystemExit("The signature of the answer is wrong.") from None
        return data


class Client:
    def __init__(self, url):
        self.url = url.rstrip("/")

    def get(self, path, **query):
        query = "?" + urllib.parse.urlencode(query) if query else ""
        return json.loads(self.send(self.url + path + query))

    def post(self, path, body):
        return Answer(self.send(self.url + path, body))

    def send(self, url, body=None, attempts=5):
        request = urllib.request.Request(
            url, body, {"Content-Type": SYNC} if body is not None else {})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            problem = {}
            if error.headers.get_content_type() == "application/problem+json":
                problem = json.load(error)
            # What was refused changed nothing, so the same bytes may be sent again.
            if error.code in (408, 429, 500, 502, 503, 504) and attempts > 1:
                time.sleep(problem.get("retryAfterMilliseconds", 1_000) / 1_000)
                return self.send(url, body, attempts - 1)
            raise SystemExit(f"{error.code}: {problem.get('detail', error.reason)}") from None


class Device:
    """A device of one run: enrolled, with its place in its journal."""

    def __init__(self, client, cloud_keys, attestation):
        self.client, self.cloud_keys = client, cloud_keys
        self.key, lineage_key = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
        request = enrol_request(lineage_key, self.key, attestation)
        self.lineage, self.epoch = client.post("/v1/enrol", request).grant(cloud_keys)
        self.number, self.head = 0, genesis(self.lineage, self.epoch)

    def report(self, report):
        """Sends one report; returns the contents that the cloud wants."""
        data = batch(self.key, self.lineage, self.epoch, self.number + 1, self.head, report)
        request = append_request(data)
        answer = self.client.post("/v1/append", request)
        if answer.kind != 3:
            raise SystemExit("The cloud has this device's journal otherwise.")
        _, wanted = answer.receipt(self.cloud_keys, request)
        self.head = report.digest(self.number + 1, self.head)
        self.number += 1
        return wanted


def run(arguments):
    client, item, token = Client(arguments.url), MUSEUM_ITEM, b""
    if arguments.token_file:
        # Not of an argument, which everybody on the machine can read.
        with open(arguments.token_file, "rb") as file:
            token = file.read().strip()
    deployment = client.get("/v1/deployment")
    # Believed as they are found: who was given a key compares it here.
    cloud_keys = [bytes.fromhex(key) for key in deployment["keys"]]
    tag = item.tag(deployment_salt(deployment))
    day = int(time.time()) // 86_400
    print(f"tag {1:02x}{tag.hex()}, public where {deployment['threshold']} devices endorse")
    for _ in range(arguments.devices):
        device = Device(client, cloud_keys, token)
        wanted = device.report(Report.engaged(day, tag, item.content, os.urandom(8)))
        if (tag, item.content) in wanted:
            device.report(Report.content(day, item, os.urandom(16)))
        noun = "entry" if device.number == 1 else "entries"
        print(f"device {device.lineage.hex()}: {device.number} {noun} received")
    for found in client.get("/v1/search", q="water lil")["items"]:
        print(f"found {found['title']}: {found['events']} engagements, {found['key']}")


def self_test():
    """Makes the examples of FORMAT.md anew."""
    page = pathlib.Path(__file__).resolve().parents[2] / "Journal" / "FORMAT.md"
    examples = {}
    for name, lines in re.findall(r"```hex (\S+)\n(.*?)```", page.read_text(), re.DOTALL):
        examples[name] = bytes.fromhex(re.sub(r"#.*", "", lines))
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    cloud_key = public(Ed25519PrivateKey.from_private_bytes(b"\x43" * 32))
    seed = hmac.digest(bytes(range(32)), b"spotlog lineage key 1", "sha256")
    lineage_key = Ed25519PrivateKey.from_private_bytes(seed)
    origin = bytes.fromhex("0123456789abcdef")
    lineage, epoch = bytes(range(0, 256, 17)), bytes(range(1, 17))
    attestation = b"an example's token"
    item = Item(
        "com.example.museum", "com.example.museum.viewArtwork",
        "https://museum.example/artworks/1", "Water Lilies", "Oil on canvas, 1906",
        ["nymphéas", "Monet"], "https://museum.example/thumbs/1.jpg")
    tag, start = item.tag(b"an example's salt"), genesis(lineage, epoch)
    engaged = Report.engaged(20_454, tag, item.content, origin)
    life = bytes(range(0xC0, 0xD0))
    made = {
        "deployment-message": deployment_message(life, 3, b"an example's salt"),
        "enrol-message": enrol_message(lineage_key, key, attestation),
        "request-enrol": enrol_request(lineage_key, key, attestation),
        "public-item": item.bytes,
        "tag-message": item.identity,
        "report-engaged": engaged.payload,
        "report-content": Report.content(0, item, bytes(range(0x50, 0x60))).payload,
        "batch-message": batch_message(
            lineage, epoch, 1, start, engaged.digest(1, start)),
        "batch-stored": batch(key, lineage, epoch, 1, start, engaged),
        "request-append": sealed(examples["request-append"][:-4]),
    }
    wrong = [name for name in made if made[name] != examples[name]]
    if Answer(examples["answer-enrolled"]).grant([cloud_key]) != (lineage, epoch):
        wrong.append("answer-enrolled")
    wanted = [(tag, item.content)]
    request, answer = examples["request-append"], examples["answer-received"]
    if Answer(answer).receipt([cloud_key], request) != ((1, 4), wanted):
        wrong.append("answer-received")
    print(f"{len(made) + 2} examples, wrong: {', '.join(wrong) or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A client of Spotlog's aggregator over HTTP.")
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--token-file", help="holds what the aggregator asks of who enrols")
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    sys.exit(self_test() if arguments.self_test else run(arguments))
