// Parses blocks of lines into records and tables.
#include "runtime/data/jsonl/block_parser.h"

#include <algorithm>

#include "runtime/data/model/user_friends.h"

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

std::span<const ColumnSpec> text_key_columns(const RecordLayout& layout) {
  static const ColumnSpec kKeys{.path = {}, .form = ColumnSpec::Form::Node};
  return {&kKeys, layout.searches ? std::size_t{1} : 0};
}

ParsedBlock BlockParser::parse(const LineBlock& block, FileKind kind, Arena spare) {
  ParsedBlock result(layout_, call_, std::move(spare));
  // What is made of a line is about as large as the line, until it is known.
  result.charge.add(block.text.size());
  const CodingTools tools{reader_.tokens(), reader_.parser(), result.others, memory_,
                          block.text.size()};
  RowCoders coders{{layout_.item_columns, result.items, tools},
                   {layout_.review_columns, result.reviews, tools},
                   {layout_.review_columns, result.users, tools}};
  result.byte_count = block.text.size();
  result.stored_bytes = block.stored_bytes;
  result.records.reserve(usual_records_);
  result.line_count = reader_.read(kind, block.text, [&](const Record& record, std::uint64_t line) {
    add_own(record, result);
    result.records.push_back(parsed(record, line, result, coders));
  });
  result.charge.set(base::bytes_of(result.records) + result.items.bytes() + result.reviews.bytes() +
                    result.users.bytes() + result.text_keys.bytes());
  usual_records_ = std::max(usual_records_, result.records.size() + result.records.size() / 8);
  return result;
}

void BlockParser::add_own(const Record& record, ParsedBlock& block) const {
  OwnText own{.record = block.records.size(), .friend_graph = {}, .judgements = {}};
  if (layout_.own_friends && !record.friend_graph.is_nothing())
    own.friend_graph = block.others.store(record.friend_graph.text());
  if (layout_.own_judgements && !record.judgements.is_nothing())
    own.judgements = block.others.store(record.judgements.text());
  if (!own.friend_graph.empty() || !own.judgements.empty()) block.own_texts.push_back(own);
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
  if (layout_.texts && record.kind == Record::Kind::Review) parsed.text = text_of(record, block);
  parsed.has_odd_text = record.has_odd_text;
  parsed.row = add_row(record, parsed.id.text, coders);
  if (layout_.friends && record.kind == Record::Kind::User) {
    parsed.user = static_cast<std::uint32_t>(block.friends.size());
    block.friends.push_back(friends_of(record, block.others));
  }
  return parsed;
}

std::string_view BlockParser::text_of(const Record& review, ParsedBlock& block) {
  const JsonTokens& tokens = reader_.tokens();
  if (!searcher_) return tokens.store(review.text, layout_.texts_beside ? block.others : memory_);
  std::string_view text = review.text.is_nothing() ? std::string_view() : review.text.inside();
  if (!review.text.is_nothing() && !review.text.is_plain_string()) {
    decoded_.clear();
    text = tokens.store(review.text, decoded_);
  }
  const std::string_view key = searcher_->key_of(text);
  const std::uint32_t code = block.text_keys.dictionary(0).code_of(
      hashed(key), [&] { return key.empty() ? language::Value() : language::Value(true); },
      [&](std::string_view new_key) { return block.others.store(new_key); });
  block.text_keys.add_row({&code, 1});
  if (!searcher_->is_decided()) return memory_.store(text);
  return text.empty() ? text : kNotKept;
}

ParsedFriends BlockParser::friends_of(const Record& user, Arena& memory) {
  JsonTokens& tokens = reader_.tokens();
  ParsedFriends parsed{.name = tokens.store(user.name, memory)};
  if (user.friends.is_string()) {
    for (const std::string_view id : ids_in(tokens.store(user.friends, memory)))
      parsed.ids.push_back(hashed(id));
  } else if (user.friends.is_array()) {
    JsonCursor json = tokens.walk(user.friends.text());
    json.array([&] {
      const JsonText id = json.value();
      if (id.is_string()) return parsed.ids.push_back(hashed(tokens.store(id, memory)));
      parsed.reason = "a friend is not a string";
    });
  } else if (!user.friends.is_nothing() && !user.friends.is_null()) {
    parsed.reason = "`friends` is neither a list nor a string";
  }
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
