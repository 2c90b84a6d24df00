"""No tracked file names the host of a package registry: what is installed comes from where the machine takes its packages."""
import re
import sys

from tree import ROOT, report, tracked

# Written in two parts, as this file is tracked too.
HOSTS = ["debian" + ".org", "ubuntu" + ".com", "py" + "pi.", "pythonhosted" + ".org", "npm" + "js.", "yarn" + "pkg.com", "crates" + ".io",
         "maven" + ".org", "maven" + "central", "sona" + "type.", "ruby" + "gems.", "golang" + ".org", "conda" + ".", "docker" + ".io",
         "nu" + "get.org", "js" + "delivr", "un" + "pkg.com", "pack" + "agist", "conan" + ".io", "ghcr" + ".io", "quay" + ".io"]
NAMED = re.compile("|".join(map(re.escape, HOSTS)).encode(), re.IGNORECASE)


def main():
    names = tracked("*")
    problems = []
    for name in names:
        for number, line in enumerate((ROOT / name).read_bytes().split(b"\n"), 1):
            if NAMED.search(line):
                problems.append(f"{name}:{number}: {line[:120].decode(errors='replace')}")
    return report(problems if names else ["no files were found"])


if __name__ == "__main__":
    sys.exit(main())
