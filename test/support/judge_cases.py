"""Runs `seedc judge` on a table of cases, against a judge whose answers are the table's, and compares every line with
judge_reference.py. Usage: judge_cases.py FOLDER [NOUN]; FOLDER is for its files."""
import http.server
import json
import os
import subprocess
import sys
import threading

import judge_reference as reference

BATCH_SIZE = 12
TYPES = ["explicit", "contextual", "weak", "inappropriate", "unknown", "Explicit", None, 3, ["weak"]]
SCORES = [0.0, -0.0, 0, 0.1, 0.14999999999999999, 0.15, 0.150001, 0.2, 0.29, 0.3, 0.31, 0.35, 0.39999, 0.4, 0.45, 0.49,
          0.5, 0.51, 0.55, 0.59, 0.6, 0.61, 0.65, 0.7, 0.71, 0.79, 0.8, 0.81, 0.9, 1.0, 1, 1.5, 7, -1, -0.2, True, False,
          None, "0.8", " 0.4 ", "7", "-1", "0", "high", "", [0.5], {"score": 1}]
CITATIONS = ["Email {}", "email {}", "EMAIL {}", "eMail\t{}", "Email\n\n {}", "Email\u00a0{}", "(Email {})", "Email {}.",
             "Emails {}", "Email{}", "myEmail {}", "my_Email {}", "my-Email {}", "Email {}a", "Email {}_", "Email {}.5",
             "Email Email {}", "Email 1, Email {}", "Email #{}", "ſEmail {}", "EMAİL {}", "emaıl {}", "Email {}é",
             "Email\u2003{}", "Email\x1c{}", "no Email 3 but Email {} and Email 99"]
NUMBERS = ["11", "12", "13", "012", "013", "0", "99999999999999999999999999", "١٣", "１２"]


class HttpFault(Exception):
    """An answer that is none: a status, or a body that is no JSON object."""


def cases(noun):
    """Pairs of a classification and what the judge answers: an answer's object, or an HttpFault."""
    key = noun.lower() + "_numbers"
    plain = {"value": "25-34", "confidence": 0.9, "reasoning": "stated"}
    answer = {"is_valid": True, "quality_score": 1.0, "evidence_type": "explicit", "issue": ""}
    for evidence_type in TYPES:
        yield plain, {"evidence_type": evidence_type}
        for score in SCORES:
            yield plain, {"is_valid": True, "quality_score": score, "evidence_type": evidence_type, "issue": "so"}
    for score in SCORES:
        yield plain, {"quality_score": score}
    for is_valid in (True, False, None, "yes", 0):
        yield plain, {"is_valid": is_valid, "quality_score": 0.5}
    for odd in ({}, {"issue": None}, {"issue": "only this"}, {"evidence_type": ""}, dict(answer, more=1)):
        yield plain, odd
    for confidence in (0, 0.0, 1, 0.333, 1e-9, 0.1):
        for quality, evidence_type in ((0.7, "contextual"), (0.4, "weak"), (0.62, "contextual"), (0.9, "explicit")):
            yield dict(plain, confidence=confidence), dict(answer, quality_score=quality, evidence_type=evidence_type)
    for numbers in ([], [1], [11, 12], [12, 13], [13], [0], [-5], [3, 99, 14], [12.5], [11.5], [1e3], None, [10**30]):
        yield dict(plain, **{key: numbers}), answer
    yield dict(plain, reasoning=f"{noun} 99", **{key: [40]}), answer
    for form in CITATIONS:
        for number in NUMBERS:
            yield dict(plain, reasoning=form.replace("Email", noun).replace("email", noun.lower()).format(number)), answer
    for fault in ("[]", "\"text\"", "7", "not JSON", "{\"quality_score\": ", 413, 422, 404, 400, 401):
        yield plain, HttpFault(fault)


class Judge(http.server.BaseHTTPRequestHandler):
    """Knows a case by the number that its value ends with."""
    answers = []
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = request["messages"][-1]["content"]
        number = int(prompt.split("- Taxonomy Value: ")[1].split("\n")[0].rsplit(" ", 1)[1])
        answer = self.answers[number]
        fault = answer.args[0] if isinstance(answer, HttpFault) else None
        content = fault if isinstance(fault, str) else json.dumps(answer if fault is None else {})
        body = json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}],
                           "usage": {"prompt_tokens": 9, "completion_tokens": 9}}).encode()
        self.send_response(fault if isinstance(fault, int) else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def judged_by_reference(classification, answer, noun):
    def call_judge():
        if isinstance(answer, HttpFault):
            raise answer
        return answer

    # Null counts as absent.
    given = {key: value for key, value in classification.items() if value is not None}
    evaluation = reference.evaluate_evidence_quality(given, call_judge, BATCH_SIZE, noun)
    line = reference.adjust_confidence_with_evidence_quality(classification, evaluation)
    line.setdefault("evidence_issue", None)
    line["is_valid"] = evaluation["is_valid"]
    line["blocked"] = reference.should_block_classification(evaluation["quality_score"])
    return line


def run_judge(folder, classifications, noun):
    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        return os.path.join(folder, name)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Judge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    lines = "".join(json.dumps(classification) + "\n" for classification in classifications)
    command = ["seedc", "judge", write("cases.jsonl", lines), "--context", write("context.txt", "Dear Sir"),
               "--guidelines", write("guidelines.md", "Only what is stated."), "--batch-size", str(BATCH_SIZE),
               "--noun", noun, "--retries", "0", "--store", os.path.join(folder, "answers.sqlite"),
               "--llm-url", f"http://127.0.0.1:{server.server_port}/v1", "--llm-model", "judge"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    server.shutdown()
    # 4: the service was given up for one of the last cases, 404 and 401, before another was sent.
    if done.returncode not in (0, 4):
        sys.exit(f"status {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def differs(line, expected):
    """A failure is reported in words of one's own."""
    if expected["evidence_type"] == "unknown" and str(expected["evidence_issue"]).startswith("Judge error: "):
        line = dict(line, evidence_issue=str(line["evidence_issue"])[:13])
        expected = dict(expected, evidence_issue=expected["evidence_issue"][:13])
    return line != expected


def main(folder, noun="Email"):
    table = [(dict(classification, value=f"case {number}"), answer)
             for number, (classification, answer) in enumerate(cases(noun))]
    Judge.answers = [answer for _, answer in table]
    lines = run_judge(folder, [classification for classification, _ in table], noun)
    if len(lines) != len(table):
        sys.exit(f"{len(lines)} lines of {len(table)} cases")
    wrong = 0
    for line, (classification, answer) in zip(lines, table):
        expected = judged_by_reference(classification, answer, noun)
        if differs(line, expected):
            wrong += 1
            print(f"case: {classification} {answer}\n  seedc:     {line}\n  reference: {expected}")
    print(f"{len(table)} cases, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
