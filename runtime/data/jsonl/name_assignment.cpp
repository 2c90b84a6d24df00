// Puts assigned names into columns.
#include "runtime/data/jsonl/name_assignment.h"

#include <algorithm>

#include "runtime/language/text.h"

namespace seedc::data {
namespace {

/// Replaces the values of some rows; equal replacements of equal values share a code.
class Replacement {
 public:
  explicit Replacement(Column& column) : column_(column), row_codes_(column.codes.own()) {}

  template <class MakeValue>
  void replace(std::uint32_t row, const std::string& name, MakeValue make_value) {
    std::uint32_t& code = row_codes_[row];
    const auto [known, is_new] = codes_.try_emplace({code, name}, 0);
    if (is_new) known->second = code_for(make_value(column_.values[code]));
    code = known->second;
  }

 private:
  std::uint32_t code_for(language::Value value) {
    if (value.is_null()) return 0;
    column_.values.push_back(std::move(value));
    return static_cast<std::uint32_t>(column_.values.size() - 1);
  }

  Column& column_;
  std::vector<std::uint32_t>& row_codes_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> codes_;
};

language::Value renamed(const language::Value& user, const std::string& name) {
  const auto* dict = user.as<language::Dict>();
  language::Dict result = dict != nullptr ? *dict : language::Dict();
  language::insert_or_assign(result, kNamePath.back(), name);
  return result;
}

}  // namespace

AssignedNames assigned_reviews(const std::vector<NameAssignment>& assignments,
                               std::span<const std::uint32_t> review_begins) {
  AssignedNames names;
  const std::size_t item_count = review_begins.size() - 1;
  for (const NameAssignment& assignment : assignments) {
    if (assignment.item >= item_count) continue;
    const std::uint32_t begin = review_begins[assignment.item];
    if (assignment.review >= review_begins[assignment.item + 1] - begin) continue;
    names.insert_or_assign(begin + static_cast<std::uint32_t>(assignment.review), assignment.name);
  }
  return names;
}

bool is_named(const language::Path& path) {
  const std::size_t common = std::min(path.size(), kNamePath.size());
  return common > 0 && std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(common),
                                  kNamePath.begin());
}

void assign_names(const language::Path& path, const AssignedNames& names, Column& column) {
  if (!is_named(path) || names.empty()) return;
  Replacement replacement(column);
  for (const auto& [row, name] : names) {
    replacement.replace(row, name, [&, &name = name](const language::Value& old) {
      if (path.size() < kNamePath.size()) return renamed(old, name);
      return language::value_at(language::Dict{{kNamePath.back(), name}},
                                language::Path(path.begin() + 1, path.end()));
    });
  }
}

void assign_names_as_written(const AssignedNames& names, Column& column) {
  if (names.empty()) return;
  Replacement replacement(column);
  for (const auto& [row, name] : names) {
    replacement.replace(row, name,
                        [&name = name](const language::Value&) { return language::Value(name); });
  }
}

}  // namespace seedc::data
