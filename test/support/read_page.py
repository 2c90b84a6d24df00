"""Reads a page of `seedc report`, and prints a part of it: read_page.py FILE PART.

    core, left-out    the data, as JSON on one line
    details           its lines, decompressed
    policy            checks that the content security policy has the hashes of the script and the style, and that nothing else runs
"""
import base64
import gzip
import hashlib
import html
import json
import re
import sys


def element(page, name):
    return re.search(rf'<script id="{name}" type="[a-z/]+"( data-gzip)?>(.*?)</script>', page, re.DOTALL)


def data(page, name):
    is_compressed, text = element(page, name).groups()
    return gzip.decompress(base64.b64decode(text)).decode() if is_compressed else text


def hash_of(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def check_policy(page):
    policy = html.unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    wanted = (
        f"default-src 'none'; script-src '{hash_of(scripts[0])}'; style-src '{hash_of(styles[0])}'; base-uri 'none'; form-action 'none'"
    )
    assert len(scripts) == len(styles) == 1, (len(scripts), len(styles))
    assert policy == wanted, (policy, wanted)
    assert len(re.findall(r"<script\b", page)) == 4, "there are other scripts"
    for tag in re.findall(r"<[a-z][^<>]*>", re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)):
        assert not re.search(r"\s(?:src|style|on\w+)=", tag), tag
    return "the policy has the hashes"


def main(file, part):
    with open(file, encoding="utf-8", newline="") as stream:
        page = stream.read()
    if part == "policy":
        print(check_policy(page))
    elif part == "details":
        print(data(page, part), end="")
    else:
        print(json.dumps(json.loads(data(page, part)), ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
