// Starts `seedc lsp` for programs; what a lens finds is also written to the output "seedc", whole.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async (context) => {
  const settings = vscode.workspace.getConfiguration("seedc");
  const output = vscode.window.createOutputChannel("seedc");
  context.subscriptions.push(output);
  const executeCommand = async (command, given, next) => {
    const result = await next(command, given);
    if (result?.text) {
      output.appendLine(`${result.title} ${result.request ?? result.formula}: ${result.summary}\n\n${result.text}`);
      output.show(true);
    }
    return result;
  };
  const server = { command: settings.get("path"), args: ["lsp"] };
  client = new LanguageClient("seedc", "seedc", server, {
    documentSelector: [{ language: "req" }, { pattern: "**/*.formula.json" }, { pattern: "**/requests.jsonl" }],
    initializationOptions: settings.get("settings"),
    outputChannel: output,
    middleware: { executeCommand },
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
