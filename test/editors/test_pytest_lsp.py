"""pytest-lsp as a client: what it is answered has the protocol's types."""
import pytest_lsp
from conftest import CAFES, SEEDC
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

URI = "file:///editors/a.req"
TEXT = 'let quiet = item_meta(attributes.NoiseLevel, true: "quiet")\nR1: AND(drive_thru,   quiet)\n'
DOCUMENT = types.TextDocumentIdentifier(uri=URI)
WHOLE = types.Range(types.Position(0, 0), types.Position(9, 0))


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[SEEDC, "lsp", "--data", CAFES]))
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(types.InitializeParams(capabilities=client_capabilities("visual-studio-code")))
    yield
    await lsp_client.shutdown_session()


async def opened(client, text=TEXT):
    item = types.TextDocumentItem(uri=URI, language_id="seedc", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await client.wait_for_notification("textDocument/publishDiagnostics")


async def test_a_mistake_and_its_fix(client):
    await opened(client, TEXT.replace("AND", "and").replace("drive_thru", "drive_tru"))
    found = client.diagnostics[URI][0]
    assert {"unknown-name", found.code} <= {each.code for each in client.diagnostics[URI]}
    context = types.CodeActionContext(diagnostics=[found])
    actions = await client.text_document_code_action_async(types.CodeActionParams(DOCUMENT, found.range, context))
    assert "replace `and` by `AND`" in [action.title for action in actions]


async def test_what_is_at_a_location(client):
    await opened(client)
    hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, types.Position(1, 10)))
    assert "7 yes, 23 no, 42 ? of 72 items" in hover.contents.value
    target = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, types.Position(1, 23)))
    assert target.range.start == types.Position(0, 4)
    completion = await client.text_document_completion_async(types.CompletionParams(DOCUMENT, types.Position(1, 12)))
    items = completion if isinstance(completion, list) else completion.items
    assert "drive_thru" in [item.label for item in items]


async def test_what_a_document_has(client):
    await opened(client)
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, WHOLE))
    assert "7 yes, 23 no, 42 ?" in [hint.label for hint in hints]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    assert [symbol.name for symbol in symbols] == ["quiet", "R1"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
    assert len(tokens.data) % 5 == 0 and tokens.data
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    (edit,) = await client.text_document_range_formatting_async(types.DocumentRangeFormattingParams(DOCUMENT, WHOLE, options))
    assert edit.new_text == "R1: AND(drive_thru, quiet)"


async def test_a_lens_shows_its_result_at_the_end_of_the_line(client):
    await opened(client)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(DOCUMENT))
    resolved = [await client.code_lens_resolve_async(lens) for lens in lenses]
    assert [lens.command.title for lens in resolved] == ["Run", "Why", "Explain", "Plan"]
    run = resolved[0].command
    result = await client.workspace_execute_command_async(types.ExecuteCommandParams(run.command, run.arguments))
    summary = result["summary"] if isinstance(result, dict) else result.summary
    assert summary == "1 of 72 matches, 20 unknown: Two Sisters Books & Café"
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, WHOLE))
    assert f"⇒ {summary}" in [hint.label for hint in hints]
