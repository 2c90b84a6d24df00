// names, and explain --name.
#include "tools/seedc/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/resolve/words.h"
#include "engine/report/requests.h"
#include "engine/report/table.h"
#include "runtime/language/text.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/compile.h"
#include "tools/seedc/output.h"
#include "tools/seedc/schema_source.h"

namespace seedc {
namespace {

const std::map<std::string, Format> kNamesFormats = {{"table", Format::Table},
                                                     {"json", Format::Json}};

struct NamesOptions {
  EvaluateOptions evaluate;
  std::vector<std::string> words;  ///< only names with one of them; empty: all
  Format format = Format::Table;   ///< Table or Json
};

/// A program with one request a reading.
std::string program_of(std::span<const Reading> readings) {
  std::string text;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    text += to_json(Dict{{"id", std::to_string(i)},
                         {"structure", Dict{{"aspect", readings[i].canonical},
                                            {"evidence", readings[i].evidence}}}}) +
            "\n";
  }
  return text;
}

Tally tally_of(const RequestResult& result) {
  Tally tally{.yes = result.matches.size(), .unknown = result.unknown};
  tally.no = result.values.size() - tally.yes - tally.unknown;
  return tally;
}

constexpr std::string_view kTopics = "judged topics";

/// The part of `names` that a name is listed in.
std::string_view group_of(const Reading& reading) {
  const auto& evidence = *reading.evidence.as<Dict>();
  const std::string& kind = *find(evidence, "kind")->as<std::string>();
  if (kind == "item_meta_hours") return "hours";
  if (kind != "item_meta") return kTopics;
  const auto* path = find(evidence, "path")->as<List>();
  if (path->front() == Value("categories")) return "categories";
  const Value* wanted = find(evidence, "true");
  const bool is_value = wanted != nullptr && *wanted != Value("True") && *wanted != Value("False");
  return is_value || find(evidence, "contains") != nullptr ? "values" : "attributes";
}

constexpr std::string_view kGroups[] = {"attributes", "values", "categories", "hours", kTopics};

/// What can be said beside the names that are listed.
std::string forms_table() {
  TextTable table({{"with words of your own"}, {"asks"}});
  table.add_row({"no_NAME, not_NAME", "that an attribute, value or category is not"});
  table.add_row({"DAY_18_to_21", "hours of your own: monday_18_to_21"});
  table.add_row({"TOPIC_positive", "whether reviews judge so: `seedc names positive`"});
  table.add_row({"WORDS_reviews", "whether a review says so: live_music_reviews"});
  table.add_row({"WORDS_by_experts", "whether reviewers of many reviews say so"});
  table.add_row({"review_meta_FIELD", "whether a review has it; then _gte_N or _lte_N,"});
  table.add_row({"", "_all or _count_N, _love: of 4 stars or more"});
  table.add_row({"GROUP_avg_gte_N", "how a group rates, or GROUP_count_gte_N; it is"});
  table.add_row({"", "post_2020, pre_2020, harsh, generous, FIELD_gte_N"});
  return table.text();
}

Value tally_json(const Tally& tally) {
  return Dict{{"satisfied", static_cast<std::int64_t>(tally.yes)},
              {"not_satisfied", static_cast<std::int64_t>(tally.no)},
              {"unknown", static_cast<std::int64_t>(tally.unknown)}};
}

Value reading_json(const Reading& reading) {
  return Dict{{"name", reading.canonical},
              {"meaning", reading.meaning},
              {"evidence", reading.evidence},
              {"origin", reading.origin},
              {"notes", List(reading.notes.begin(), reading.notes.end())}};
}

Value counted_json(const CountedName& name) {
  Value json = reading_json(name.reading);
  Dict& members = std::get<Dict>(json.data);
  members.emplace_back("items", tally_json(name.tally));
  return json;
}

std::string names_json(std::span<const CountedName> names) {
  List list;
  for (const CountedName& name : names) {
    Value json = counted_json(name);
    std::get<Dict>(json.data).emplace_back("group", std::string(group_of(name.reading)));
    list.push_back(std::move(json));
  }
  return to_json(Dict{{"names", std::move(list)}}) + "\n";
}

/// Whether a name, or one of its words, begins with what was asked for. Topics are many, and
/// counting them takes a look at every review, so they are listed only where they are asked for.
bool is_wanted(const Reading& reading, const std::vector<std::string>& asked) {
  if (asked.empty()) return group_of(reading) != kTopics;
  const std::string& name = reading.canonical;
  const Words words = words_of(name);
  return std::any_of(asked.begin(), asked.end(), [&](const std::string& prefix) {
    const std::string wanted = lower(prefix);
    return name.starts_with(wanted) ||
           std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.starts_with(wanted); });
  });
}

int names_command(const NamesOptions& options) {
  const auto names = all_names(
      options.evaluate, [&](const Reading& reading) { return is_wanted(reading, options.words); });
  if (!names) return print_error(names.error());
  if (names->empty() && !options.words.empty()) {
    print_error({ErrorKind::Usage,
                 fmt::format("no name has a word that begins with `{}`",
                             fmt::join(options.words, "` or `")),
                 "without words, `seedc names` lists them all"});
    return kNo;
  }
  std::string text = options.format == Format::Json ? names_json(*names) : names_table(*names);
  if (options.format == Format::Table && options.words.empty()) text += "\n" + forms_table();
  const auto done = write_stdout(text);
  return done ? kDone : print_error(done.error());
}

