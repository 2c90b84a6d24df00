// Reads extractions: blocks of lines are parsed by several threads, then joined with the reviews in
// the order of the lines.
#include "runtime/data/extractions/extractions.h"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/ordered_pipeline.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/review_index.h"
#include "runtime/data/model/table.h"

namespace seedc::data {
namespace {

using Fault = ExtractionReport::Fault;
using Note = ExtractionReport::Note;

struct ReviewIds {
  const Dataset& dataset;
  std::string_view operator()(std::uint32_t review) const { return dataset.review_id(review); }
};

/// What parsing lines needs. Immutable while blocks are parsed.
struct RowLayout {
  std::span<const contract::Field> fields;
  base::TextMap<std::uint32_t> field_numbers;
  std::vector<base::TextSet> declared_values;  ///< one per field; empty except for enums
  base::TextSet known_elsewhere;
  const Dataset& dataset;
  ReviewIndex<ReviewIds> reviews;

  RowLayout(std::span<const contract::Field> row_fields, const std::set<std::string>& other_fields,
            const Dataset& rows_of)
      : fields(row_fields),
        declared_values(row_fields.size()),
        known_elsewhere(contract::Judge::kKeys.begin(), contract::Judge::kKeys.end()),
        dataset(rows_of),
        reviews(dataset.review_count(), {dataset}) {
    known_elsewhere.insert(other_fields.begin(), other_fields.end());
    for (std::uint32_t number = 0; number < fields.size(); ++number) {
      field_numbers.emplace(fields[number].name, number);
      declared_values[number].insert(fields[number].values.begin(), fields[number].values.end());
    }
  }
};

/// The values of fields as dictionary keys. A field has one type, so the type need not be part of
/// the key.
class ValueKeys {
 public:
  /// std::nullopt if the value is not of the type. Valid until the next call.
  std::optional<std::string_view> key_of(JsonElement value, contract::FieldType type) {
    switch (type) {
      case contract::FieldType::Enum:
      case contract::FieldType::String:
        return string_of(value);
      case contract::FieldType::Bool:
        return value.is_bool() ? bytes_of(value.get_bool().value_unsafe()) : std::nullopt;
      case contract::FieldType::Int:
        return value.is_int64() ? bytes_of(value.get_int64().value_unsafe()) : std::nullopt;
      case contract::FieldType::Float:
        return value.is_number() ? bytes_of(value.get_double().value_unsafe()) : std::nullopt;
    }
    return std::nullopt;
  }

  static language::Value value_of(std::string_view key, contract::FieldType type) {
    switch (type) {
      case contract::FieldType::Enum:
      case contract::FieldType::String:
        return std::string(key);
      case contract::FieldType::Bool:
        return from_bytes<bool>(key);
      case contract::FieldType::Int:
        return from_bytes<std::int64_t>(key);
      case contract::FieldType::Float:
        return from_bytes<double>(key);
    }
    return {};
  }

 private:
  template <class T>
  std::optional<std::string_view> bytes_of(T value) {
    std::memcpy(buffer_, &value, sizeof value);
    return std::string_view(buffer_, sizeof value);
  }
  template <class T>
  static T from_bytes(std::string_view key) {
    T value;
    std::memcpy(&value, key.data(), sizeof value);
    return value;
  }

  char buffer_[sizeof(double)];
};

/// The members that `seedc extract` writes in addition to the value of a field that needs a quote.
constexpr std::string_view kQuoteSuffix = ".quote";
constexpr std::string_view kUngroundedSuffix = ".ungrounded";

std::string_view name_with_article(contract::FieldType type) {
  switch (type) {
    case contract::FieldType::Enum:
    case contract::FieldType::String:
      return "a string";
    case contract::FieldType::Int:
      return "an integer";
    case contract::FieldType::Float:
      return "a number";
    case contract::FieldType::Bool:
      return "a boolean";
  }
  return "";
}

std::string description_of(JsonElement value) {
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : simdjson::minify(value);
}

/// The contents of a block's lines, not joined yet.
struct ParsedRows {
  struct Row {
    std::uint64_t line = 0;     ///< within the block, from 0
    std::uint32_t review = 0;   ///< kNoReview: a note says why
    std::size_t notes_end = 0;  ///< in `notes`; they begin where those of the last row end
  };
  static constexpr std::uint32_t kNoReview = HashIndex::kNone;
  struct FieldValues {
    Dictionary dictionary;
    std::vector<std::uint32_t> codes;  ///< one per row
  };

