#!/usr/bin/env python3
"""A model service for tests: implements chat completions, answers by the request's JSON Schema, and fails on request.

    chat_server.py [--port N] [--delay SECONDS] [--faults RATE] [--fault-seconds S] [--seed N]
                   [--rule 'TEXT=FAULT[*N]']… [--answers FILE] [--key K] [--window TOKENS] [--cert F --cert-key F]
                   [--refuse MEMBER]… [--reasons TOKENS] [--requires 'Name: value']

Prints its port. The answer to a request is made of hashes of its last message, the same every time. Faults, by name:

    busy           429 with Retry-After: 0          error          500
    half           half an answer, then the end     close          the end, without a word
    invalid_json   an answer that is no JSON        wrong_enum     an answer that the schema does not allow
    html           a page of HTML                   length         an answer cut off by its length, as often as asked
    delay          an answer after a while          drip           an answer byte by byte, over a while
    hang           no answer                        redirect       302 to another machine
    garbled        JSON that is no completion       echo           401, with the key in the complaint
    refusal        the model declines               too_long       400 with context_length_exceeded
    bad_request    400                              no_usage       an answer that does not say what it cost
    long_echo      401, the key within a long text long_busy      429 with Retry-After: 86400
    fenced         an answer in a Markdown fence    half_usage     an answer that says half of what it cost
    plain          503 with a line of text          paused         429 with Retry-After: 3
    huge           more than anybody answers        thoughts       an answer after <think>…</think>
    open_thoughts  an answer within <think>         late_thoughts  thoughts whose beginning is left out, then a fenced answer
    prose          an answer, then some words       parts          an answer in parts, the first of which is thoughts

`--faults RATE` gives so many of the calls one of the passing ones, by a hash of message and attempt; `--rule` gives the requests
whose last message holds TEXT a fault, the first N times. `GET /stats` tells what was counted: `calls`; `bought`, answers that were
good and written whole, by message; `tokens`, of all answers; `most_at_once`; `refused`, calls whose form was refused; `last`, the
members of the last request, but for its messages.
`--refuse` makes it a service that refuses requests with a member (`max_tokens`, `temperature`, `top_k`) or a form of answers
(`json_schema`, `json_object`), in the words of
the vendor that the model is named after. `--reasons N` has the model reason for N tokens, which count, before each answer.
`--answers FILE`, a JSON object, says what is answered to messages that hold its keys; a list is what is answered to the same message one
time after the other.
"""
import argparse
import asyncio
import collections
import hashlib
import json
import ssl
import sys

PASSING = ["busy", "error", "half", "invalid_json", "wrong_enum", "close", "html", "length", "delay", "drip", "garbled"]
ALL = PASSING + ["hang", "redirect", "echo", "refusal", "too_long", "bad_request", "no_usage"]
ALL += ["long_echo", "long_busy", "fenced", "half_usage", "plain", "paused", "huge"]
ALL += ["thoughts", "open_thoughts", "late_thoughts", "prose", "parts"]


def openai(member, value):
    if member.startswith("json_"):
        text = f"Invalid parameter: 'response_format' of type '{member}' is not supported with this model."
        return 400, {"error": {"message": text, "type": "invalid_request_error", "param": "response_format", "code": None}}
    if member == "temperature":
        text = f"Unsupported value: 'temperature' does not support {value} with this model. Only the default (1) value is supported."
        code = "unsupported_value"
    else:
        text = f"Unsupported parameter: '{member}' is not supported with this model."
        text += " Use 'max_completion_tokens' instead." if member == "max_tokens" else ""
        code = "unsupported_parameter"
    return 400, {"error": {"message": text, "type": "invalid_request_error", "param": member, "code": code}}


def pydantic(member, value):
    """What FastAPI says of a member that it does not know."""
    member = "response_format" if member.startswith("json_") else member
    return [{"type": "extra_forbidden", "loc": ["body", member], "msg": "Extra inputs are not permitted", "input": value}]


def mistral(member, value):
    return 422, {"object": "error", "message": {"detail": pydantic(member, value)}, "type": "invalid_request_error", "code": None}


def vllm(member, value):
    return 400, {"object": "error", "message": str(pydantic(member, value)), "type": "BadRequestError", "param": None, "code": 400}


def fastapi(member, value):
    return 422, {"detail": pydantic(member, value)}


