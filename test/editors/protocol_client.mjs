// Microsoft's own client: a session of each kind of message, over standard input and output.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const [seedc, data, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const lsp = require("vscode-languageserver-protocol/node");

const uri = "file:///editors/a.req";
const server = spawn(seedc, ["lsp", "--data", data], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => server.on("exit", resolve));
const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
let published = () => {};
const diagnostics = (version) =>
  new Promise((resolve) => (published = (params) => params.version === version && resolve(params.diagnostics)));
const refreshed = new Promise((resolve) => connection.onRequest("workspace/inlayHint/refresh", () => resolve(null)));
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => published(params));
connection.listen();

const capabilities = { textDocument: { codeLens: {} }, workspace: { inlayHint: { refreshSupport: true } } };
const started = await connection.sendRequest(lsp.InitializeRequest.type, { processId: null, rootUri: null, capabilities });
assert.equal(started.capabilities.positionEncoding, "utf-16");
await connection.sendNotification(lsp.InitializedNotification.type, {});

let wanted = diagnostics(1);
const text = "# é😀\nR1: AND(drive_tru)\n";
connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "seedc", version: 1, text } });
assert.deepEqual((await wanted).map((each) => each.code), ["unknown-name"]);

wanted = diagnostics(2);
connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version: 2 },
  contentChanges: [{ range: { start: { line: 1, character: 15 }, end: { line: 1, character: 15 } }, text: "h" }],
});
assert.deepEqual(await wanted, []);

const textDocument = { uri };
const lenses = await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument });
const resolved = await Promise.all(lenses.map((lens) => connection.sendRequest(lsp.CodeLensResolveRequest.type, lens)));
const { command, arguments: given } = resolved.find((lens) => lens.command.title === "Explain").command;
const result = await connection.sendRequest(lsp.ExecuteCommandRequest.type, { command, arguments: given });
assert.match(result.text, /R1: yes \(\+1\)/);
await refreshed;
const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
const hints = await connection.sendRequest(lsp.InlayHintRequest.type, { textDocument, range });
assert.equal(hints.at(-1).label, `⇒ ${result.summary}`);

const source = new lsp.CancellationTokenSource();
const cancelled = connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: { line: 1, character: 10 } }, source.token);
source.cancel();
await cancelled.catch((error) => assert.equal(error.code, lsp.LSPErrorCodes.RequestCancelled));
await assert.rejects(connection.sendRequest("no/such"), { code: lsp.ErrorCodes.MethodNotFound });

await connection.sendRequest(lsp.ShutdownRequest.type);
await connection.sendNotification(lsp.ExitNotification.type);
assert.equal(await ended, 0);
connection.dispose();