  std::uint64_t line_count = 0;
  std::vector<Row> rows;
  std::vector<Note> notes;
  std::vector<FieldValues> fields;
};

/// The state of one parsing thread, for one block after another.
struct ParsingTools {
  JsonParser json;
  Arena keys;  ///< for dictionaries
};

class RowParser {
 public:
  RowParser(const RowLayout& layout, ParsingTools& tools) : layout_(layout), tools_(tools) {
    parsed_.fields.resize(layout.fields.size());
    values_.resize(layout.fields.size());
  }

  ParsedRows parse(const LineBlock& block) {
    for (std::string_view rest = block.text; !rest.empty(); ++parsed_.line_count) {
      const std::string_view line = take_line(rest);
      if (!is_blank(line)) add_row(line);
    }
    return std::move(parsed_);
  }

 private:
  void add_row(std::string_view line) {
    std::fill(values_.begin(), values_.end(), std::nullopt);
    ParsedRows::Row row{.line = parsed_.line_count, .review = ParsedRows::kNoReview};
    if (const auto id = read_members(line)) find_review(*id, row);
    const bool is_known = row.review != ParsedRows::kNoReview;
    if (is_known) note_members();
    for (std::uint32_t field = 0; field < values_.size(); ++field)
      parsed_.fields[field].codes.push_back(is_known ? code_of(field) : 0);
    row.notes_end = parsed_.notes.size();
    parsed_.rows.push_back(row);
  }

  /// Parses a line. Returns its review_id; std::nullopt if the line is broken.
  std::optional<std::string_view> read_members(std::string_view line) {
    const auto root = tools_.json.parse(line);
    if (!root) return note_broken(root.error());
    const auto object = object_of(*root);
    if (!object) return note_broken("not an object");
    std::optional<JsonElement> review_id;
    unknown_fields_.clear();
    ungrounded_.clear();
    for (const auto member : *object) {
      const auto field = layout_.field_numbers.find(member.key);
      if (member.key == "review_id") {
        review_id = member.value;
      } else if (field != layout_.field_numbers.end()) {
        values_[field->second] = member.value;
      } else if (is_beside_field(member.key, kUngroundedSuffix)) {
        ungrounded_.push_back({member.key, member.value});
      } else if (!is_known(member.key) && !is_beside_field(member.key, kQuoteSuffix)) {
        unknown_fields_.push_back(member.key);
      }
    }
    const auto id = review_id ? string_of(*review_id) : std::nullopt;
    return id ? id : note_broken("`review_id` is missing or not a string");
  }

  bool is_known(std::string_view field) const {
    return layout_.field_numbers.contains(field) || layout_.known_elsewhere.contains(field);
  }

  bool is_beside_field(std::string_view key, std::string_view suffix) const {
    return key.ends_with(suffix) && is_known(key.substr(0, key.size() - suffix.size()));
  }

  std::nullopt_t note_broken(std::string_view reason) {
    note(Fault::BrokenLine, std::string(reason));
    return std::nullopt;
  }

  void find_review(std::string_view id, ParsedRows::Row& row) {
    if (expected_ < layout_.dataset.review_count() && layout_.dataset.review_id(expected_) == id) {
      row.review = expected_++;
      return;
    }
    row.review = layout_.reviews.find(id);
    if (row.review == ParsedRows::kNoReview)
      return note(Fault::UnknownReview, fmt::format("a row for the unknown review `{}`", id));
    expected_ = row.review + 1;
  }

  void note_members() {
    for (const std::string_view name : unknown_fields_)
      note(Fault::UnknownField, fmt::format("the field `{}` is not declared", name));
    for (const auto& [key, quote] : ungrounded_) {
      const std::string_view field = key.substr(0, key.size() - kUngroundedSuffix.size());
      if (!layout_.field_numbers.contains(field)) continue;
      note(Fault::Ungrounded,
           fmt::format("`{}` has the quote {}, which the review does not contain", field,
                       description_of(quote)));
    }
  }

