// Taking lines apart into records.
#include "runtime/data/records.h"

namespace seedc {
namespace {

using Visit = std::function<void(const Record&)>;

/// The members that loading itself looks at, of equal keys the last.
struct Members {
  std::optional<JsonElement> business_id, review_id, user_id, user, text;

  explicit Members(JsonObject object) {
    for (const auto field : object) {
      if (auto* slot = slot_of(field.key)) *slot = field.value;
    }
  }

 private:
  std::optional<JsonElement>* slot_of(std::string_view key) {
    if (key == "business_id") return &business_id;
    if (key == "review_id") return &review_id;
    if (key == "user_id") return &user_id;
    if (key == "user") return &user;
    return key == "text" ? &text : nullptr;
  }
};

std::optional<std::string_view> string_of(const std::optional<JsonElement>& element) {
  return element ? seedc::string_of(*element) : std::nullopt;
}

Record broken(std::string_view reason) {
  Record record;
  record.reason = reason;
  return record;
}

Record item_record(JsonElement element, const Members& members) {
  const auto id = string_of(members.business_id);
  if (!id) return broken("no string `business_id`");
  return {Record::Kind::Item, element, *id};
}

Record user_record(JsonElement element, const Members& members) {
  const auto id = string_of(members.user_id);
  if (!id) return broken("no string `user_id`");
  return {Record::Kind::User, element, *id};
}

Record review_record(JsonElement element, const Members& members,
                     std::optional<std::string_view> owner) {
  const auto id = string_of(members.review_id);
  if (!id) return broken("no string `review_id`");
  if (!owner) return broken("no string `business_id`");
  const bool has_user = members.user && !members.user->is_null();
  return {Record::Kind::Review,
          element,
          *id,
          *owner,
          string_of(members.text).value_or(""),
          has_user ? std::nullopt : string_of(members.user_id)};
}

/// Makes a record of an object; all else is broken.
template <class Make>
Record record_of(JsonElement element, Make make) {
  const auto object = object_of(element);
  return object ? make(element, Members(*object)) : broken("no object");
}

/// A review belongs to the business of its line, whatever its own business_id.
void visit_bundle(JsonElement root, const Visit& visit) {
  if (!root.is_object()) return visit(broken("no object"));
  const auto business = member(root, "business");
  const Record item = business ? record_of(*business, item_record) : broken("no object `business`");
  visit(item);
  const auto reviews = member(root, "reviews");
  if (!reviews || reviews->is_null()) return;
  const auto list = array_of(*reviews);
  if (!list) return visit(broken("`reviews` is no list"));
  const auto owned_by_item = [&](JsonElement element, const Members& members) {
    return review_record(element, members, item.id);
  };
  for (const JsonElement review : *list) visit(record_of(review, owned_by_item));
}

}  // namespace

void visit_records(FileKind kind, std::string_view line, JsonParser& parser, const Visit& visit) {
  const auto root = parser.parse(line);
  if (!root) return visit(broken(root.error()));
  const auto with_own_id = [](JsonElement element, const Members& members) {
    return review_record(element, members, string_of(members.business_id));
  };
  switch (kind) {
    case FileKind::Items:
      return visit(record_of(*root, item_record));
    case FileKind::Users:
      return visit(record_of(*root, user_record));
    case FileKind::Reviews:
      return visit(record_of(*root, with_own_id));
    case FileKind::Bundle:
      return visit_bundle(*root, visit);
  }
}

}  // namespace seedc
