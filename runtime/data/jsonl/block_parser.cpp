// Parses blocks of lines into records and tables.
#include "runtime/data/jsonl/block_parser.h"

#include <algorithm>

namespace seedc::data {
namespace {

std::vector<language::Path> paths_of(const std::vector<ColumnSpec>& columns) {
  std::vector<language::Path> paths;
  for (const ColumnSpec& column : columns) paths.push_back(column.path);
  return paths;
}

}  // namespace

RecordLayout::RecordLayout(std::vector<ColumnSpec> items, std::vector<ColumnSpec> reviews,
                           bool with_texts)
    : item_columns(std::move(items)),
      review_columns(std::move(reviews)),
      paths(paths_of(item_columns), paths_of(review_columns)),
      texts(with_texts) {}

ParsedBlock BlockParser::parse(const LineBlock& block, FileKind kind) {
  ParsedBlock result(layout_, call_);
  // What is made of a line is about as large as the line, until it is known.
  result.charge.add(block.text.size());
  const CodingTools tools{reader_.tokens(), reader_.parser(), memory_};
  RowCoders coders{{layout_.item_columns, result.items, tools},
                   {layout_.review_columns, result.reviews, tools},
                   {layout_.review_columns, result.users, tools}};
  result.byte_count = block.text.size();
  result.records.reserve(usual_records_);
  result.line_count = reader_.read(kind, block.text, [&](const Record& record, std::uint64_t line) {
    result.records.push_back(parsed(record, line, result, coders));
  });
  result.charge.set(base::bytes_of(result.records) + result.items.bytes() + result.reviews.bytes() +
                    result.users.bytes());
  usual_records_ = std::max(usual_records_, result.records.size() + result.records.size() / 8);
  return result;
}

ParsedRecord BlockParser::parsed(const Record& record, std::uint64_t line, ParsedBlock& block,
                                 RowCoders& coders) {
  const JsonTokens& tokens = reader_.tokens();
  ParsedRecord parsed;
  parsed.kind = record.kind;
  parsed.line = line;
  parsed.reason = record.reason;
  if (record.kind == Record::Kind::Broken) return parsed;
  parsed.id = hashed(tokens.store(record.id, memory_));
  if (!record.owner.is_nothing()) parsed.owner = hashed(tokens.store(record.owner, block.others));
  if (record.user_id) parsed.user_id = tokens.store(*record.user_id, block.others);
  if (layout_.texts) parsed.text = tokens.store(record.text, memory_);
  parsed.row = add_row(record, parsed.id.text, coders);
  return parsed;
}

std::uint32_t BlockParser::add_row(const Record& record, std::string_view id, RowCoders& coders) {
  switch (record.kind) {
    case Record::Kind::Item:
      return coders.items.add_row(record.places);
    case Record::Kind::Review:
      return coders.reviews.add_row(record.places);
    case Record::Kind::User:
      if (!layout_.users.contains(id)) return Table::kNoRow;
      return coders.users.add_row(reader_.places_of_user(record));
    case Record::Kind::Broken:
      return Table::kNoRow;
  }
  return Table::kNoRow;
}

}  // namespace seedc::data