  std::uint32_t code_of(std::uint32_t number) {
    if (!values_[number] || values_[number]->is_null()) return 0;
    const contract::Field& field = layout_.fields[number];
    const JsonElement value = *values_[number];
    const auto key = keys_.key_of(value, field.type);
    if (!key) {
      note(Fault::WrongType, fmt::format("`{}` is {}, not {}", field.name, description_of(value),
                                         name_with_article(field.type)));
      return 0;
    }
    const bool is_enum = field.type == contract::FieldType::Enum;
    const auto value_of_key = [&] {
      const bool is_allowed = !is_enum || layout_.declared_values[number].contains(*key);
      return is_allowed ? ValueKeys::value_of(*key, field.type) : language::Value();
    };
    const std::uint32_t code = parsed_.fields[number].dictionary.code_of(
        hashed(*key), value_of_key, [&](std::string_view kept) { return tools_.keys.store(kept); });
    if (code == 0) {
      note(Fault::Undeclared, fmt::format("`{}` is {}, which is not among its declared values",
                                          field.name, description_of(value)));
    }
    return code;
  }

  void note(Fault fault, std::string text) {
    parsed_.notes.push_back({fault, parsed_.line_count, std::move(text)});
  }

  const RowLayout& layout_;
  ParsingTools& tools_;
  ParsedRows parsed_;
  ValueKeys keys_;
  std::vector<std::optional<JsonElement>> values_;  ///< of the line, one per field
  std::vector<std::string_view> unknown_fields_;    ///< of the line
  std::vector<std::pair<std::string_view, JsonElement>> ungrounded_;  ///< of the line
  /// The review after the last one: files are usually in the dataset's order.
  std::uint32_t expected_ = 0;
};

/// The line numbers in reports: 1, 2, … of the file, or these numbers.
struct LineNames {
  std::string file;
  std::span<const std::uint64_t> numbers = {};
};

/// Takes parsed blocks in the order of the file.
class Joiner {
 public:
  Joiner(const LineNames& names, std::span<const contract::Field> fields, const Dataset& dataset,
         bool strict)
      : numbers_(names.numbers),
        dataset_(dataset),
        strict_(strict),
        fields_(fields.size()),
        states_(dataset.review_count()) {
    report_.file = names.file;
    for (ParsedRows::FieldValues& field : fields_) field.codes.resize(dataset.review_count());
  }

  /// Whether to continue.
  bool join(ParsedRows&& block) {
    std::vector<std::vector<std::uint32_t>> new_codes;
    for (std::size_t field = 0; field < fields_.size(); ++field)
      new_codes.push_back(
          fields_[field].dictionary.merge(std::move(block.fields[field].dictionary)));
    std::size_t notes_begin = 0;
    for (std::size_t row = 0; row < block.rows.size() && !error_; ++row) {
      const std::size_t notes_end = block.rows[row].notes_end;
      if (admit(block.rows[row])) {
        take_values(block, row, new_codes);
        const std::span notes(block.notes);
        for (Note& note : notes.subspan(notes_begin, notes_end - notes_begin))
          report(std::move(note));
      }
      notes_begin = notes_end;
    }
    lines_before_block_ += block.line_count;
    return !error_;
  }

  const std::optional<base::Error>& error() const { return error_; }

  Extractions finish(std::span<const contract::Field> fields) {
    std::map<std::string, Column, std::less<>> columns;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      columns[fields[field].name] = {std::move(fields_[field].codes),
                                     fields_[field].dictionary.take_values()};
    }
    return {std::move(states_), std::move(columns), std::move(report_)};
  }

 private:
  /// Whether the row's values and notes count: not if its review already has a row.
  bool admit(const ParsedRows::Row& row) {
    ++report_.rows;
    if (row.review == ParsedRows::kNoReview) return true;
    if (states_[row.review] != ExtractionState::None) {
      report({Fault::DuplicateReview, row.line,
              fmt::format("review `{}` already has a row", dataset_.review_id(row.review))});
      return false;
    }
    states_[row.review] = ExtractionState::Usable;
    ++report_.used;
    return true;
  }

