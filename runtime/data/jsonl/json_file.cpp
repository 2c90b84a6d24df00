// Reads complete JSON files.
#include "runtime/data/jsonl/json_file.h"

#include "runtime/data/jsonl/line_blocks.h"

namespace seedc::data {

base::Result<void> read_json_file(const std::string& file, LoadLog& log, const base::Call& call,
                                  const std::function<void(JsonObject)>& visit) {
  const base::Result<LineBlock> content = read_document(file, call);
  if (!content) return tl::unexpected(content.error());
  log.begin_file(file);
  JsonParser parser;
  const auto root = parser.parse(content->text);
  if (!root) {
    log.skip(0, std::string(root.error()));
  } else if (const auto object = object_of(*root)) {
    visit(*object);
  } else {
    log.skip(0, "not an object");
  }
  return {};
}

}  // namespace seedc::data
