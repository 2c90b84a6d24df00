"""Editors and other clients, each in a process of its own."""
import os
import shutil
import subprocess

import pytest
from conftest import CAFES, ROOT, SEEDC, TOOLS

SECONDS = 60


def output_of(*command, **variables):
    done = subprocess.run(
        [*map(str, command)], env={**os.environ, **{key: str(value) for key, value in variables.items()}}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_microsofts_client():
    output_of("node", ROOT / "test" / "editors" / "protocol_client.mjs", SEEDC, CAFES, TOOLS)


def test_emacs(program, tmp_path):
    out = output_of(
        "emacs", "--batch", "--no-site-file", "-l", "/etc/emacs/site-start.d/00debian.el", "-l", ROOT / "test" / "editors" / "eglot.el",
        HOME=tmp_path, MODE=ROOT / "editors" / "emacs" / "seedc-mode.el", SEEDC=SEEDC, DATA=CAFES, PROGRAM=program,
    )
    assert "mode: seedc-mode" in out
    assert "unknown condition `drive_tru`" in out
    assert "action: Run request R1" in out
    assert "text: R1: AND(drive_thru, quiet)" in out
    assert "of 72 items" in out
    assert "result: 1 of 72 matches, 20 unknown: Two Sisters Books & Café" in out
    assert out.rstrip().endswith("done")


def test_neovim(program, tmp_path):
    (tmp_path / "lua").mkdir()
    shutil.copy(ROOT / "editors" / "nvim" / "seedc.lua", tmp_path / "lua")
    out = output_of(
        "nvim", "--headless", "-u", "NONE", "-c", f"luafile {ROOT}/test/editors/nvim.lua", "-c", "cquit",
        HOME=tmp_path, CONFIGURATION=tmp_path, SEEDC=SEEDC, DATA=CAFES, PROGRAM=program,
    )
    assert "unknown operator `and`" in out
    assert "7 yes, 23 no, 42 ? of 72 items" in out
    assert "lenses: Run Why Explain Plan" in out
    assert "result: 1 of 72 matches, 20 unknown: Two Sisters Books & Café" in out


def test_the_extension_packs(tmp_path):
    packed = tmp_path / "seedc.vsix"
    output_of(ROOT / "editors" / "vscode" / "pack.sh", packed, TOOLS)
    shutil.unpack_archive(packed, tmp_path / "unpacked", "zip")
    extension = tmp_path / "unpacked" / "extension"
    for name in ("package.json", "extension.js", "syntaxes/req.tmLanguage.json", "language-configuration.json"):
        assert (extension / name).is_file(), name
    assert (extension / "node_modules" / "vscode-languageclient" / "package.json").is_file()
    output_of("node", "--check", extension / "extension.js")
