// A list is made of whole rows: those of `where`, then in order, then cut off.
#include "test/differential/plain/formula_lists.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "test/differential/plain/reading.h"

namespace seedc::plain {
namespace {

/// A value of a row: JSON, null if it is missing, and of a row value that is null why.
struct ListPart {
  Json value;
  std::optional<language::NullCause> cause;
};

/// An integer that is no integer of 64 bits is a real.
Json with_reals(const Json& value) {
  if (is_real(value)) return value.get<double>();
  Json copy = value;
  if (value.is_structured()) {
    for (Json& element : copy) element = with_reals(element);
  }
  return copy;
}

ListPart part_at(const std::string& path, const Scope& scope, const Row& row) {
  if (path[0] == '$') {
    const Scalar value = value_of_row_name(path.substr(1), scope, row);
    const Null* null = null_of(value);
    return {json_of(value), null == nullptr ? std::nullopt : std::optional(null->cause)};
  }
  const Path keys = keys_of(path);
  if (keys[0] == "meta" && path != "meta.year")
    return {with_reals(value_at(*row.review, Path(keys.begin() + 1, keys.end()))), {}};
  if (keys.size() == 3 && keys[2] == "quote") {
    const Json& quote = member(*row.extraction, keys[1] + ".quote");
    return {quote.is_string() ? quote : Json(), {}};
  }
  return {json_of(value_of_name(keys, scope.formula, &row, scope.item)), {}};
}

struct ListRow {
  Json value;
  Json order;
};

/// Numbers, then strings, then all else, then what is missing.
int rank_of(const Json& value) {
  if (value.is_number()) return 0;
  if (value.is_string()) return 1;
  return value.is_null() ? 3 : 2;
}

Scalar scalar_of_number(const Json& number) {
  if (number.is_number_float()) return number.get<double>();
  return number.get<std::int64_t>();
}

/// Whether one number is less than another, both exactly as they are.
bool is_less(const Json& a, const Json& b) {
  if (a.is_number_float() == b.is_number_float())
    return holds(compare(scalar_of_number(a), Operator::Lt, scalar_of_number(b)));
  const auto exact = [](const Json& number) {
    return number.is_number_float() ? static_cast<long double>(number.get<double>())
                                    : static_cast<long double>(number.get<std::int64_t>());
  };
  return exact(a) < exact(b);
}

bool comes_before(const Json& a, const Json& b, bool descending) {
  if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
  const Json& low = descending ? b : a;
  const Json& high = descending ? a : b;
  if (rank_of(a) == 0) return is_less(low, high);
  return rank_of(a) == 1 && low.get<std::string>() < high.get<std::string>();
}

void sort_rows(std::vector<ListRow>& rows, bool descending) {
  std::stable_sort(rows.begin(), rows.end(), [&](const ListRow& a, const ListRow& b) {
    return comes_before(a.order, b.order, descending);
  });
}

/// The value of an element, and of what it is made.
std::vector<std::string> paths_of(const ast::Json& field) {
  if (field.kind == ast::Json::Kind::String) return {field.text};
  std::vector<std::string> paths;
  for (const auto& entry : field.members) paths.push_back(entry.value.text);
  return paths;
}

}  // namespace

Json list_of(const ast::Json& step, const Scope& scope, ListCounts& counts) {
  const ast::Json& field = *step.find("field");
  const bool is_plain = field.kind == ast::Json::Kind::String;
  const std::vector<std::string> paths = paths_of(field);
  const ast::Json* order_by = step.find("order_by");
  std::string order, direction;
  if (order_by != nullptr) std::istringstream(order_by->text) >> order >> direction;
  std::vector<ListRow> rows;
  for (const Row& row : scope.rows) {
    if (!passes(step.find("where"), scope, row)) continue;
    std::vector<ListPart> parts;
    for (const std::string& path : paths) parts.push_back(part_at(path, scope, row));
    const ListPart key = order.empty() ? ListPart() : part_at(order, scope, row);
    std::vector<ListPart> all = parts;
    all.push_back(key);
    const auto counted = std::find_if(all.begin(), all.end(), [](const ListPart& part) {
      return part.cause && *part.cause != language::NullCause::Missing;
    });
    if (counted != all.end()) ++counts.nulls[*counted->cause];
    Json value = parts[0].value;
    if (!is_plain) {
      value = Json::object();
      for (std::size_t i = 0; i < parts.size(); ++i) value[field.members[i].key] = parts[i].value;
    }
    if (!value.is_null()) rows.push_back({value, key.value});
  }
  if (!order.empty()) sort_rows(rows, direction == "desc");
  const ast::Json* given = step.find("limit");
  const std::size_t limit = given == nullptr ? 10 : std::stoul(given->text);
  if (rows.size() > limit) {
    counts.beyond_limit += rows.size() - limit;
    rows.resize(limit);
  }
  Json list = Json::array();
  for (const ListRow& row : rows) list.push_back(row.value);
  return list;
}

}  // namespace seedc::plain
