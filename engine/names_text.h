// Names by convention as text: those that a dataset offers, and how one name is resolved.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/resolve/convention.h"
#include "engine/report/layout.h"
#include "runtime/language/tri.h"

namespace seedc::engine {

/// How many items satisfy a condition, fail it, and are unknown.
struct Tally {
  std::uint64_t yes = 0;
  std::uint64_t no = 0;
  std::uint64_t unknown = 0;
};

struct CountedName {
  resolve::Reading reading;
  Tally tally;
  /// Of a condition on items: its value where what it looks at is missing.
  std::optional<language::Tri> missing = {};
};

/// How a name is read on a dataset.
struct NameExplanation {
  std::string name;
  std::vector<CountedName> readings;     ///< none: it is unknown; several: it is ambiguous
  std::vector<resolve::Reading> others;  ///< less direct ones, which lose against `readings`
  std::string help;                      ///< for an unknown name
  std::vector<std::string> nearest;      ///< names like an unknown one, the nearest first
};

/// The part of a list of names that a reading belongs to: attributes, values, categories, hours or
/// kTopicNames.
std::string_view group_of(const resolve::Reading& reading);
constexpr std::string_view kTopicNames = "judged topics";

/// A table per group.
std::string names_table(std::span<const CountedName> names, const report::Layout& layout);
/// `{"names": [{"name", "meaning", "evidence", "origin", "notes", "items", "missing", "group"}],
/// …subjects}`
std::string names_json(std::span<const CountedName> names, language::Dict subjects);
/// The forms of names that contain free words or numbers.
std::string name_forms_table(const report::Layout& layout);
/// A library of conditions: `{name: evidence}`, one per line, each with how many items satisfy it.
std::string name_library(std::span<const CountedName> names);

std::string explanation_text(const NameExplanation& explanation);
std::string explanation_json(const NameExplanation& explanation);

}  // namespace seedc::engine
