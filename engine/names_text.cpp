// Formats names as tables, as JSON and as libraries.
#include "engine/names_text.h"

#include <fmt/format.h>

#include "compiler/check/evidence_check.h"
#include "compiler/format/spelling.h"
#include "engine/report/table.h"
#include "runtime/language/value.h"

namespace seedc::engine {
namespace {

constexpr std::string_view kGroups[] = {"attributes", "values", "categories", "hours", kTopicNames};

language::Value tally_json(const Tally& tally) {
  return language::Dict{{"satisfied", static_cast<std::int64_t>(tally.yes)},
                        {"not_satisfied", static_cast<std::int64_t>(tally.no)},
                        {"unknown", static_cast<std::int64_t>(tally.unknown)}};
}

language::Value reading_json(const resolve::Reading& reading) {
  return language::Dict{{"name", reading.canonical},
                        {"meaning", check::meaning_of(reading)},
                        {"evidence", resolve::structure_of(reading)},
                        {"origin", reading.origin},
                        {"notes", language::List(reading.notes.begin(), reading.notes.end())}};
}

language::Value counted_json(const CountedName& name) {
  language::Value json = reading_json(name.reading);
  language::Dict& members = std::get<language::Dict>(json.data);
  members.emplace_back("items", tally_json(name.tally));
  if (name.missing) members.emplace_back("missing", static_cast<std::int64_t>(*name.missing));
  return json;
}

/// `label` and a text beside it, for people.
std::string labelled(std::string_view label, std::string_view text) {
  return fmt::format("  {:<10}{}\n", label, text);
}

std::string_view missing_text(language::Tri missing) {
  switch (missing) {
    case language::Tri::Yes:
      return "a missing value counts as yes";
    case language::Tri::Unknown:
      return "a missing value is unknown";
    case language::Tri::No:
      return "a missing value counts as no";
  }
  return "";
}

std::string explained(const CountedName& name) {
  const resolve::Reading& reading = name.reading;
  std::string text = labelled("means", check::meaning_of(reading));
  text += labelled("from", reading.origin);
  text += labelled("items", fmt::format("{} satisfy it, {} do not, {} unknown", name.tally.yes,
                                        name.tally.no, name.tally.unknown));
  if (name.missing) text += labelled("missing", missing_text(*name.missing));
  for (const std::string& note : reading.notes) text += labelled("note", note);
  text += labelled("listed as", format::name(reading.canonical));
  text += labelled("evidence", language::to_json(resolve::structure_of(reading)));
  return text;
}

}  // namespace

std::string_view group_of(const resolve::Reading& reading) {
  const auto& evidence = *reading.evidence.as<language::Dict>();
  const std::string& kind = *language::find(evidence, "kind")->as<std::string>();
  if (kind == "item_meta_hours") return "hours";
  if (kind != "item_meta") return kTopicNames;
  const auto* path = language::find(evidence, "path")->as<language::List>();
  if (path->front() == language::Value("categories")) return "categories";
  return language::find(evidence, "is") != nullptr ||
                 language::find(evidence, "contains") != nullptr
             ? "values"
             : "attributes";
}

std::string names_table(std::span<const CountedName> names, const report::Layout& layout) {
  std::string text;
  for (const std::string_view group : kGroups) {
    report::TextTable table({{std::string(group)},
                             {"yes", report::TextTable::Align::Right},
                             {"no", report::TextTable::Align::Right},
                             {"?", report::TextTable::Align::Right},
                             {"meaning"}});
    bool is_empty = true;
    for (const CountedName& name : names) {
      if (group_of(name.reading) != group) continue;
      is_empty = false;
      table.add_row({format::name(name.reading.canonical), std::to_string(name.tally.yes),
                     std::to_string(name.tally.no), std::to_string(name.tally.unknown),
                     check::meaning_of(name.reading)});
    }
    if (!is_empty) text += (text.empty() ? "" : "\n") + table.text(layout);
  }
  return text;
}

std::string names_json(std::span<const CountedName> names, language::Dict subjects) {
  language::List list;
  for (const CountedName& name : names) {
    language::Value json = counted_json(name);
    std::get<language::Dict>(json.data).emplace_back("group", std::string(group_of(name.reading)));
    list.push_back(std::move(json));
  }
  subjects.emplace(subjects.begin(), "names", std::move(list));
  return language::to_json(std::move(subjects)) + "\n";
}

std::string name_forms_table(const report::Layout& layout) {
  report::TextTable table({{"with words of your own"}, {"asks"}});
  table.add_row({"no_NAME, not_NAME", "that an attribute, value or category is not"});
  table.add_row({"FIELD_gte_N", "a number: stars_gte_4.5; also _gt_N, _lte_N, _lt_N"});
  table.add_row({"DAY_18_to_21", "hours of your own: monday_18_to_21"});
  table.add_row({"DAY_at_23_30", "a time of your own; no_DAY and open_DAY: closed or not"});
  table.add_row({"TOPIC_positive", "whether reviews judge so, as for the topics listed"});
  table.add_row({"WORDS_reviews", "whether a review says so: live_music_reviews"});
  table.add_row({"WORDS_by_experts", "whether reviewers of many reviews say so"});
  table.add_row({"review_meta_FIELD", "whether a review has it; then _gte_N or _lte_N,"});
  table.add_row({"", "_all or _count_N, _love: of 4 stars or more"});
  table.add_row({"GROUP_avg_gte_N", "how a group rates, or GROUP_count_gte_N; it is"});
  table.add_row({"", "post_2020, pre_2020, harsh, generous, FIELD_gte_N"});
  return table.text(layout);
}

std::string name_library(std::span<const CountedName> names) {
  std::string text;
  for (const CountedName& name : names) {
    const Tally& tally = name.tally;
    language::Dict evidence = *name.reading.evidence.as<language::Dict>();
    evidence.emplace_back("description", fmt::format("{} of {} items", tally.yes,
                                                     tally.yes + tally.no + tally.unknown));
    text += text.empty() ? "{\n" : ",\n";
    language::append_json_string(text, name.reading.canonical);
    text += ": " + language::to_json(std::move(evidence));
  }
  return text.empty() ? "{}\n" : text + "\n}\n";
}

std::string explanation_text(const NameExplanation& explanation) {
  const auto& [name, readings, others, help, nearest] = explanation;
  std::string text = name + "\n";
  if (readings.empty()) {
    text += labelled("unknown", "it has no meaning in this dataset");
    text += labelled("help", help);
  } else if (readings.size() > 1) {
    text += labelled("ambiguous", fmt::format("it can mean {} things", readings.size()));
  }
  for (const CountedName& reading : readings) {
    if (readings.size() > 1) text += "\n" + format::name(reading.reading.canonical) + "\n";
    text += explained(reading);
  }
  if (!others.empty()) text += "\nless directly, it could also have been\n";
  for (const resolve::Reading& other : others)
    text += labelled(format::name(other.canonical) + "  ", check::meaning_of(other));
  return text;
}

std::string explanation_json(const NameExplanation& explanation) {
  const auto& [name, readings, others, help, nearest] = explanation;
  language::List read, less_direct;
  for (const CountedName& reading : readings) read.push_back(counted_json(reading));
  for (const resolve::Reading& other : others) less_direct.push_back(reading_json(other));
  language::Dict json = {
      {"name", name}, {"readings", std::move(read)}, {"less_direct", std::move(less_direct)}};
  if (readings.empty())
    json.emplace_back("nearest", language::List(nearest.begin(), nearest.end()));
  return language::to_json(std::move(json)) + "\n";
}

}  // namespace seedc::engine
