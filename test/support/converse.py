"""Gives a command the lines of a file one by one, each when the answers to the previous one have arrived:
converse.py FILE COMMAND…

An answer is the lines that name one item. Prints them; a command that waits for more before it answers is stopped.
"""
import json
import queue
import subprocess
import sys
import threading

SECONDS = 60


def main(path, command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    answers = queue.Queue()
    threading.Thread(target=lambda: [answers.put(line) for line in process.stdout], daemon=True).start()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)["business"]["business_id"]
            process.stdin.write(line)
            process.stdin.flush()
            while True:  # the last line of the one before may come late
                answer = answers.get(timeout=SECONDS)
                sys.stdout.write(answer)
                if json.loads(answer)["business_id"] == item:
                    break
    process.stdin.close()
    status = process.wait(SECONDS)
    while not answers.empty():
        sys.stdout.write(answers.get())
    sys.exit(status)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
