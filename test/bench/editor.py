"""Measures how soon `seedc lsp` answers an edit in a program of many requests over generated data.

    editor.py [--items N] [--reviews N] [--requests N] [--edits N]

Each edit changes one condition of one request. After it the client asks for what editors ask for, and waits for it: completion and hover
at the cursor, the diagnostics of the new version with the warnings that need no data, and the counts of the lines that are seen. Some edits
follow while heavier work runs.
"""
import argparse
import json
import os
import queue
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build", "release", "bin")
SAMPLE = os.path.join(ROOT, "examples", "cafes", "requests.req")
URI = "file:///bench/many.req"
SECONDS = 120
AIM_MS = 50
SEEN_LINES = 40
WHAT = ("completion", "hover", "diagnostics", "counts", "lenses")


class Server:
    def __init__(self, data):
        self.process = subprocess.Popen([os.path.join(BIN, "seedc"), "lsp", "--data", data], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.ids = 0
        threading.Thread(target=self.receive, daemon=True).start()

    def receive(self):
        out = self.process.stdout
        while line := out.readline():
            out.readline()
            self.messages.put((time.perf_counter(), json.loads(out.read(int(line.split(b":")[1])))))

    def send(self, method, params, is_request=False):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.ids += 1
            message["id"] = self.ids
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()
        return self.ids

    def ask(self, method, params):
        return self.send(method, {"textDocument": {"uri": URI}, **params}, is_request=True)

    def wait_for(self, wanted):
        """When each of what is wanted came: ids of requests, `version N` of diagnostics."""
        came = {}
        while len(came) < len(wanted):
            when, message = self.messages.get(timeout=SECONDS)
            key = message.get("id") if "result" in message or "error" in message else None
            if message.get("method") == "textDocument/publishDiagnostics":
                key = f"version {message['params'].get('version')}"
            if key in wanted:
                if "error" in message:
                    sys.exit(f"refused: {message['error']}")
                came[key] = when
        return came


def program(count, pick):
    """The definitions of the sample, and so many requests of their names."""
    lines = open(SAMPLE, encoding="utf-8").read().splitlines()
    names = [match[1] for line in lines if (match := re.match(r"let (\w+)", line))]
    begin = next(i for i, line in enumerate(lines) if line.startswith("request "))
    text = lines[:begin]
    rows = []
    for number in range(count):
        a, b, c, d = pick.sample(names, 4)
        rows.append(len(text))
        text.append(f"request Q{number} {{ where: AND({a}, OR({b}, NOT({c})), {d}) }}")
    return text, rows, names


def changed(line, pick, names):
    """An edit of one name in a line: its range, and what is written."""
    found = pick.choice(list(re.finditer(r"\b[a-z]\w+\b(?=[,)])", line)))
    return found.start(), found.end(), pick.choice(names)


class Session:
    def __init__(self, options, data):
        self.pick = random.Random(1)
        self.lines, self.rows, self.names = program(options.requests, self.pick)
        self.server = Server(data)
        self.version = 1

    def open(self):
        initialize = self.server.send("initialize", {"capabilities": {"textDocument": {"codeLens": {}}}}, is_request=True)
        self.server.wait_for({initialize})
        begin = time.perf_counter()
        document = {"uri": URI, "languageId": "seedc", "version": 1, "text": "\n".join(self.lines)}
        self.server.send("textDocument/didOpen", {"textDocument": document})
        hints = self.ask_hints(self.rows[0])
        came = self.server.wait_for({"version 1", hints})
        warnings = self.server.wait_for({"version 1"})
        return [came["version 1"] - begin, came[hints] - begin, warnings["version 1"] - begin]

    def ask_hints(self, row):
        return self.server.ask("textDocument/inlayHint", {"range": self.seen(row)})

    @staticmethod
    def seen(row):
        return {"start": {"line": row, "character": 0}, "end": {"line": row + SEEN_LINES, "character": 0}}

    def edit(self):
        """The milliseconds until each of `WHAT` is there."""
        row = self.pick.choice(self.rows)
        start, end, name = changed(self.lines[row], self.pick, self.names)
        self.lines[row] = self.lines[row][:start] + name + self.lines[row][end:]
        self.version += 1
        where = {"start": {"line": row, "character": start}, "end": {"line": row, "character": end}}
        change = {"textDocument": {"uri": URI, "version": self.version}, "contentChanges": [{"range": where, "text": name}]}
        begin = time.perf_counter()
        self.server.send("textDocument/didChange", change)
        completion = self.server.ask("textDocument/completion", {"position": {"line": row, "character": start + 2}})
        hover = self.server.ask("textDocument/hover", {"position": {"line": row, "character": start + 2}})
        hints = self.ask_hints(row)
        lenses = self.server.ask("textDocument/codeLens", {})
        self.server.ask("textDocument/semanticTokens/range", {"range": self.seen(row)})
        version = f"version {self.version}"
        came = self.server.wait_for({completion, hover, version, hints, lenses})
        return [1000 * (came[key] - begin) for key in (completion, hover, version, hints, lenses)]

    def edit_during_work(self):
        """An edit while a command runs for the text before it."""
        row = self.pick.choice(self.rows)
        request = re.match(r"request (\w+)", self.lines[row])[1]
        arguments = [{"textDocument": {"uri": URI}, "request": request}]
        self.server.send("workspace/executeCommand", {"command": "seedc.explain", "arguments": arguments}, is_request=True)
        time.sleep(0.02)
        return self.edit()


def line_of(title, times):
    least, most = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    mark = "ok" if most <= AIM_MS else "SLOW"
    return f"  {title:34} median {least:6.1f} ms, 95 of 100 within {most:6.1f} ms  {mark}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--reviews", type=int, default=250_000)
    parser.add_argument("--requests", type=int, default=1_000)
    parser.add_argument("--edits", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        generate = [os.path.join(BIN, "seedc-gen"), "--items", str(options.items), "--reviews", str(options.reviews), "-o", data]
        subprocess.run(generate, check=True, stderr=subprocess.DEVNULL)
        session = Session(options, data)
        first = session.open()
        print(f"seedc lsp, {options.requests} requests over {options.items} items and {options.reviews} reviews, aim {AIM_MS} ms:")
        print(f"  opened: diagnostics after {first[0]:.2f} s, counts after {first[1]:.2f} s, warnings after {first[2]:.2f} s")
        for title, act in (("", session.edit), (" during a command", session.edit_during_work)):
            times = list(zip(*(act() for _ in range(options.edits))))
            for what, each in zip(WHAT, times):
                print(line_of(what + title, each))
        session.server.process.kill()


if __name__ == "__main__":
    main()
