"""Writes what an envelope of DSSE signs, by its specification, and its first signature, for other tools to verify.

    signed_bytes.py ENVELOPE SIGNED SIGNATURE
"""
import base64
import json
import pathlib
import sys


def main(envelope, signed, signature):
    envelope = json.loads(pathlib.Path(envelope).read_text(encoding="utf-8"))
    kind, payload = envelope["payloadType"].encode(), base64.b64decode(envelope["payload"])
    pathlib.Path(signed).write_bytes(b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload))
    pathlib.Path(signature).write_bytes(base64.b64decode(envelope["signatures"][0]["sig"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