def llamacpp(member, value):
    del value
    text = f'response_format type must be one of "text" or "json_object", but got: {member}'
    return 500, {"error": {"code": 500, "message": text, "type": "server_error"}}


def deepseek(member, value):
    del value
    return 422, f"Failed to deserialize the JSON body into the target type: response_format.type `{member}` is unavailable now"


def anthropic(member, value):
    del value
    return 400, {"error": {"message": f"`{member}` is deprecated for this model.", "type": "invalid_request_error", "param": None}}


def gemini(member, value):
    del value
    text = f'Invalid JSON payload received. Unknown name "{member}": Cannot find field.'
    return 400, [{"error": {"code": 400, "message": text, "status": "INVALID_ARGUMENT"}}]


def xai(member, value):
    del member, value
    text = "The response_format parameter is unsupported at the moment. Leave it unset."
    return 400, {"code": "Client specified an invalid argument", "error": text}


VENDORS = {vendor.__name__: vendor for vendor in (openai, mistral, vllm, fastapi, llamacpp, deepseek, anthropic, gemini, xai)}


def number(*parts):
    """A number that depends on the parts alone."""
    digest = hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def words_of(text, seed):
    """Some words of a review, as they stand there."""
    body = text.partition("\n")[2] or text
    words = body.split(" ")
    begin = number(seed, "begin") % len(words)
    return " ".join(words[begin : begin + 5]).strip()


def value_for(schema, text, seed):
    types = schema.get("type", "string")
    if "enum" in schema:
        return schema["enum"][number(seed, text) % len(schema["enum"])]
    if isinstance(types, list):
        if "null" in types and number(seed, text, "null") % 5 == 0:
            return None
        types = next(type for type in types if type != "null")
    if types == "object":
        return object_for(schema, text, seed)
    if types == "array":
        return [value_for(schema["items"], text, f"{seed}.{i}") for i in range(schema.get("minItems", 1))]
    if types == "integer":
        return number(seed, text) % 11
    if types == "number":
        return number(seed, text) % 1000 / 100
    if types == "boolean":
        return number(seed, text) % 2 == 0
    return words_of(text, seed + text)


def object_for(schema, text, seed):
    made = {key: value_for(inner, text, f"{seed}.{key}") for key, inner in schema["properties"].items()}
    if "quote" in made and "value" in made:
        made["quote"] = None if made["value"] is None else quote_for(text, seed)
    return made


def quote_for(text, seed):
    """Mostly what stands in the review, at times with other case and quotation marks, at times made up."""
    quote = words_of(text, seed + text)
    how = number(seed, text, "quote") % 8
    if how == 0:
        return "a claim that nobody made"
    return quote.upper().replace("'", "\u2019") if how == 1 else quote


def broken(answer):
    """The answer with a value that no schema here allows."""
    if isinstance(answer, dict) and answer:
        first = next(iter(answer))
        return {**answer, first: ["not", "asked", "for"]}
    return ["not", "asked", "for"]


