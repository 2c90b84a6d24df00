// Splits lines into records.
#include "runtime/data/jsonl/records.h"

#include "runtime/data/jsonl/line_blocks.h"

namespace seedc::data {
namespace {

/// The members that loading itself needs; their places follow those of the requested paths.
namespace item_member {
enum : std::uint8_t { kWhole, kBusinessId };
}
namespace review_member {
enum : std::uint8_t { kWhole, kReviewId, kBusinessId, kUserId, kUser, kText };
}
namespace user_member {
enum : std::uint8_t { kWhole, kUserId, kName, kFriends };
}
namespace bundle_member {
enum : std::uint8_t { kBusiness, kReviews, kFriendGraph, kJudgements };
}

std::vector<language::Path> with(std::vector<language::Path> paths,
                                 std::initializer_list<language::Path> members) {
  paths.insert(paths.end(), members);
  return paths;
}

std::vector<std::size_t> numbers_of_text(const std::vector<language::Path>& paths) {
  std::vector<std::size_t> numbers;
  for (std::size_t number = 0; number < paths.size(); ++number) {
    if (!paths[number].empty() && paths[number].front() == "text") numbers.push_back(number);
  }
  return numbers;
}

/// Takes lines off `rest`, few enough that their tokens stay in the processor's cache.
std::string_view take_piece(std::string_view& rest) {
  constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
  const std::size_t end = rest.size() <= kPieceBytes ? rest.npos : rest.find('\n', kPieceBytes);
  const std::string_view piece = rest.substr(0, end == rest.npos ? end : end + 1);
  rest.remove_prefix(piece.size());
  return piece;
}

Record broken(std::string_view reason) {
  Record record;
  record.reason = reason;
  return record;
}

}  // namespace

RecordPaths::RecordPaths(std::vector<language::Path> item_paths,
                         std::vector<language::Path> review_paths)
    : item_path_count_(item_paths.size()),
      review_path_count_(review_paths.size()),
      text_paths_(numbers_of_text(review_paths)),
      items_(with(std::move(item_paths), {{}, {"business_id"}})),
      reviews_(with(std::move(review_paths),
                    {{}, {"review_id"}, {"business_id"}, {"user_id"}, {"user"}, {"text"}})),
      users_({{}, {"user_id"}, {"name"}, {"friends"}}),
      bundles_({{"business"}, {"reviews"}, {"friend_graph"}, {"judgements"}}) {}

RecordReader::RecordReader(const RecordPaths& paths)
    : paths_(paths),
      items_(paths.items_),
      reviews_(paths.reviews_),
      users_(paths.users_),
      bundles_(paths.bundles_) {}

std::uint64_t RecordReader::read(FileKind kind, std::string_view lines, const Visit& visit) {
  std::uint64_t number = 0;
  while (!lines.empty()) number = read_piece(kind, take_piece(lines), number, visit);
  return number;
}

std::uint64_t RecordReader::read_piece(FileKind kind, std::string_view lines, std::uint64_t number,
                                       const Visit& visit) {
  KnownLayouts& layouts = lines_of(kind).layouts;
  tokens_.begin(lines);
  for (std::string_view rest = lines; !rest.empty(); ++number) {
    const auto visit_record = [&](const Record& record) { visit(record, number); };
    if (LineLayout* layout = layouts.match(rest)) {
      const auto size = static_cast<std::size_t>(layout->end() - rest.data());
      rest.remove_prefix(std::min(size + 1, rest.size()));
      visit_line(kind, layout->places(), visit_record);
      continue;
    }
    const std::string_view line = take_line(rest);
    if (is_blank(line)) continue;
    if (tokens_.find(line)) {
      read_line(kind, line, visit_record);
    } else {
      visit_record(broken_line(line));
    }
  }
  return number;
}

RecordReader::Lines& RecordReader::lines_of(FileKind kind) {
  switch (kind) {
    case FileKind::Items:
      return items_;
    case FileKind::Reviews:
      return reviews_;
    case FileKind::Users:
      return users_;
    case FileKind::Bundle:
      break;
  }
  return bundles_;
}

void RecordReader::read_line(FileKind kind, std::string_view line, const VisitRecord& visit) {
  const JsonCursor begin = tokens_.walk(line);
  if (begin.next() != '{') return visit(broken_line(line));
  Lines& lines = lines_of(kind);
  JsonCursor json = begin;
  const auto places = lines.walk.locate(json);
  if (!json.is_done()) return visit(broken_line(line));
  tokens_.end_walk(json);
  lines.layouts.learn(begin, line, places);
  visit_line(kind, places, visit);
}

void RecordReader::visit_line(FileKind kind, std::span<const Place> places,
                              const VisitRecord& visit) {
  switch (kind) {
    case FileKind::Items:
      return visit(item(places));
    case FileKind::Users:
      return visit(user(places));
    case FileKind::Reviews:
      return visit(review(places, nullptr));
    case FileKind::Bundle:
      return read_bundle(places, visit);
  }
}

/// A review belongs to the business of its line, whatever business_id it has.
void RecordReader::read_bundle(std::span<const Place> line, const VisitRecord& visit) {
  const JsonText business = line[bundle_member::kBusiness].json;
  const JsonText reviews = line[bundle_member::kReviews].json;
  const auto own = [&](std::size_t member) {
    return line[member].json.is_null() ? JsonText() : line[member].json;
  };
  const JsonText friend_graph = own(bundle_member::kFriendGraph);
  const JsonText judgements = own(bundle_member::kJudgements);
  Record owner =
      broken(business.is_nothing() ? "`business` is missing or not an object" : "not an object");
  if (business.is_object()) {
    JsonCursor json = tokens_.walk(business.text());
    owner = item(items_.walk.locate(json));
    owner.friend_graph = friend_graph;
    owner.judgements = judgements;
  }
  visit(owner);
  if (reviews.is_nothing() || reviews.is_null()) return;
  if (!reviews.is_array()) return visit(broken("`reviews` is not a list"));
  JsonCursor json = tokens_.walk(reviews.text());
  json.array([&] {
    if (json.next() == '{') return visit(review(reviews_.walk.locate(json), &owner.id));
    json.value();
    visit(broken("not an object"));
  });
}

Record RecordReader::broken_line(std::string_view line) {
  const auto root = parser_.parse(line);
  return broken(root ? "not an object" : root.error());
}

Record RecordReader::item(std::span<const Place> places) {
  const auto members = places.subspan(paths_.item_path_count_);
  const JsonText& id = members[item_member::kBusinessId].json;
  if (!id.is_string()) return broken("`business_id` is missing or not a string");
  Record record{Record::Kind::Item, members[item_member::kWhole].json, id};
  record.places = places.first(paths_.item_path_count_);
  return record;
}

Record RecordReader::user(std::span<const Place> members) {
  const JsonText& id = members[user_member::kUserId].json;
  if (!id.is_string()) return broken("`user_id` is missing or not a string");
  Record record{Record::Kind::User, members[user_member::kWhole].json, id};
  if (members[user_member::kName].json.is_string()) record.name = members[user_member::kName].json;
  record.friends = members[user_member::kFriends].json;
  return record;
}

Record RecordReader::review(std::span<const Place> places, const JsonText* owner) {
  using namespace review_member;
  const auto members = places.subspan(paths_.review_path_count_);
  const auto member = [&](std::size_t number) -> const JsonText& { return members[number].json; };
  if (!member(kReviewId).is_string()) return broken("`review_id` is missing or not a string");
  if (owner == nullptr && !member(kBusinessId).is_string())
    return broken("`business_id` is missing or not a string");
  Record record{Record::Kind::Review, member(kWhole), member(kReviewId),
                owner == nullptr ? member(kBusinessId) : *owner};
  const JsonText& text = member(kText);
  if (text.is_string()) record.text = text;
  record.has_odd_text = !text.is_string() && !text.is_nothing() && !text.is_null();
  const bool has_user = !member(kUser).is_nothing() && !member(kUser).is_null();
  if (!has_user && member(kUserId).is_string()) record.user_id = member(kUserId);
  record.places = places.first(paths_.review_path_count_);
  if (record.has_odd_text) record.places = without_text(record.places);
  return record;
}

/// A text that is not a string is treated as absent.
std::span<const Place> RecordReader::without_text(std::span<const Place> places) {
  places_without_text_.assign(places.begin(), places.end());
  for (const std::size_t number : paths_.text_paths_) places_without_text_[number] = Place();
  return places_without_text_;
}

std::span<const Place> RecordReader::places_of_user(const Record& user) {
  JsonCursor json = tokens_.walk(user.json.text());
  return reviews_.walk.locate_under("user", json).first(paths_.review_path_count_);
}

}  // namespace seedc::data
