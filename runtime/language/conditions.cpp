// Builds tables from the rows of conditions.def, for lookups by name, by condition and by kind.
#include "runtime/language/conditions.h"

#include <algorithm>

namespace seedc::language {
namespace {

struct ConditionRow {
  std::string_view mnemonic;
  EvidenceKind kind;
  Stage stage;
  Subject subject;
};

/// Indexed like the variant.
constexpr ConditionRow kConditions[] = {
#define SEEDC_CONDITION(Name, mnemonic, kind, stage, subject, ...) \
  {mnemonic, EvidenceKind::kind, Stage::stage, Subject::subject},
#include "runtime/language/conditions.def"
};
static_assert(std::size(kConditions) == std::variant_size_v<Condition>);

const ConditionRow& row_of(const Condition& condition) { return kConditions[condition.index()]; }

struct Invariant {
  bool (*holds)(const Condition& condition);  ///< also of conditions of another type
  std::string_view message;
};

template <class T, class Holds>
constexpr Invariant invariant(Holds, std::string_view message) {
  return {[](const Condition& condition) {
            const auto* c = std::get_if<T>(&condition);
            return c == nullptr || Holds()(*c);
          },
          message};
}

constexpr Invariant kInvariants[] = {
#define SEEDC_INVARIANT(Name, expression, message) \
  invariant<Name>([](const Name& c) { return static_cast<bool>(expression); }, message),
#include "runtime/language/conditions.def"
};

#define SEEDC_OPTION(name, type, documentation, ...) \
  {name, OptionType::type, documentation, false, {}, {__VA_ARGS__}},
#define SEEDC_COMPARISONS(name, documentation, ...) \
  {name, OptionType::Comparisons, documentation, false, {}, {__VA_ARGS__}},
#define SEEDC_SPREAD(name, documentation, ...) \
  {name, OptionType::Object, documentation, false, {}, {__VA_ARGS__}, true},
#define SEEDC_LEADING(name, type, documentation) \
  {name, OptionType::type, documentation, true, {}, {}},
#define SEEDC_WORDS(name, Enum, documentation) \
  {name, OptionType::Words, documentation, false, words_of<Enum>(), {}},
#define SEEDC_IGNORED(name) {name, OptionType::Ignored, {}, false, {}, {}},

std::vector<EvidenceInfo> gather() {
  std::vector<EvidenceInfo> kinds = {
#define SEEDC_EVIDENCE(id, name, documentation, ...) {name, documentation, {__VA_ARGS__}, {}},
#include "runtime/language/conditions.def"
  };
  for (EvidenceInfo& kind : kinds) {
    for (const OptionInfo& option : kind.options) {
      if (option.is_leading) kind.leading.push_back(option.name);
      if (option.type == OptionType::Comparisons) kind.comparisons = &option;
    }
  }
  return kinds;
}

const std::vector<EvidenceInfo>& kinds() {
  static const std::vector<EvidenceInfo> table = gather();
  return table;
}

/// Lists the words: `gte, gt, lte or lt`.
std::string alternatives(std::span<const ChoiceWord> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i].word;
  }
  return text;
}

}  // namespace

Stage stage_of(const Condition& condition) {
  const Stage stage = row_of(condition).stage;
  const bool is_without_pattern =
      stage == Stage::Texts && find_field<Pattern>(condition).value == nullptr;
  return is_without_pattern ? Stage::Reviews : stage;
}

EvidenceKind kind_of(const Condition& condition) { return row_of(condition).kind; }

Subject subject_of(const Condition& condition) { return row_of(condition).subject; }

std::vector<std::string_view> broken_invariants(const Condition& condition) {
  std::vector<std::string_view> messages;
  for (const Invariant& invariant : kInvariants) {
    if (!invariant.holds(condition)) messages.push_back(invariant.message);
  }
  return messages;
}

std::string_view mnemonic_of(const Condition& condition) { return row_of(condition).mnemonic; }

std::optional<Condition> default_condition(std::string_view mnemonic) {
#define SEEDC_CONDITION(Name, text, ...) \
  if (mnemonic == text) return Name();
#include "runtime/language/conditions.def"
  return std::nullopt;
}

const EvidenceInfo& info(EvidenceKind kind) { return kinds()[static_cast<std::size_t>(kind)]; }

std::optional<EvidenceKind> find_evidence_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds(), name, &EvidenceInfo::name);
  if (found == kinds().end()) return std::nullopt;
  return static_cast<EvidenceKind>(found - kinds().begin());
}

std::span<const std::string> evidence_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const EvidenceInfo& kind : kinds()) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

const OptionInfo* find_option(std::span<const OptionInfo> options, std::string_view name) {
  const auto found = std::ranges::find(options, name, &OptionInfo::name);
  return found == options.end() ? nullptr : &*found;
}

std::string values_of(const OptionInfo& option) {
  switch (option.type) {
    case OptionType::Any:
      return "any value";
    case OptionType::Path:
      return "a list of keys, or one key";
    case OptionType::Text:
      return "a string";
    case OptionType::Pattern:
      return "a regular expression";
    case OptionType::Hours:
      return "a time range such as 12:00-17:00";
    case OptionType::Time:
      return "a time such as 23:30";
    case OptionType::True:
      return "true";
    case OptionType::Tri:
      return "-1, 0 or 1";
    case OptionType::Number:
      return "a number";
    case OptionType::Percentile:
      return "a number from 0 to 100";
    case OptionType::NumberOrText:
      return "a number or a string";
    case OptionType::Integer:
      return "an integer";
    case OptionType::IntegerFromOne:
      return "an integer from 1";
    case OptionType::Hops:
      return "1 or 2";
    case OptionType::Names:
      return "a list of names";
    case OptionType::Words:
      return alternatives(option.words);
    case OptionType::Object:
      return "an object";
    case OptionType::Comparisons:
      return "a list of conditions";
    case OptionType::Ignored:
      return "any value, which has no effect";
  }
  return "";
}

bool is_option_of(OptionType type, std::string_view owner, std::string_view key) {
  const auto has = [&](std::span<const OptionInfo> options) {
    const OptionInfo* option = find_option(options, key);
    return option != nullptr && option->type == type;
  };
  return std::ranges::any_of(kinds(), [&](const EvidenceInfo& kind) {
    if (owner.empty()) return has(kind.options);
    const OptionInfo* holder = find_option(kind.options, owner);
    return holder != nullptr && has(holder->members);
  });
}

}  // namespace seedc::language
