// Conditions: each rule of semantics.md section 3 as a struct, generated from conditions.def. The
// IR and the plan hold the same values. Fields are typed, defaults are filled in, and options that
// cannot matter are left out, so that equal conditions are equal values. They own their parts and
// are independent of any dataset.
//
// To visit the open list use std::visit, or for_each_field where only the types of fields matter:
//
//   if (const Circle* circle = find_field<Circle>(condition).value) …
//
// To add a condition: a row in conditions.def; compile errors show the rest (compiler/README.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "runtime/language/required_literals.h"
#include "runtime/language/tri.h"
#include "runtime/language/value.h"

namespace seedc::language {

/// A regular expression, ready for an engine: case-insensitive, with Unicode classes.
struct Pattern {
  std::string source;  ///< as written (Python's dialect); may be empty
  /// The same in PCRE2's dialect (options UTF, UCP, CASELESS). Set in the plan; empty in the IR.
  std::string pcre2;
  /// Literals that every match contains; std::nullopt if there are none worth searching for. Set in
  /// the plan.
  std::optional<RequiredLiterals> required = std::nullopt;
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// The people around `friends`: within `hops` (1 or 2; 0 if unused) of one of them.
struct Circle {
  std::vector<std::string> friends;
  int hops = 1;
  friend bool operator==(const Circle&, const Circle&) = default;
};

// The enumerations of fields, and their words.

#define SEEDC_WORD(id, ...) id,
#define SEEDC_CHOICE(Enum, ...) enum class Enum : std::uint8_t { __VA_ARGS__ };
#include "runtime/language/conditions.def"
#undef SEEDC_WORD

struct ChoiceWord {
  std::string_view word;  ///< as a program writes it
  std::string_view sign;  ///< as a message writes it
};

#define SEEDC_WORD(id, word, sign) ChoiceWord{word, sign},
#define SEEDC_CHOICE(Enum, ...)                            \
  constexpr auto words_table(std::type_identity<Enum>) {   \
    return std::to_array<const ChoiceWord>({__VA_ARGS__}); \
  }
#include "runtime/language/conditions.def"
#undef SEEDC_WORD

/// An enumeration of conditions.def.
template <class Enum>
concept Choice = requires { words_table(std::type_identity<Enum>()); };

/// The words of an enumeration, in the order of its values.
template <Choice Enum>
std::span<const ChoiceWord> words_of() {
  static constexpr auto kWords = words_table(std::type_identity<Enum>());
  return kWords;
}
template <Choice Enum>
std::string_view word_of(Enum value) {
  return words_of<Enum>()[static_cast<std::size_t>(value)].word;
}
template <Choice Enum>
std::string_view sign_of(Enum value) {
  return words_of<Enum>()[static_cast<std::size_t>(value)].sign;
}
/// The value of a word; std::nullopt if the enumeration does not have it.
template <Choice Enum>
std::optional<Enum> choice_of(std::string_view word) {
  const auto words = words_of<Enum>();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].word == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// A test of the value at a path of a review.
struct MatchCondition {
  Path path;
  MatchTest test = MatchTest::NotEmpty;
  Value value = {};  ///< null for NotEmpty; of comparisons a number or a string
  friend bool operator==(const MatchCondition&, const MatchCondition&) = default;
};

// The conditions.

#define SEEDC_FIELD(type, member, otherwise, ...) type member = otherwise;
#define SEEDC_CONDITION(Name, mnemonic, kind, stage, subject, ...) \
  struct Name {                                                    \
    __VA_ARGS__                                                    \
    friend bool operator==(const Name&, const Name&) = default;    \
  };
#include "runtime/language/conditions.def"
#undef SEEDC_FIELD

template <class Ignored, class... Conditions>
struct VariantOf {
  using Type = std::variant<Conditions...>;
};

using Condition = VariantOf<void
#define SEEDC_CONDITION(Name, ...) , Name
#include "runtime/language/conditions.def"
                            >::Type;

// Calls `visit(name, field)` for each field of a condition, in order; `name` is that of the
// attribute in the text of the IR, empty for a circle.
#define SEEDC_FIELD(type, member, otherwise, name) visit(std::string_view(name), condition.member);
#define SEEDC_CONDITION(Name, mnemonic, kind, stage, subject, ...) \
  template <class T, class Visit>                                  \
    requires std::is_same_v<std::remove_const_t<T>, Name>          \
  void for_each_field(T& condition, Visit&& visit) {               \
    __VA_ARGS__                                                    \
  }
#include "runtime/language/conditions.def"
#undef SEEDC_FIELD

// Calls `visit(field)` for each field of a condition but those of its verdict: the fields that say
// how each review votes.
#define SEEDC_FIELD(type, member, ...) visit(condition.member);
#define SEEDC_VERDICT_FIELD(...)
#define SEEDC_CONDITION(Name, mnemonic, kind, stage, subject, ...) \
  template <class Visit>                                           \
  void for_each_vote_field([[maybe_unused]] const Name& condition, \
                           [[maybe_unused]] Visit&& visit) {       \
    __VA_ARGS__                                                    \
  }
#include "runtime/language/conditions.def"
#undef SEEDC_FIELD

/// A field of a condition; a null pointer if it has no field of the type, or its value is absent.
template <class Field>
struct FoundField {
  std::string_view name;
  const Field* value = nullptr;
};

/// The field of that type, of which a condition has at most one: its Path, Pattern or Circle, or
/// its list of MatchConditions.
template <class Field>
FoundField<Field> find_field(const Condition& condition) {
  FoundField<Field> found;
  const auto look_at = [&]<class T>(std::string_view name, const T& field) {
    if constexpr (std::is_same_v<T, Field>) {
      found = {name, &field};
    } else if constexpr (std::is_same_v<T, std::optional<Field>>) {
      found = {name, field ? &*field : nullptr};
    }
  };
  std::visit([&](const auto& each) { for_each_field(each, look_at); }, condition);
  return found;
}

/// Calls `visit(path)` for every path that a condition reads.
template <class Visit>
void for_each_path(const Condition& condition, const Visit& visit) {
  const auto look_at = [&]<class T>(std::string_view, const T& field) {
    if constexpr (std::is_same_v<T, Path>) {
      visit(field);
    } else if constexpr (std::is_same_v<T, std::vector<MatchCondition>>) {
      for (const MatchCondition& each : field) visit(each.path);
    }
  };
  std::visit([&](const auto& each) { for_each_field(each, look_at); }, condition);
}

/// The data that a condition needs. Stages run in this order, and each looks only at the items that
/// the earlier ones leave undecided.
enum class Stage : std::uint8_t { Items, Reviews, Texts };
constexpr std::size_t kStageCount = 3;
Stage stage_of(const Condition& condition);

#define SEEDC_CONDITION(Name, mnemonic, kind, stage, ...) \
  constexpr Stage table_stage(std::type_identity<Name>) { return Stage::stage; }
#include "runtime/language/conditions.def"

/// The stage in the row of a type of condition.
template <class T>
constexpr Stage kStageOf = table_stage(std::type_identity<T>());

/// What a condition is about.
enum class Subject : std::uint8_t {
  Item,      ///< what the item is
  Review,    ///< what reviews say, by whomever or by a circle
  Reviewer,  ///< the worth of reviewers, or how their reviews were judged
};
Subject subject_of(const Condition& condition);

/// Which rules that hold of every condition of a program this one breaks, in words. There is none
/// unless it was read from the text of the IR.
std::vector<std::string_view> broken_invariants(const Condition& condition);

/// The name in the text of the IR: `meta.match`.
std::string_view mnemonic_of(const Condition& condition);
/// The condition of that name with default fields; std::nullopt if there is none.
std::optional<Condition> default_condition(std::string_view mnemonic);

// The kinds of evidence.

enum class EvidenceKind : std::uint8_t {
#define SEEDC_EVIDENCE(id, ...) id,
#include "runtime/language/conditions.def"
};

enum class OptionType : std::uint8_t {
  Any,             ///< any value
  Path,            ///< a list of keys, or one key; a shorthand may write words: attributes.HasTV
  Text,            ///< a string
  Pattern,         ///< a string, read as a regular expression
  Hours,           ///< a string: H:M-H:M
  Time,            ///< a string: H:M
  True,            ///< the boolean true
  Tri,             ///< -1, 0 or 1
  Number,          ///< finite
  Percentile,      ///< a number from 0 to 100
  NumberOrText,    ///< a number or a string
  Integer,         ///< of 64 bits
  IntegerFromOne,  ///< the same, at least 1
  Hops,            ///< 1 or 2
  Names,           ///< a list of strings
  Words,           ///< one of OptionInfo::words, which a shorthand may write as it is
  Object,          ///< with options of its own
  Comparisons,     ///< a list of such objects: a path, a word of MatchTest, a value
  Ignored,         ///< accepted without effect
};

struct OptionInfo {
  std::string_view name;
  OptionType type = OptionType::Any;
  std::string_view documentation;
  bool is_leading = false;            ///< may be given without its name in a shorthand call
  std::span<const ChoiceWord> words;  ///< for type Words
  std::vector<OptionInfo> members;    ///< for types Object and Comparisons
  bool is_spread = false;             ///< Object: a shorthand call may write its members beside it
};

struct EvidenceInfo {
  std::string_view name;
  std::string_view documentation;
  std::vector<OptionInfo> options;
  std::vector<std::string_view> leading;  ///< names of the options that may be given without a name
  const OptionInfo* comparisons =
      nullptr;  ///< the option that a shorthand writes as `path >= value`
};

const EvidenceInfo& info(EvidenceKind kind);
EvidenceKind kind_of(const Condition& condition);
std::optional<EvidenceKind> find_evidence_kind(std::string_view name);
/// The names of all kinds, for suggestions.
std::span<const std::string> evidence_kind_names();

/// The option of that name among `options`, or a null pointer.
const OptionInfo* find_option(std::span<const OptionInfo> options, std::string_view name);
/// The values that an option accepts: `a number`, `gte, gt, lte or lt`.
std::string values_of(const OptionInfo& option);

/// Whether any kind has an option with that key and type. `owner` is the option whose object
/// contains the key; empty for the evidence object itself.
bool is_option_of(OptionType type, std::string_view owner, std::string_view key);

}  // namespace seedc::language
