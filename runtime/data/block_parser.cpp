// Parsing of blocks.
#include "runtime/data/block_parser.h"

namespace seedc {
namespace {

std::vector<Path> paths_of(const std::vector<ColumnSpec>& columns) {
  std::vector<Path> paths;
  for (const ColumnSpec& column : columns) paths.push_back(column.path);
  return paths;
}

class BlockParser {
 public:
  BlockParser(const RecordLayout& layout, std::uint64_t byte_count)
      : layout_(layout), block_(layout) {
    block_.byte_count = byte_count;
  }

  void add(const Record& record) {
    ParsedRecord& parsed = block_.records.emplace_back();
    parsed.kind = record.kind;
    parsed.line = block_.line_count;
    parsed.reason = record.reason;
    parsed.id = block_.ids.store(record.id);
    parsed.owner = block_.ids.store(record.owner);
    if (record.user_id) parsed.user_id = block_.ids.store(*record.user_id);
    if (layout_.texts) parsed.text = block_.texts.store(record.text);
    parsed.row = add_row(record);
  }

  void end_line() { ++block_.line_count; }
  ParsedBlock take() { return std::move(block_); }

 private:
  std::uint32_t add_row(const Record& record) {
    switch (record.kind) {
      case Record::Kind::Item:
        layout_.item_paths.locate(record.element, places_);
        return block_.items.add_row(places_);
      case Record::Kind::Review:
        layout_.review_paths.locate(record.element, places_);
        return block_.reviews.add_row(places_);
      case Record::Kind::User:
        if (!layout_.users.contains(record.id)) return Table::kNoRow;
        layout_.review_paths.locate_under("user", record.element, places_);
        return block_.users.add_row(places_);
      case Record::Kind::Broken:
        return Table::kNoRow;
    }
    return Table::kNoRow;
  }

  const RecordLayout& layout_;
  ParsedBlock block_;
  std::vector<Place> places_;
};

}  // namespace

RecordLayout::RecordLayout(std::vector<ColumnSpec> items, std::vector<ColumnSpec> reviews,
                           bool with_texts)
    : item_columns(std::move(items)),
      review_columns(std::move(reviews)),
      item_paths(paths_of(item_columns)),
      review_paths(paths_of(review_columns)),
      texts(with_texts) {}

ParsedBlock parse_block(const LineBlock& block, FileKind kind, const RecordLayout& layout,
                        JsonParser& parser) {
  BlockParser builder(layout, block.text.size());
  const auto add = [&](const Record& record) { builder.add(record); };
  for (std::string_view rest = block.text; !rest.empty(); builder.end_line()) {
    const std::string_view line = take_line(rest);
    if (!is_blank(line)) visit_records(kind, line, parser, add);
  }
  return builder.take();
}

}  // namespace seedc
