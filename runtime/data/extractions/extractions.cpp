// Reads extractions: blocks of lines are parsed by several threads, then joined with the reviews in
// the order of the lines.
#include "runtime/data/extractions/extractions.h"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/block_pipeline.h"
#include "runtime/data/jsonl/json.h"
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

/// A value of a row that was made here, as JsonElement is one of a parsed row.
struct MadeValue {
  const language::Value* value;
  bool is_null() const { return value->is_null(); }
};

using data::string_of;
std::optional<std::string_view> string_of(MadeValue value) {
  const auto* text = value.value->as<std::string>();
  return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

std::optional<bool> bool_of(JsonElement value) {
  return value.is_bool() ? std::optional(value.get_bool().value_unsafe()) : std::nullopt;
}
std::optional<bool> bool_of(MadeValue value) {
  const auto* truth = value.value->as<bool>();
  return truth ? std::optional(*truth) : std::nullopt;
}

std::optional<std::int64_t> integer_of(JsonElement value) {
  return value.is_int64() ? std::optional(value.get_int64().value_unsafe()) : std::nullopt;
}
std::optional<std::int64_t> integer_of(MadeValue value) {
  const auto* integer = value.value->as<std::int64_t>();
  return integer ? std::optional(*integer) : std::nullopt;
}

std::optional<double> number_of(JsonElement value) {
  return value.is_number() ? std::optional(value.get_double().value_unsafe()) : std::nullopt;
}
std::optional<double> number_of(MadeValue value) { return language::number_of(*value.value); }

std::string description_of(JsonElement value) {
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : simdjson::minify(value);
}
std::string description_of(MadeValue value) {
  if (value.value->as<language::List>()) return "a list";
  return value.value->as<language::Dict>() ? "an object" : language::to_json(*value.value);
}

/// Calls `visit` with each key and value.
template <class Visit>
void for_each_member(JsonObject object, const Visit& visit) {
  for (const auto member : object) visit(member.key, member.value);
}
template <class Visit>
void for_each_member(const language::Dict& dict, const Visit& visit) {
  for (const auto& [key, value] : dict) visit(std::string_view(key), MadeValue{&value});
}

/// The values of fields as dictionary keys. A field has one type, so the type need not be part of
/// the key.
class ValueKeys {
 public:
  /// std::nullopt if the value is not of the type. Valid until the next call.
  template <class Element>
  std::optional<std::string_view> key_of(Element value, contract::FieldType type) {
    switch (type) {
      case contract::FieldType::Enum:
      case contract::FieldType::String:
        return string_of(value);
      case contract::FieldType::Bool:
        return bytes_of(bool_of(value));
      case contract::FieldType::Int:
        return bytes_of(integer_of(value));
      case contract::FieldType::Float:
        return bytes_of(number_of(value));
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
  std::optional<std::string_view> bytes_of(const std::optional<T>& value) {
    if (!value) return std::nullopt;
    std::memcpy(buffer_, &*value, sizeof *value);
    return std::string_view(buffer_, sizeof *value);
  }
  template <class T>
  static T from_bytes(std::string_view key) {
    T value;
    std::memcpy(&value, key.data(), sizeof value);
    return value;
  }

  char buffer_[sizeof(double)];
};

/// What extraction writes beside a field whose value it dropped: a quote that does not occur in the
/// review, or a value with which too few opinions agree.
struct DroppedValue {
  std::string_view suffix;
  Fault fault;
  std::string_view claim, cause;  ///< around it, in a note
};
constexpr DroppedValue kDroppedValues[] = {
    {".ungrounded", Fault::Ungrounded, "has the quote", "which the review does not contain"},
    {".disputed", Fault::Disputed, "would be", "with which too few opinions agree"},
};

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

/// The contents of a block's lines, not joined yet.
struct ParsedRows {
  struct Row {
    std::uint64_t line = 0;     ///< within the block, from 0
    std::uint32_t review = 0;   ///< kNoReview: a note says why
    std::size_t notes_end = 0;  ///< in `notes`; they begin where those of the last row end
    bool is_open = false;       ///< it says only that the review is open
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
  explicit ParsingTools(const base::Call& call) : keys(call) {}
  Arena keys;  ///< for dictionaries
};

/// Checks rows against the declared fields. The values of an object are of type Element.
template <class Element>
class RowReader {
 public:
  /// `keys` holds the keys of dictionaries.
  RowReader(const RowLayout& layout, Arena& keys) : layout_(layout), keys_of_values_(keys) {
    parsed_.fields.resize(layout.fields.size());
    values_.resize(layout.fields.size());
  }

  void skip_blank_line() { ++parsed_.line_count; }

  void add_broken(std::string_view reason) {
    note(Fault::BrokenLine, std::string(reason));
    finish_row({.line = parsed_.line_count, .review = ParsedRows::kNoReview});
  }

  template <class Object>
  void add(const Object& object) {
    std::fill(values_.begin(), values_.end(), std::nullopt);
    read_members(object);
    const bool is_open = !review_id_ || review_id_->is_null();
    const auto& of_id = is_open ? open_ : review_id_;
    const auto id = of_id ? string_of(*of_id) : std::nullopt;
    if (!id) return add_broken("`review_id` is missing or not a string");
    ParsedRows::Row row{.line = parsed_.line_count, .review = ParsedRows::kNoReview};
    row.is_open = is_open;
    find_review(*id, row);
    if (row.review != ParsedRows::kNoReview && !is_open) note_members();
    finish_row(row);
  }

  ParsedRows take() { return std::move(parsed_); }

 private:
  void finish_row(ParsedRows::Row row) {
    const bool is_known = row.review != ParsedRows::kNoReview && !row.is_open;
    for (std::uint32_t field = 0; field < values_.size(); ++field)
      parsed_.fields[field].codes.push_back(is_known ? code_of(field) : 0);
    row.notes_end = parsed_.notes.size();
    parsed_.rows.push_back(row);
    ++parsed_.line_count;
  }

  template <class Object>
  void read_members(const Object& object) {
    review_id_.reset();
    open_.reset();
    unknown_fields_.clear();
    dropped_.clear();
    for_each_member(object, [&](std::string_view key, Element value) {
      const auto field = layout_.field_numbers.find(key);
      if (key == kOpenKey) open_ = value;
      if (key == "review_id") {
        review_id_ = value;
      } else if (field != layout_.field_numbers.end()) {
        values_[field->second] = value;
      } else if (const DroppedValue* kind = dropped_as(key)) {
        if (!value.is_null()) dropped_.push_back({kind, key, value});
      } else if (!is_known(key) && !is_beside_value(key) && !is_no_opening(key, value)) {
        unknown_fields_.push_back(key);
      }
    });
  }

  bool is_known(std::string_view field) const {
    return layout_.field_numbers.contains(field) || layout_.known_elsewhere.contains(field);
  }

  /// Of a table with open rows, every other row has the column, too.
  static bool is_no_opening(std::string_view key, const Element& value) {
    return key == kOpenKey && value.is_null();
  }

  bool is_beside_value(std::string_view key) const {
    return std::ranges::any_of(contract::kBesideFields, [&](const contract::BesideField& beside) {
      return is_beside_field(key, beside.suffix);
    });
  }

  const DroppedValue* dropped_as(std::string_view key) const {
    const auto* const kind = std::ranges::find_if(kDroppedValues, [&](const DroppedValue& dropped) {
      return is_beside_field(key, dropped.suffix);
    });
    return kind == std::end(kDroppedValues) ? nullptr : kind;
  }

  bool is_beside_field(std::string_view key, std::string_view suffix) const {
    return key.ends_with(suffix) && is_known(key.substr(0, key.size() - suffix.size()));
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

  /// A value beside which it is said why it does not count is missing, as the note says.
  void note_members() {
    for (const std::string_view name : unknown_fields_)
      note(Fault::UnknownField, fmt::format("the field `{}` is not declared", name));
    for (const auto& [kind, key, value] : dropped_) {
      const std::string_view field = key.substr(0, key.size() - kind->suffix.size());
      const auto number = layout_.field_numbers.find(field);
      if (number == layout_.field_numbers.end()) continue;
      values_[number->second].reset();
      note(kind->fault,
           fmt::format("`{}` {} {}, {}", field, kind->claim, description_of(value), kind->cause));
    }
  }

  std::uint32_t code_of(std::uint32_t number) {
    if (!values_[number] || values_[number]->is_null()) return 0;
    const contract::Field& field = layout_.fields[number];
    const Element value = *values_[number];
    const auto key = keys_.key_of(value, field.type);
    if (!key) {
      note(Fault::WrongType, fmt::format("`{}` is {}, not {}", field.name, description_of(value),
                                         name_with_article(field.type)));
      return 0;
    }
    const bool is_enum = field.type == contract::FieldType::Enum;
    const bool has_bounds = !field.minimum.is_null() || !field.maximum.is_null();
    const auto value_of_key = [&] {
      if (is_enum && !layout_.declared_values[number].contains(*key)) return language::Value();
      language::Value made = ValueKeys::value_of(*key, field.type);
      return !has_bounds || contract::is_within(field, made) ? made : language::Value();
    };
    const std::uint32_t code = parsed_.fields[number].dictionary.code_of(
        hashed(*key), value_of_key,
        [&](std::string_view kept) { return keys_of_values_.store(kept); });
    if (code == 0 && has_bounds)
      note(Fault::OutOfRange, fmt::format("`{}` is {}, which is outside its bounds", field.name,
                                          description_of(value)));
    if (code == 0 && is_enum) {
      note(Fault::Undeclared, fmt::format("`{}` is {}, which is not among its declared values",
                                          field.name, description_of(value)));
    }
    return code;
  }

  void note(Fault fault, std::string text) {
    parsed_.notes.push_back({fault, parsed_.line_count, std::move(text)});
  }

  const RowLayout& layout_;
  Arena& keys_of_values_;
  ParsedRows parsed_;
  ValueKeys keys_;
  std::optional<Element> review_id_;              ///< of the row
  std::optional<Element> open_;                   ///< of the row, at kOpenKey
  std::vector<std::optional<Element>> values_;    ///< of the row, one per field
  std::vector<std::string_view> unknown_fields_;  ///< of the row
  std::vector<std::tuple<const DroppedValue*, std::string_view, Element>> dropped_;  ///< of the row
  /// The review after the last one: files are usually in the dataset's order.
  std::uint32_t expected_ = 0;
};

ParsedRows parse_lines(const RowLayout& layout, ParsingTools& tools, std::string_view text) {
  RowReader<JsonElement> rows(layout, tools.keys);
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (is_blank(line)) {
      rows.skip_blank_line();
      continue;
    }
    const auto root = tools.json.parse(line);
    const auto object = root ? object_of(*root) : std::nullopt;
    if (object) {
      rows.add(*object);
    } else {
      rows.add_broken(root ? "not an object" : root.error());
    }
  }
  return rows.take();
}

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
        charge_(dataset.call(), "extractions",
                dataset.review_count() * (sizeof(ExtractionState) + fields.size() * kBytesOfCode)),
        states_(dataset.review_count()) {
    report_.file = names.file;
    for (ParsedRows::FieldValues& field : fields_) field.codes.resize(dataset.review_count());
  }

  /// Whether to continue.
  bool join(ParsedRows&& block) {
    std::vector<std::vector<std::uint32_t>> new_codes;
    charge_dictionaries(block);
    for (std::size_t field = 0; field < fields_.size(); ++field)
      new_codes.push_back(
          fields_[field].dictionary.merge(std::move(block.fields[field].dictionary), nullptr));
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
    return {std::move(states_), std::move(columns), std::move(report_), std::move(charge_)};
  }

 private:
  static constexpr std::size_t kBytesOfCode = sizeof(std::uint32_t);

  /// Before those of the block are merged.
  void charge_dictionaries(const ParsedRows& block) {
    if (!charge_.counts()) return;
    std::uint64_t bytes =
        states_.size() * (sizeof(ExtractionState) + fields_.size() * kBytesOfCode);
    for (std::size_t field = 0; field < fields_.size(); ++field)
      bytes += fields_[field].dictionary.bytes_to_merge(block.fields[field].dictionary);
    charge_.set(bytes);
  }

  /// Whether the row's values and notes count: not if its review already has a row.
  bool admit(const ParsedRows::Row& row) {
    ++report_.rows;
    if (row.review == ParsedRows::kNoReview) return true;
    ExtractionState& state = states_[row.review];
    const bool has_row = state == ExtractionState::Usable;
    if (row.is_open) {
      ++report_.open;
      if (!has_row) state = ExtractionState::Open;
      return false;
    }
    if (has_row) {
      report({Fault::DuplicateReview, row.line,
              fmt::format("review `{}` already has a row", dataset_.review_id(row.review))});
      return false;
    }
    state = ExtractionState::Usable;
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
    const bool was_dropped = note.fault == Fault::Ungrounded || note.fault == Fault::Disputed;
    if (strict_ && !error_ && !was_dropped) {
      error_ = base::error<base::ErrorCode::BrokenExtraction>(report_.file, note.line, note.text);
    }
    if (++report_.counts[note.fault] <= ExtractionReport::kMaxNotes)
      report_.notes.push_back(std::move(note));
  }

  std::span<const std::uint64_t> numbers_;
  const Dataset& dataset_;
  bool strict_;
  std::uint64_t lines_before_block_ = 0;
  std::vector<ParsedRows::FieldValues> fields_;  ///< codes: one per review
  base::MemoryCharge charge_;
  std::vector<ExtractionState> states_;  ///< one per review
  ExtractionReport report_;
  std::optional<base::Error> error_;
};

base::Result<Extractions> join_lines(LineBlockReader& reader, const LineNames& names,
                                     std::span<const contract::Field> fields,
                                     const std::set<std::string>& known_elsewhere,
                                     const Dataset& dataset, const LoadOptions& options) {
  const RowLayout layout(fields, known_elsewhere, dataset);
  Joiner joiner(names, fields, dataset, options.strict);
  oneapi::tbb::enumerable_thread_specific<ParsingTools> tools{
      [&] { return ParsingTools(dataset.call()); }};
  process_blocks(
      reader, options.threads, dataset.call(),
      [&](const LineBlock& block) { return parse_lines(layout, tools.local(), block.text); },
      [&](ParsedRows&& block) { return joiner.join(std::move(block)); });
  if (reader.error()) return tl::unexpected(*reader.error());
  if (joiner.error()) return tl::unexpected(*joiner.error());
  return joiner.finish(fields);
}

}  // namespace

void ExtractionReport::add(const ExtractionReport& part) {
  rows += part.rows;
  used += part.used;
  open += part.open;
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
  auto reader = LineBlockReader::open(path, dataset.call());
  if (!reader) return tl::unexpected(reader.error());
  return join_lines(*reader, {path}, fields, known_elsewhere, dataset, options);
}

base::Result<Extractions> extractions_of(const std::string& name,
                                         std::span<const std::optional<language::Dict>> rows,
                                         std::span<const contract::Field> fields,
                                         const Dataset& dataset, const LoadOptions& options) {
  const RowLayout layout(fields, {}, dataset);
  Joiner joiner({name}, fields, dataset, options.strict);
  Arena keys(dataset.call());
  RowReader<MadeValue> reader(layout, keys);
  constexpr std::uint32_t kRowsPerCheck = 1024;
  base::StepCounter steps(dataset.call(), kRowsPerCheck);
  for (const std::optional<language::Dict>& row : rows) {
    steps.step();
    if (row) reader.add(*row);
  }
  joiner.join(reader.take());
  if (joiner.error()) return tl::unexpected(*joiner.error());
  return joiner.finish(fields);
}

base::Result<Extractions> parse_extractions(const std::string& name, const ExtractionLines& lines,
                                            std::span<const contract::Field> fields,
                                            const std::set<std::string>& known_elsewhere,
                                            const Dataset& dataset, const LoadOptions& options) {
  auto reader = LineBlockReader::of_text(name, lines.text);
  return join_lines(reader, {name, lines.numbers}, fields, known_elsewhere, dataset, options);
}

}  // namespace seedc::data
