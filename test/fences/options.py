"""No text of a library names an option or a command of the command line: the tool has the names (`runtime/base/setting.h`)."""
import re
import sys

from tree import line_of, report, sources, text_of

LIBRARIES = ("compiler/", "engine/", "runtime/")
STRING = re.compile(r'//[^\n]*|"((?:\\.|[^"\\\n])*)"')
COMMANDS = "run|validate|report|extract|judge|check|explain|why|prove|suggest|distinguish|names|conditions|fmt|convert|snapshot|schema|emit|opt|limits|lsp|replay|sign|verify|completion|help"
NAMED = re.compile(rf"(?<![\w-])--[a-z][a-z-]+|\bseedc (?:{COMMANDS})\b")
# Text that is an example of a command line: the file, and the text.
EXCEPTIONS = {("compiler/diag/explanations/programs.def", "seedc check"): "the example of a file that cannot be read"}


def main():
    problems, needed, read = [], set(), 0
    for name in sources("*.cpp", "*.h", "*.def"):
        if not name.startswith(LIBRARIES):
            continue
        read += 1
        text = text_of(name)
        for string in STRING.finditer(text):
            for found in NAMED.findall(string[1] or ""):
                needed.add((name, found))
                if (name, found) not in EXCEPTIONS:
                    problems.append(f"{name}:{line_of(text, string.start())}: names `{found}`")
    problems += [f"the exception {row} is not needed any more" for row in EXCEPTIONS if row not in needed]
    return report(problems if read else ["no source was found"])


if __name__ == "__main__":
    sys.exit(main())
