// What an editor sends to the language server, in pieces of any size: it answers with whole
// messages, one for each request, and is in step at the end.
#include <algorithm>
#include <map>

#include "engine/lsp/json_rpc.h"
#include "engine/lsp/message_splitter.h"
#include "engine/lsp/serve.h"
#include "test/differential/harness.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"
#include "test/fuzz/tiny_dataset.h"

namespace seedc::fuzz::lsp_target {
namespace {

using lsp::Json;

const std::string& data_settings() {
  static const differential::Folder folder;
  static const std::string settings = [] {
    write_files(kTinyDataset, folder.path() / "data");
    return lsp::dumped({{"data", (folder.path() / "data").string()}});
  }();
  return settings;
}

/// The messages of a stream that are JSON, up to `exit`, as a client that is in step has them.
std::vector<Json> messages_of(std::string_view stream) {
  lsp::MessageSplitter splitter;
  std::vector<Json> messages;
  splitter.feed(stream);
  while (const auto piece = splitter.next()) {
    if (piece->kind != lsp::Piece::Kind::Message) continue;
    Json message = lsp::parse_message(piece->text);
    if (message.is_discarded()) {
      splitter.read_again(piece->text);
      continue;
    }
    const bool ends = lsp::text_at(message, {"method"}) == "exit";
    messages.push_back(std::move(message));
    if (ends) break;
  }
  return messages;
}

bool has_id(const Json& message) {
  const Json& id = lsp::at(message, {"id"});
  return id.is_string() || id.is_number_integer();
}

bool is_request(const Json& message) {
  return has_id(message) && !lsp::text_at(message, {"method"}).empty();
}

/// How many of the messages have an id, by it.
template <class Is>
std::map<std::string, std::size_t> ids_of(const std::vector<Json>& messages, const Is& is) {
  std::map<std::string, std::size_t> ids;
  for (const Json& message : messages) {
    const auto each = message.is_array() ? message.get<std::vector<Json>>() : std::vector{message};
    for (const Json& one : each) {
      if (is(one)) ++ids[lsp::dumped(one["id"])];
    }
  }
  return ids;
}

bool is_answer(const Json& message) {
  const bool has_result = message.contains("result"), has_error = message.contains("error");
  require(!has_result || !has_error, "an answer is a result or an error");
  return (has_result || has_error) && !message["id"].is_null();
}

/// Every byte that the server sent is part of a message, and every request has one answer, but
/// those after `exit`, and those that a broken stream gives the same id.
void check(std::string_view sent, const std::string& received) {
  const std::vector<Json> answers = messages_of(received);
  std::size_t bytes = 0;
  for (const Json& answer : answers) {
    require(lsp::text_at(answer, {"jsonrpc"}) == "2.0", "what is sent is JSON-RPC");
    bytes += lsp::framed(lsp::dumped(answer)).size();
  }
  require(bytes == received.size(), "only whole messages are sent");
  const std::vector<Json> messages = messages_of(sent);
  const auto asked = ids_of(messages, is_request);
  const auto answered = ids_of(answers, is_answer);
  const auto known = ids_of(messages, has_id);
  for (const auto& [id, count] : answered)
    require(known.contains(id), "what was not asked is not answered");
  const bool ends = !messages.empty() && lsp::text_at(messages.back(), {"method"}) == "exit";
  for (const auto& [id, count] : asked) {
    const auto found = answered.find(id);
    const std::size_t answers_of = found == answered.end() ? 0 : found->second;
    require(answers_of <= known.at(id) && (ends || answers_of > 0),
            "each request is answered once");
  }
}

void run(std::string_view input) {
  const unsigned char choice = take_byte(input);
  const std::size_t most = 1 + choice / 2;
  const std::string sent = std::string(input) + "\n" +
                           lsp::framed(R"({"jsonrpc":"2.0","id":"the last","method":"shutdown"})");
  std::string_view left = sent;
  std::string received;
  lsp::ServeOptions options;
  options.read = [&](char* buffer, std::size_t size) {
    const std::size_t count = std::min({left.size(), size, most});
    std::copy_n(left.data(), count, buffer);
    left.remove_prefix(count);
    return static_cast<std::int64_t>(count);
  };
  options.write = [&](std::string_view bytes) {
    received += bytes;
    return true;
  };
  options.in_order = true;
  if (choice % 2 == 1) options.settings = data_settings();
  require(lsp::serve(options).has_value(), "whatever the client sends is not an error");
  check(sent, received);
}

/// The scripts of the golden tests, as streams that go on.
std::vector<std::string> seeds() {
  std::vector<std::string> streams;
  for (const std::string& script : tree_files("test/golden/lsp", ".test")) {
    std::string stream(1, streams.size() % 2 == 0 ? '\xFF' : '\x20');
    std::string message;
    const auto end_message = [&] {
      if (!message.empty() && message.find("\"exit\"") == std::string::npos)
        stream += lsp::framed(message);
      message.clear();
    };
    for (std::size_t at = 0; at < script.size();) {
      const std::size_t end = std::min(script.find('\n', at), script.size());
      const std::string line = script.substr(at, end - at);
      at = end + 1;
      if (line == "---") end_message();
      if (line.starts_with('{')) message += line;
    }
    end_message();
    streams.push_back(std::move(stream));
  }
  return streams;
}

const Registration kRegistration({"lsp", run, seeds, /*price=*/4});

}  // namespace
}  // namespace seedc::fuzz::lsp_target