/// `label` and a text beside it, for people.
std::string labelled(std::string_view label, std::string_view text) {
  return fmt::format("  {:<10}{}\n", label, text);
}

std::string explained(const CountedName& name) {
  const Reading& reading = name.reading;
  std::string text = labelled("means", reading.meaning);
  text += labelled("from", reading.origin);
  text += labelled("items", fmt::format("{} satisfy it, {} do not, {} unknown", name.tally.yes,
                                        name.tally.no, name.tally.unknown));
  for (const std::string& note : reading.notes) text += labelled("note", note);
  text += labelled("listed as", reading.canonical);
  text += labelled("evidence", to_json(reading.evidence));
  return text;
}

std::string explanation_text(const std::string& name, std::span<const CountedName> readings,
                             std::span<const Reading> others, const Convention& convention) {
  std::string text = name + "\n";
  if (readings.empty()) {
    text += labelled("unknown", "it means nothing by the names of this dataset");
    text += labelled("help", convention.help_for_unknown(name));
  } else if (readings.size() > 1) {
    text += labelled("ambiguous", fmt::format("it can mean {} things", readings.size()));
  }
  for (const CountedName& reading : readings) {
    if (readings.size() > 1) text += "\n" + reading.reading.canonical + "\n";
    text += explained(reading);
  }
  if (!others.empty()) text += "\nless directly, it could also have been\n";
  for (const Reading& other : others) text += labelled(other.canonical + "  ", other.meaning);
  return text;
}

std::string explanation_json(const std::string& name, std::span<const CountedName> readings,
                             std::span<const Reading> others, const Convention& convention) {
  List read, less_direct;
  for (const CountedName& reading : readings) read.push_back(counted_json(reading));
  for (const Reading& other : others) less_direct.push_back(reading_json(other));
  Dict json = {
      {"name", name}, {"readings", std::move(read)}, {"less_direct", std::move(less_direct)}};
  if (readings.empty()) {
    const std::vector<std::string> near = convention.nearest(name);
    json.emplace_back("nearest", List(near.begin(), near.end()));
  }
  return to_json(std::move(json)) + "\n";
}

}  // namespace

Result<std::vector<CountedName>> count_names(std::vector<Reading> readings,
                                             const EvaluateOptions& options) {
  std::vector<CountedName> names;
  if (readings.empty()) return names;
  const auto compilation = compile_text("names.jsonl", program_of(readings), {});
  if (!compilation) return tl::unexpected(compilation.error());
  const plan::Plan plan = plan_of(**compilation, /*keep_names=*/false);
  const auto dataset = load_for(plan, options);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared = Prepared::make(plan, options.backend, dataset->item_count());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const std::size_t root = (*compilation)->requests[i].compiled.value();
    names.push_back(
        {std::move(readings[i]), tally_of(result_of(plan.requests[root], root, *run, *dataset))});
  }
  return names;
}

Result<std::vector<CountedName>> all_names(const EvaluateOptions& options,
                                           const std::function<bool(const Reading&)>& is_wanted) {
  SchemaSource source(options.data, {});
  const Convention* convention = source.convention();
  if (convention == nullptr) return tl::unexpected(*source.error());
  std::vector<Reading> readings = convention->all();
  std::erase_if(readings, [&](const Reading& reading) { return !is_wanted(reading); });
  return count_names(std::move(readings), options);
}

std::string names_table(std::span<const CountedName> names) {
  std::string text;
  for (const std::string_view group : kGroups) {
    TextTable table({{std::string(group)},
                     {"yes", TextTable::Align::Right},
                     {"no", TextTable::Align::Right},
                     {"?", TextTable::Align::Right},
                     {"meaning"}});
    bool is_empty = true;
    for (const CountedName& name : names) {
      if (group_of(name.reading) != group) continue;
      is_empty = false;
      table.add_row({name.reading.canonical, std::to_string(name.tally.yes),
                     std::to_string(name.tally.no), std::to_string(name.tally.unknown),
                     name.reading.meaning});
    }
    if (!is_empty) text += (text.empty() ? "" : "\n") + table.text();
  }
  return text;
}

int explain_name(const std::string& name, const EvaluateOptions& options, NameFormat format) {
  SchemaSource source(options.data, {});
  const Convention* convention = source.convention();
  if (convention == nullptr) return print_error(*source.error());
  std::vector<Reading> readings = convention->readings(name);
  const std::vector<Reading> others = convention->other_readings(name);
  if (source.error()) return print_error(*source.error());
  const auto counted = count_names(std::move(readings), options);
  if (!counted) return print_error(counted.error());
  const auto done = write_stdout(format == NameFormat::Json
                                     ? explanation_json(name, *counted, others, *convention)
                                     : explanation_text(name, *counted, others, *convention));
  if (!done) return print_error(done.error());
  return counted->size() == 1 ? kDone : kNo;
}

Command add_names(CLI::App& app) {
  const auto settings = std::make_shared<NamesOptions>();
  NamesOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("names", "the condition names that can be said of a dataset");
  command->add_option("WORD", options.words, "only names of which a word begins so (default: all)")
      ->type_name("");
  add_data_option(*command, options.evaluate.data);
  add_choice(*command, "--format", options.format, kNamesFormats,
             "how to print them (default: table)");
  add_threads_option(*command, options.evaluate.threads);
  command->footer(
      "Examples: seedc names --data examples/cafes\n"
      "          seedc names --data examples/cafes wifi cat");
  return {command, [settings] { return names_command(*settings); }};
}

}  // namespace seedc
