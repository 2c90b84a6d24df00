// Evaluates the rows SEEDC_NO_EFFECT of conditions.def on an evidence object.
#include "compiler/check/no_effect.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace seedc::check {
namespace {

using ast::Json;

/// The value of an option; a null pointer if it is absent or null.
const Json* find_in(const Json& object, std::string_view key) {
  const Json* value = object.find(key);
  return value != nullptr && value->kind != Json::Kind::Null ? value : nullptr;
}

/// In which evidence a row's options change nothing: where an option is given, or is not.
struct When {
  std::string_view option = {};  ///< empty: always
  bool is_given = true;
  std::string_view member = {};  ///< if not empty, this member of the option counts
  std::string_view word = {};    ///< if not empty, the option counts where it is this word
  std::vector<std::string_view> absent = {};  ///< options of which none is given

  bool holds_in(const Json& evidence) const {
    if (std::ranges::any_of(absent, [&](auto key) { return find_in(evidence, key) != nullptr; }))
      return false;
    if (option.empty()) return true;
    const Json* value = find_in(evidence, option);
    if (value != nullptr && !member.empty()) value = find_in(*value, member);
    const bool counts = value != nullptr && (word.empty() || value->text == word);
    return counts == is_given;
  }
};

When always() { return {}; }
When beside(std::string_view option) { return {.option = option}; }
When beside_member(std::string_view option, std::string_view member) {
  return {.option = option, .member = member};
}
When with(std::string_view option, std::string_view word) {
  return {.option = option, .word = word};
}
When without(std::string_view option, std::string_view word = {}) {
  return {.option = option, .is_given = false, .word = word};
}

When without_any(std::vector<std::string_view> options) { return {.absent = std::move(options)}; }

struct Row {
  language::EvidenceKind kind;
  When when;
  std::string_view where;
  std::string_view help;
  std::vector<std::string_view> options;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
#define SEEDC_NO_EFFECT(kind, when, where, help, ...) \
  {language::EvidenceKind::kind, when, where, help, {__VA_ARGS__}},
#include "runtime/language/conditions.def"
  };
  return table;
}

class IdleOptions {
 public:
  IdleOptions(const Json& object, diag::Diagnostics& diagnostics)
      : object_(object), diagnostics_(diagnostics) {}

  void check(language::EvidenceKind kind) {
    for (const Row& row : rows()) {
      if (row.kind != kind || !row.when.holds_in(object_)) continue;
      for (const std::string_view option : row.options) report(option, row.where, row.help);
    }
    circle();
  }

 private:
  /// Nobody is within any number of hops of nobody.
  void circle() {
    const Json* filter = find_in(object_, "social_filter");
    if (filter == nullptr) return;
    const Json* friends = find_in(*filter, "friends");
    if (friends != nullptr && !friends->elements.empty()) return;
    IdleOptions(*filter, diagnostics_)
        .report("hops", "without `friends`", "name the people around whom the circle is");
  }

  /// Warns of the option if it is given, once.
  void report(std::string_view key, std::string_view where, std::string_view help) {
    const auto member = std::ranges::find(object_.members, key, &Json::Member::key);
    if (find_in(object_, key) == nullptr || member == object_.members.end()) return;
    if (std::ranges::find(reported_, key) != reported_.end()) return;
    reported_.push_back(key);
    diagnostics_.report(diag::DiagCode::NoEffect, member->key_span, key, where).help = help;
  }

  const Json& object_;
  diag::Diagnostics& diagnostics_;
  std::vector<std::string_view> reported_;
};

}  // namespace

void report_no_effect(const Json& evidence, language::EvidenceKind kind,
                      diag::Diagnostics& diagnostics) {
  IdleOptions(evidence, diagnostics).check(kind);
}

}  // namespace seedc::check
