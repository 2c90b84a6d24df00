"""The peer in plain Python: which items have a review that matches a pattern."""
import json
import re
import sys


def main(path, pattern):
    search = re.compile(pattern, re.IGNORECASE).search
    items = set()
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            review = json.loads(line)
            if search(review["text"]):
                items.add(review["business_id"])
    print(len(items))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
