"""Which folder may include which, and which folder may name a library of others. The rules are the tables of this file.

A folder is a path of two parts, such as `compiler/parse`; its subfolders belong to it."""
import collections
import re
import sys

from tree import report, sources, text_of

LANGUAGE = ["runtime/base", "runtime/language", "runtime/contract"]
RUNTIME = [*LANGUAGE, "runtime/data", "runtime/text", "runtime/exec", "runtime/llm"]

# folder, or `top/*` for all folders of a top folder that have no row: what it may include besides itself
MAY_INCLUDE = {
    "runtime/base": [],
    "runtime/language": ["runtime/base"],
    "runtime/contract": ["runtime/base", "runtime/language"],
    "runtime/text": LANGUAGE,
    "include/seedc": [],
    "runtime/data": [*LANGUAGE, "runtime/text", "include/seedc"],
    "runtime/exec": [*LANGUAGE, "runtime/text", "runtime/data"],
    "runtime/llm": [*LANGUAGE, "runtime/data"],
    "compiler/*": [*LANGUAGE, "compiler/*"],
    "engine/report": [*RUNTIME, "engine/explain", "engine/bounds", "include/seedc"],
    "engine/*": [*RUNTIME, "compiler/*", "engine/*", "include/seedc"],
    "library": [*LANGUAGE, "runtime/data", "runtime/llm", "compiler/formula_schema", "engine/*", "include/seedc"],
    "tools/terminal": LANGUAGE,
    "tools/gen": [*LANGUAGE, "tools/terminal"],
    "tools/manifest": ["include/seedc", "runtime/base"],
    # `runtime/base` and `runtime/language`: files that are replaced when they are complete, names that are nearly right, text that a
    # terminal may show. Whatever runs programs or reads data is behind include/seedc.
    "tools/seedc": ["include/seedc", "engine/report", "tools/manifest", "tools/terminal", "runtime/base", "runtime/language"],
}

# What is not so yet: (folder, included folder): how many includes there are at most. A row goes once its includes are gone.
EXCEPTIONS = {
}

# How a library's headers begin: the folders that may name it. Tests may name what they test with.
LIBRARIES = {
    "antlr4": ["compiler/parse", "grammar"],
    "llvm/": ["compiler/native"],
    "hs/": ["runtime/text"],
    "pcre2": ["runtime/text"],
    "roaring/": ["runtime/text"],
    "simdjson": ["runtime/data"],
    "zlib.h": ["runtime/data", "engine/report"],
    "zstd": ["runtime/data"],
    "curl/": ["runtime/llm"],
    "sqlite3": ["runtime/llm"],
    "nettle/": ["runtime/base", "engine/report"],
    "openssl/": ["tools/manifest"],
    "nlohmann/": ["compiler/formula_schema", "compiler/ir", "engine/lsp", "runtime/llm", "tools/gen", "tools/manifest"],
    "CLI/": ["tools/gen", "tools/seedc"],
    "toml++/": ["tools/seedc"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(path):
    return "/".join(path.split("/")[:-1][:2])


def is_allowed(folder, target):
    rows = MAY_INCLUDE.get(folder, MAY_INCLUDE.get(folder.split("/")[0] + "/*", []))
    return folder == target or target in rows or target.split("/")[0] + "/*" in rows


def edges():
    """{(folder, included folder): [file: include]}, of the product's own headers."""
    found = collections.defaultdict(list)
    for name in sources("*.cpp", "*.h", "*.def"):
        for quote, header in INCLUDE.findall(text_of(name)):
            if quote == '"' and "/" in header and folder_of(name) != folder_of(header):
                found[folder_of(name), folder_of(header)].append(f"{name}: {header}")
    return found


def forbidden(found):
    problems = []
    for edge, includes in sorted(found.items()):
        most = EXCEPTIONS.get(edge, 0)
        if not is_allowed(*edge) and len(includes) > most:
            problems.append(f"{edge[0]} may not include {edge[1]}, or from {most} files at most: {'; '.join(sorted(includes))}")
    problems += [f"the exception {edge} is not needed any more" for edge in EXCEPTIONS if not found.get(edge)]
    return problems


def cycles(found):
    """Folders that include each other in a ring: those left when all that include no folder left are taken away, and again."""
    below = collections.defaultdict(set)
    for folder, target in found:
        if (folder, target) not in EXCEPTIONS:
            below[folder].add(target)
            below[target].update()
    while leaves := {folder for folder, targets in below.items() if not targets}:
        below = {folder: targets - leaves for folder, targets in below.items() if folder not in leaves}
    return [f"in a ring of includes, or above one: {', '.join(sorted(below))}"] if below else []


def libraries():
    problems = []
    for name in sources("*.cpp", "*.h"):
        for quote, header in INCLUDE.findall(text_of(name)):
            for beginning, folders in LIBRARIES.items():
                if quote == "<" and header.startswith(beginning) and not any(name.startswith(f"{each}/") for each in folders):
                    problems.append(f"{name}: <{header}> is for {', '.join(folders)}")
    return problems


if __name__ == "__main__":
    EDGES = edges()
    sys.exit(report(forbidden(EDGES) + cycles(EDGES) + libraries() if EDGES else ["no include was found"]))
