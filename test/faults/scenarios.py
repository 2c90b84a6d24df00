"""The commands whose calls are made to fail: the input files, the command, and its output files."""
import contextlib
import dataclasses
import itertools
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "support"))

from with_chat_server import chat_server, environment  # noqa: E402

DATA = ROOT / "test" / "golden" / "Inputs" / "data"
# What caches and stores keep; how much of it depends on when a command ended.
KEPT = re.compile(r"cache/seedc/answers\.sqlite(-wal|-shm|-journal)?")
BEGINNING_OF_SNAPSHOT = b"SEEDCSN\n"
OFFSET_OF_ITS_SIZE = 16

REQUESTS = """let cozy = review_text("cozy")
let free_wifi = item_meta(attributes.WiFi, true: "free")
R1: AND(cozy, free_wifi)
R2: OR(NOT(cozy), review_text("\\\\b(?=staff)"))
"""
UNTIDY = """R1:AND( review_text("cozy"),review_text('staff') )\n"""
MENDABLE = """live = item_meta(attributes.Music, contains: "'live': True")\nand(live, review_text("cozy"))\n"""
FORMULA = {
    "task_name": "visits",
    "filter": {"keywords": ["coffee", "staff"]},
    "compute": [{"name": "N", "op": "count"}, {"name": "S", "op": "sum", "expr": "meta.stars"}],
    "output": ["N", "S"],
}
EXTRACTION = {
    **FORMULA,
    "extract": {"fields": [{"name": "lapse", "type": "enum", "values": ["none", "bad"], "quote": True}]},
    "compute": [{"name": "BAD", "op": "count", "where": {"extraction.lapse": "bad"}}],
    "output": ["BAD"],
}

SENSITIVE = {
    "task_name": "lapses",
    "extract": {"fields": [{"name": "lapse", "type": "enum", "values": ["none", "bad"]}]},
    "compute": [{"name": "N", "op": "count", "where": {"extraction.lapse": "bad"}}],
    "output": ["N"],
}
SENSITIVE_ROWS = b"".join(b'{"review_id": "r%d", "lapse": "bad"}\n' % number for number in range(1, 8))


@dataclasses.dataclass
class Scenario:
    name: str
    command: list
    files: dict = dataclasses.field(default_factory=dict)  # in the folder, beforehand
    outputs: list = dataclasses.field(default_factory=list)
    stdin: bytes = b""
    status: int = 0
    environment: dict = dataclasses.field(default_factory=dict)
    is_server: bool = False  # it tells of errors in what it answers, and goes on
    varying: bytes = b""  # a pattern of what differs from run to run in a file

    def steady(self, content):
        """A file's content without what differs from run to run; a snapshot up to where its header says that it ends."""
        if content.startswith(BEGINNING_OF_SNAPSHOT):
            content = content[: struct.unpack_from("<Q", content, OFFSET_OF_ITS_SIZE)[0]]
        return re.sub(self.varying, b"", content) if self.varying else content

    @property
    def writes(self):
        """Whether it matters when it is killed."""
        return bool(self.outputs)

    @staticmethod
    def may_appear(name):
        return KEPT.fullmatch(name) is not None


def output_of(*command, **options):
    return subprocess.run(["seedc", *map(str, command)], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options).stdout


def snapshot_of(data, *options):
    with tempfile.TemporaryDirectory() as folder:
        output_of("snapshot", *options, data, "-o", f"{folder}/snapshot")
        return pathlib.Path(folder, "snapshot").read_bytes()


