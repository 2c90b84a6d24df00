"""The library is a guest in the process of others: none of its own objects ends the process, prints, reads the environment, or
changes signal handlers, limits, the locale or the working directory.

    guest.py FILE…     objects, archives of them, and folders with objects; what they refer to is read by nm

`std::terminate` is not looked for: the compiler calls it where a `noexcept` function throws."""
import pathlib
import re
import subprocess
import sys

from tree import report

FORBIDDEN = {
    "ends the process": ["exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "raise"],
    "prints": ["stdout", "stderr", "printf", "puts", "putchar", "perror", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZN4llvm4errsEv",
               "_ZN4llvm4outsEv"],
    "reads the environment": ["environ", "getenv", "secure_getenv", "setenv", "putenv", "unsetenv"],
    "changes signal handlers": ["signal", "sigaction", "sigprocmask", "pthread_sigmask", "alarm", "setitimer"],
    "changes limits": ["setrlimit", "setrlimit64", "prlimit", "prlimit64"],
    "changes the locale": ["setlocale", "uselocale", "_ZNSt6locale6globalERKS_"],
    "changes the process": ["chdir", "fchdir", "umask", "fork", "vfork", "execve", "posix_spawn", "system", "atexit"],
}

# `libseedc.a:limits.o:                 U memcpy@GLIBC_2.14`
UNDEFINED = re.compile(r"^(.+):\s+U (\S+?)(?:@.*)?$", re.MULTILINE)


def references(file):
    """(object, symbol) of all that the objects do not define."""
    objects = pathlib.Path(file).rglob("*.o") if pathlib.Path(file).is_dir() else [file]
    lines = subprocess.run(["nm", "-A", "-u", *objects], check=True, capture_output=True, encoding="utf-8").stdout
    return [(where.split("/")[-1], symbol) for where, symbol in UNDEFINED.findall(lines)]


def main():
    effects = {symbol: effect for effect, symbols in FORBIDDEN.items() for symbol in symbols}
    problems = []
    for file in sys.argv[1:]:
        found = references(file)
        problems += sorted({f"{where} {effects[symbol]}: {symbol}" for where, symbol in found if symbol in effects})
        problems += [] if found else [f"{file} refers to nothing"]
    return report(problems or ([] if sys.argv[1:] else ["no file is named"]))


if __name__ == "__main__":
    sys.exit(main())