  void take_values(const ParsedRows& block, std::size_t row,
                   std::span<const std::vector<std::uint32_t>> new_codes) {
    const std::uint32_t review = block.rows[row].review;
    if (review == ParsedRows::kNoReview) return;
    for (std::size_t field = 0; field < fields_.size(); ++field)
      fields_[field].codes[review] = new_codes[field][block.fields[field].codes[row]];
  }

  void report(Note note) {
    note.line += lines_before_block_;
    note.line = numbers_.empty() ? note.line + 1 : numbers_[note.line];
    if (strict_ && !error_ && note.fault != Fault::Ungrounded) {
      error_ = base::Error{
          base::ErrorKind::Data, fmt::format("{}:{}: {}", report_.file, note.line, note.text), {}};
    }
    if (++report_.counts[note.fault] <= ExtractionReport::kMaxNotes)
      report_.notes.push_back(std::move(note));
  }

  std::span<const std::uint64_t> numbers_;
  const Dataset& dataset_;
  bool strict_;
  std::uint64_t lines_before_block_ = 0;
  std::vector<ParsedRows::FieldValues> fields_;  ///< codes: one per review
  std::vector<ExtractionState> states_;          ///< one per review
  ExtractionReport report_;
  std::optional<base::Error> error_;
};

base::Result<Extractions> join_lines(LineBlockReader& reader, const LineNames& names,
                                     std::span<const contract::Field> fields,
                                     const std::set<std::string>& known_elsewhere,
                                     const Dataset& dataset, const LoadOptions& options) {
  const RowLayout layout(fields, known_elsewhere, dataset);
  Joiner joiner(names, fields, dataset, options.strict);
  oneapi::tbb::enumerable_thread_specific<ParsingTools> tools;
  process_blocks(
      reader, options.threads,
      [&](const LineBlock& block) { return RowParser(layout, tools.local()).parse(block); },
      [&](ParsedRows&& block) { return joiner.join(std::move(block)); });
  if (reader.error()) return tl::unexpected(*reader.error());
  if (joiner.error()) return tl::unexpected(*joiner.error());
  return joiner.finish(fields);
}

}  // namespace

void ExtractionReport::add(const ExtractionReport& part) {
  rows += part.rows;
  used += part.used;
  for (const Note& note : part.notes) {
    const auto known = std::ranges::count(notes, note.fault, &Note::fault);
    if (static_cast<std::size_t>(known) < kMaxNotes) notes.push_back(note);
  }
  for (const auto& [fault, count] : part.counts) counts[fault] += count;
}

const Column& Extractions::field(std::string_view name) const {
  const auto column = fields_.find(name);
  if (column == fields_.end()) throw std::logic_error("a field that was not asked for");
  return column->second;
}

void Extractions::apply(const contract::Judge& judge) {
  if (states_.empty()) return;
  const Column& quality = field(contract::Judge::kQuality);
  std::vector<ExtractionState> state_of_code;
  for (const language::Value& value : quality.values) {
    const auto* real = value.as<double>();
    const bool is_blocked = real != nullptr && *real < judge.threshold;
    state_of_code.push_back(real == nullptr ? ExtractionState::NotJudged
                            : is_blocked    ? ExtractionState::Inappropriate
                                            : ExtractionState::Usable);
  }
  for (std::size_t review = 0; review < states_.size(); ++review) {
    if (states_[review] == ExtractionState::Usable)
      states_[review] = state_of_code[quality.codes[review]];
  }
}

base::Result<Extractions> load_extractions(const std::string& path,
                                           std::span<const contract::Field> fields,
                                           const std::set<std::string>& known_elsewhere,
                                           const Dataset& dataset, const LoadOptions& options) {
  auto reader = LineBlockReader::open(path);
  if (!reader) return tl::unexpected(reader.error());
  return join_lines(*reader, {path}, fields, known_elsewhere, dataset, options);
}

base::Result<Extractions> parse_extractions(const std::string& name, const ExtractionLines& lines,
                                            std::span<const contract::Field> fields,
                                            const std::set<std::string>& known_elsewhere,
                                            const Dataset& dataset, const LoadOptions& options) {
  auto reader = LineBlockReader::of_text(name, lines.text);
  return join_lines(reader, {name, lines.numbers}, fields, known_elsewhere, dataset, options);
}

}  // namespace seedc::data
