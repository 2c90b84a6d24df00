// Reads, splits and parses.
#include "engine/lsp/reader.h"

#include <cerrno>
#include <string>
#include <utility>

namespace seedc::lsp {

Reader::Reader(const ServeOptions& options, Inbox& inbox)
    : options_(options), inbox_(inbox), thread_([this] { read(); }) {}

Reader::~Reader() {
  ends_ = true;
  thread_.join();
}

void Reader::read() {
  std::string buffer(std::size_t{64} << 10, '\0');
  while (!ends_) {
    const std::int64_t size = options_.read(buffer.data(), buffer.size());
    if (size == -EAGAIN || size == -EINTR) continue;
    if (size <= 0) break;
    splitter_.feed(std::string_view(buffer).substr(0, static_cast<std::size_t>(size)));
    put_messages();
  }
  inbox_.put(EndOfInput{});
}

void Reader::put_messages() {
  while (auto piece = splitter_.next()) {
    if (piece->kind != Piece::Kind::Message) {
      inbox_.put(*std::move(piece));
      continue;
    }
    Json message = parse_message(piece->text);
    if (message.is_discarded()) splitter_.read_again(piece->text);
    if (message.is_object() && text_at(message, {"method"}) == "exit") ends_ = true;
    inbox_.put(std::move(message));
    if (ends_) return;
  }
}

}  // namespace seedc::lsp
