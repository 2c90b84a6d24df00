"""Writes the shorthand of requests.jsonl (standard input) as a .req file of one line a request (standard output), so that
names mean what they mean by convention. Arguments: the first and the last request, from 1."""
import json
import sys


def main(first, last):
    requests = [json.loads(line) for line in sys.stdin if line.strip()]
    for request in requests[int(first) - 1:int(last)]:
        print(f"{request['id']}: {request['shorthand']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
