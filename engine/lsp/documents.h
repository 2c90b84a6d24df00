// The documents that the client has open: their texts and versions, as its notifications say.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/lsp/json_rpc.h"
#include "engine/lsp/text_lines.h"

namespace seedc::lsp {

struct Document {
  std::string uri;   ///< as the client writes it
  std::string path;  ///< of its file; of another scheme the URI itself
  std::string language;
  std::int64_t version = 0;
  std::shared_ptr<const TextLines> lines;

  const std::string& text() const { return lines->text(); }
};

/// The path of a `file:` URI, percent signs decoded; any other URI as it is.
std::string path_of_uri(const std::string& uri);
/// The URI of a path, which is made absolute.
std::string uri_of_path(const std::string& path);

Position position_of(const Json& json);
Json json_of(Position position);
Json json_of(const Range& range);

class Documents {
 public:
  /// Of columns in all texts. Before the first document is opened.
  void set_encoding(Encoding encoding) { encoding_ = encoding; }
  Encoding encoding() const { return encoding_; }

  /// The parameters of the notifications. A document that is opened again begins anew; changes of
  /// one that is not open, and those without a text, have no effect. Positions outside of the text
  /// are those nearest to them in it, and a range whose end comes first is turned round.
  const Document* open(const Json& params);
  const Document* change(const Json& params);
  /// The document that was closed.
  std::optional<Document> close(const Json& params);

  /// A null pointer if it is not open.
  const Document* find(const std::string& uri) const;
  /// The document of `params.textDocument`. Throws RequestError if it is not open.
  const Document& of(const Json& params) const;
  const std::map<std::string, Document>& all() const { return documents_; }

 private:
  std::string changed(std::string text, const Json& change) const;

  Encoding encoding_ = Encoding::Utf16;
  std::map<std::string, Document> documents_;  ///< by URI
};

}  // namespace seedc::lsp