class Server:
    def __init__(self, options):
        self.options = options
        self.rules = [self.read_rule(rule) for rule in options.rule]
        self.answers = {}
        if options.answers:
            with open(options.answers, encoding="utf-8") as file:
                self.answers = json.load(file)
        self.attempts = collections.Counter()
        self.bought = collections.Counter()
        self.calls = self.tokens = self.at_once = self.most_at_once = self.refused = 0
        self.last = {}

    @staticmethod
    def read_rule(rule):
        text, _, fault = rule.rpartition("=")
        fault, _, times = fault.partition("*")
        if fault not in ALL:
            sys.exit(f"no fault {fault}")
        return text, fault, int(times) if times else None

    def answer_to(self, message, schema):
        for text, answer in self.answers.items():
            if text in message:
                return answer[(self.attempts[message] - 1) % len(answer)] if isinstance(answer, list) else answer
        return value_for(schema, message, "")

    def fault_for(self, message, attempt):
        for text, fault, times in self.rules:
            if text in message and (times is None or attempt <= times):
                return fault
        seed = self.options.seed
        if number(seed, message, attempt) % 10000 < self.options.faults * 10000:
            return PASSING[number(seed, message, attempt, "which") % len(PASSING)]
        return None

    async def serve(self, reader, writer):
        try:
            while await self.one_request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            pass
        finally:
            writer.close()

    async def one_request(self, reader, writer):
        """Whether the connection goes on."""
        head = await reader.readline()
        if not head:
            return False
        headers = {}
        while (line := await reader.readline()) not in (b"\r\n", b"\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if head.startswith(b"GET"):
            stats = {"calls": self.calls, "tokens": self.tokens, "most_at_once": self.most_at_once, "bought": self.bought}
            stats |= {"refused": self.refused, "last": self.last}
            return await self.respond(writer, 200, stats)
        self.calls += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return await self.complete(writer, headers, json.loads(body))
        finally:
            self.at_once -= 1

    async def complete(self, writer, headers, request):
        key = self.options.key
        if key and headers.get("authorization") != f"Bearer {key}":
            return await self.complain(writer, 401, "Incorrect API key provided", "invalid_api_key")
        name, _, value = (self.options.requires or "").partition(": ")
        if name and headers.get(name.lower()) != value:
            return await self.complain(writer, 401, f"not {value}: {headers.get(name.lower())}", "invalid_header")
        self.last = {name: value for name, value in request.items() if name != "messages"}
        message = request["messages"][-1]["content"]
        prompt_tokens = sum(len(m["content"]) for m in request["messages"]) // 4
        if self.options.window and prompt_tokens > self.options.window:
            return await self.too_long(writer)
        self.attempts[message] += 1
        fault = self.fault_for(message, self.attempts[message])
        if self.options.delay:
            await asyncio.sleep(self.options.delay)
        for member, value in self.refused_members(request):
            self.refused += 1
            status, body = VENDORS.get(request["model"], VENDORS["openai"])(member, value)
            if isinstance(body, str):
                return await self.write(writer, status, body.encode(), "text/plain")
            return await self.respond(writer, status, body)
        answer = self.answer_to(message, self.schema_of(request))
        return await self.respond_with(fault, writer, headers, request, message, prompt_tokens, answer)

    def refused_members(self, request):
        """The members that the service does not take, and forms of answers, with their values."""
        form = request.get("response_format", {"type": "text"})["type"]
        asked = {**request, form: request.get("response_format")}
        return [(member, asked[member]) for member in self.options.refuse if member in asked]

    @staticmethod
    def schema_of(request):
        """That of the request, or that of its prompt."""
        form = request.get("response_format", {})
        if form.get("type") == "json_schema":
            return form["json_schema"]["schema"]
        system = request["messages"][0]["content"]
        if "JSON" not in system:
            sys.exit("a prompt without a schema does not mention JSON")
        return json.loads(system.strip().splitlines()[-1])

    async def respond_with(self, fault, writer, headers, request, message, prompt_tokens, answer):
        pause = self.options.fault_seconds
        if fault == "busy":
            return await self.complain(writer, 429, "too many requests", "rate_limit_exceeded", "Retry-After: 0\r\n")
        if fault in ("long_busy", "paused"):
            seconds = 86400 if fault == "long_busy" else 3
            return await self.complain(writer, 429, "come back later", "rate_limit_exceeded", f"Retry-After: {seconds}\r\n")
        if fault == "plain":
            return await self.write(writer, 503, b"upstream is down\nsee the log\n", "text/plain")
        if fault == "huge":
            return await self.write(writer, 200, b" " * (8 << 20))
        if fault == "long_echo":
            text = "no such key, " + "\u00e9" * 138 + headers.get("authorization", "") + "\u00e9" * 300
            return await self.complain(writer, 401, text, "invalid_api_key")
        if fault == "error":
            return await self.complain(writer, 500, "the server had a mishap", "server_error")
        if fault == "too_long":
            return await self.too_long(writer)
        if fault == "bad_request":
            return await self.complain(writer, 400, "this cannot be asked", "invalid_request_error")
        if fault == "echo":
            return await self.complain(writer, 401, f"no such key: {headers.get('authorization')}", "invalid_api_key")
        if fault == "redirect":
            return await self.respond(writer, 302, {}, "Location: http://example.com/elsewhere\r\n")
        if fault == "html":
            return await self.write(writer, 200, b"<html><body>Welcome</body></html>", "text/html")
        if fault == "garbled":
            return await self.respond(writer, 200, {"object": "list", "data": []})
        if fault == "close":
            return False
        if fault == "hang":
            await asyncio.sleep(3600)
        text = json.dumps(answer, ensure_ascii=False)
        if fault == "invalid_json":
            text = "Sure! Here is what I found: " + text[:-1]
        if fault == "wrong_enum":
            text = json.dumps(broken(answer))
        if fault == "fenced":
            text = f"```json\n{text}\n```"
        thoughts = "Let me see. The guest seems pleased, or not; `{}` it is.\n"
        if fault == "thoughts" or self.options.reasons:
            text = f"<think>\n{thoughts * max(1, self.options.reasons // (len(thoughts) // 4))}</think>\n\n```json\n{text}\n```"
        if fault == "late_thoughts":
            text = f"{thoughts}</think>\n\n```\n{text}\n```\n"
        if fault == "open_thoughts":
            text = f"<think>\n{thoughts}{text}"
        if fault == "prose":
            text = f"{text}\n\nI hope that this helps!"
        limit = request.get("max_tokens", request.get("max_completion_tokens", 1 << 30))
        completion_tokens = len(text) // 4 + 1
        is_cut_off = fault == "length" and self.attempts[message] == 1 or completion_tokens > limit
        if is_cut_off:
            text, completion_tokens = text[: len(text) // 2], min(completion_tokens, limit)
        completion = self.completion(request, text, prompt_tokens, completion_tokens, is_cut_off)
        if fault == "refusal":
            completion["choices"][0]["message"] = {"role": "assistant", "content": None, "refusal": "I would rather not"}
        if fault == "parts":
            parts = [{"type": "thinking", "thinking": [{"type": "text", "text": thoughts}]}, {"type": "text", "text": text}]
            completion["choices"][0]["message"]["content"] = parts
        if fault == "no_usage":
            del completion["usage"]
        if fault == "half_usage":
            del completion["usage"]["completion_tokens"]
        self.tokens += prompt_tokens + completion_tokens
        body = json.dumps(completion, ensure_ascii=False).encode()
        if fault == "half":
            await self.write(writer, 200, body, only=len(body) // 2)
            return False
        if fault == "delay":
            await asyncio.sleep(pause)
        goes_on = await self.write(writer, 200, body, pause=pause if fault == "drip" else 0)
        if fault not in ("invalid_json", "wrong_enum", "refusal", "open_thoughts", "prose") and not is_cut_off:
            self.bought[message] += 1
        return goes_on

    @staticmethod
    def completion(request, text, prompt_tokens, completion_tokens, is_cut_off):
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": request["model"],
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text},
                    "finish_reason": "length" if is_cut_off else "stop",
                }
            ],
            "usage": {
                "prompt_tokens": prompt_tokens,
                "completion_tokens": completion_tokens,
                "total_tokens": prompt_tokens + completion_tokens,
            },
        }

    async def too_long(self, writer):
        text = "This model's maximum context length is 4096 tokens. Please reduce the length of the messages."
        return await self.complain(writer, 400, text, "context_length_exceeded")

    async def complain(self, writer, status, message, code, headers=""):
        return await self.respond(writer, status, {"error": {"message": message, "code": code}}, headers)

    async def respond(self, writer, status, value, headers=""):
        return await self.write(writer, status, json.dumps(value).encode(), headers=headers)

    @staticmethod
    async def write(writer, status, body, kind="application/json", headers="", only=None, pause=0):
        head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
        writer.write(head.encode())
        if pause:
            step = max(1, len(body) // 20)
            for begin in range(0, len(body), step):
                writer.write(body[begin : begin + step])
                await writer.drain()
                await asyncio.sleep(pause / 20)
        else:
            writer.write(body[:only])
        await writer.drain()
        return True


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--faults", type=float, default=0)
    parser.add_argument("--fault-seconds", type=float, default=0.1)
    parser.add_argument("--seed", default="")
    parser.add_argument("--rule", action="append", default=[])
    parser.add_argument("--answers")
    parser.add_argument("--key")
    parser.add_argument("--window", type=int)
    parser.add_argument("--refuse", action="append", default=[])
    parser.add_argument("--reasons", type=int, default=0)
    parser.add_argument("--requires")
    parser.add_argument("--cert")
    parser.add_argument("--cert-key")
    options = parser.parse_args()
    context = None
    if options.cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.cert, options.cert_key)
    server = await asyncio.start_server(Server(options).serve, "127.0.0.1", options.port, ssl=context, limit=1 << 24)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
