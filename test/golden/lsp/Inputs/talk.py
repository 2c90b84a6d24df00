"""Sends the messages of a script to `seedc lsp`, and prints what it answers.

usage: talk.py SCRIPT [OPTION…]

A script has messages in JSON, separated by lines of `---`; lines that begin with `#` are left out. `%SCRIPT_DIR%` is the folder of the
script, and a `textDocument` of `didOpen` without `text` gets that of the file of its URI. Each answer is a line; the last line is the exit
status."""
import json
import os
import re
import subprocess
import sys
import urllib.parse


def messages(path):
    text = open(path, encoding="utf-8").read()
    text = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    for name, value in os.environ.items():
        text = text.replace("%{" + name + "}", value)
    for part in re.split(r"^---$", text, flags=re.MULTILINE):
        if part.strip():
            yield part.strip()


def with_text(part):
    message = json.loads(part)
    if message.get("method") == "textDocument/didOpen":
        document = message["params"]["textDocument"]
        if "text" not in document:
            document["text"] = open(urllib.parse.urlparse(document["uri"]).path, encoding="utf-8").read()
    # Halves of surrogate pairs are sent as escapes.
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", json.dumps(message, ensure_ascii=False)).encode()


def answers(out):
    while out:
        head, out = out.split(b"\r\n\r\n", 1)
        length = int(head.split(b":")[1])
        yield json.loads(out[:length])
        out = out[length:]


def main():
    script, *options = sys.argv[1:]
    sent = b""
    for part in messages(script):
        body = with_text(part)
        sent += b"Content-Length: %d\r\n\r\n" % len(body) + body
    done = subprocess.run(["seedc", "lsp", "--in-order", *options], input=sent, stdout=subprocess.PIPE, check=False)
    for answer in answers(done.stdout):
        answer.pop("jsonrpc")
        print(json.dumps(answer, ensure_ascii=False))
    print("status", done.returncode)


main()