def snapshot_before(data):
    """Of the data before its last reviews were written."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(data, folder, dirs_exist_ok=True)
        reviews = pathlib.Path(folder, "reviews.jsonl")
        reviews.write_bytes(b"".join(reviews.read_bytes().splitlines(keepends=True)[:-3]))
        return snapshot_of(folder)


def bundle():
    script = ROOT / "test" / "support" / "bundle.py"
    return subprocess.run([sys.executable, script, DATA], check=True, stdout=subprocess.PIPE).stdout


def runs():
    data, json_formula = str(DATA), json.dumps(FORMULA).encode()
    files = {"p.req": REQUESTS.encode(), "f.json": json_formula}
    run = ["run", "p.req", "f.json", "--data"]
    with_snapshot = {**files, "d.snapshot": snapshot_of(DATA)}
    jit = ["--backend", "jit"]
    yield Scenario("run", [*run, data, "--backend", "interp"], files)
    yield Scenario("run_snapshot", [*run, "d.snapshot", "--backend", "interp"], with_snapshot)
    compressed = {**files, "d.snapshot": snapshot_of(DATA, "--compress", "--no-word-index")}
    yield Scenario("run_compressed", [*run, "d.snapshot", "--backend", "interp"], compressed)
    yield Scenario("run_jit", [*run, data, *jit], files)
    yield Scenario("run_jit_snapshot", [*run, "d.snapshot", *jit], with_snapshot)
    yield Scenario("run_stream", [*run, "-", "--backend", "interp"], files, stdin=bundle())


def writers():
    data = str(DATA)
    requests = {"p.req": REQUESTS.encode()}
    old = {"out": b"old\n"}
    yield Scenario("snapshot", ["snapshot", data, "-o", "out"], {"out": snapshot_of(ROOT / "examples" / "cafes")}, ["out"])
    yield Scenario("snapshot_compressed", ["snapshot", "--compress", data, "-o", "out"], {"out": snapshot_of(ROOT / "examples" / "cafes")}, ["out"])
    yield Scenario("snapshot_update", ["snapshot", "--update", data, "-o", "out"], {"out": snapshot_before(DATA)}, ["out"])
    yield Scenario("emit", ["emit", "p.req", "--stage", "plan", "-o", "out"], {**requests, **old}, ["out"])
    yield Scenario("convert", ["convert", "p.req", "-o", "out"], {**requests, **old}, ["out"])
    yield Scenario("fmt", ["fmt", "-i", "p.req"], {"p.req": UNTIDY.encode()}, ["p.req"])
    yield Scenario("fix", ["check", "--fix", "p.req"], {"p.req": MENDABLE.encode()}, ["p.req"])
    yield Scenario("schema", ["schema", data])
    # How long its steps took, and whether there was native code to show.
    varying = rb'(?m)^m 0 0 .*|(?<=,)"(no_)?asm":"(?:[^"\\]|\\.)*"'
    yield Scenario("report", ["report", "p.req", "--data", data, "-o", "out"], {**requests, **old}, ["out"], varying=varying)
    yield Scenario("why", ["why", "f.json", "--data", data, "--item", "corner", "--output", "N"], {"f.json": json.dumps(FORMULA).encode()})
    wrong = ["why", "f.json", "--data", data, "--extractions", "rows", "--output", "N", "--sensitivity", "0.1", "--sort", "N"]
    yield Scenario("sensitivity", wrong, {"f.json": json.dumps(SENSITIVE).encode(), "rows": SENSITIVE_ROWS})
    yield Scenario("prove", ["prove", "p.req", "R1 implies R1", "--data", data], requests)
    written = {"matrix": b"old\n", "groundtruth": b"old\n"}
    validate = ["validate", str(DATA.parent / "requests.req"), "--data", data, "--matrix", "matrix", "--groundtruth", "groundtruth"]
    yield Scenario("validate", validate, written, list(written), status=1)
    recorded = ["run", "p.req", "--data", data, "-o", "out", "--manifest", "record"]
    yield Scenario("manifest", recorded, {**requests, **old, "record": b"old\n"}, ["out", "record"], varying=rb'"times":\{[^}]*\}|"processor":"[^"]*"')
    suggest = ["suggest", "--data", data, "--all", "-o", "out"]
    yield Scenario("suggest", suggest, old, ["out"], status=0)
    ambiguous = {"p.req": b'request R1 { gold: "harbour" where: has_tv }\n'}
    yield Scenario("distinguish", ["distinguish", "p.req", "--data", data], ambiguous)
    yield Scenario("conditions", ["conditions", data, "-o", "out"], old, ["out"])


def framed(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def server():
    """An editor's session: a program is opened, changed, looked at and run."""
    document = {"textDocument": {"uri": "file:///p.req"}}
    opened = {"textDocument": {"uri": "file:///p.req", "version": 1, "text": REQUESTS}}
    change = {"range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 7}}, "text": "OR"}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    command = {"command": "seedc.explain", "arguments": [{**document, "request": "R1"}]}
    session = [
        framed(id=1, method="initialize", params={"capabilities": {}}),
        framed(method="textDocument/didOpen", params=opened),
        framed(method="textDocument/didChange", params={"textDocument": {"uri": "file:///p.req", "version": 2}, "contentChanges": [change]}),
        framed(id=2, method="textDocument/inlayHint", params={**document, "range": everything}),
        framed(id=3, method="workspace/executeCommand", params=command),
        framed(id=4, method="textDocument/formatting", params={**document, "options": {}}),
        framed(id=5, method="shutdown"),
        framed(method="exit"),
    ]
    yield Scenario("lsp", ["lsp", "--in-order", "--data", str(DATA)], stdin=b"".join(session), is_server=True)


@contextlib.contextmanager
def all_scenarios():
    """All of them, while the service that some ask is there."""
    with chat_server() as port:
        asks = ["extract", "f.json", "--data", str(DATA), "-o", "out", "--retries", "1", "--retry-delay", "0.01"]
        files = {"f.json": json.dumps(EXTRACTION).encode(), "out": b"old\n"}
        service = {key: value for key, value in environment(port, "").items() if key.startswith("SEEDC_")}
        until = [*asks, "--until", "BAD"]
        asking = [Scenario(name, command, files, ["out"], environment=service) for name, command in (("extract", asks), ("until", until))]
        yield itertools.chain(runs(), writers(), server(), asking)
