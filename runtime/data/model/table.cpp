// Implements dictionary coding of values.
#include "runtime/data/model/table.h"

#include <functional>
#include <iterator>

#include "runtime/base/prefetch.h"
#include "runtime/data/model/text_column.h"

namespace seedc::data {

namespace {

/// The capacity of strings that are kept in place.
const std::size_t kInPlace = std::string().capacity();

/// The bytes that a value keeps elsewhere.
std::uint64_t bytes_beside(const language::Value& value) {
  const auto of_text = [](const std::string& text) {
    return text.capacity() > kInPlace ? text.capacity() + 1 : 0;
  };
  std::uint64_t bytes = 0;
  if (const auto* text = value.as<std::string>()) return of_text(*text);
  if (const auto* list = value.as<language::List>()) {
    bytes = base::bytes_of(*list);
    for (const language::Value& entry : *list) bytes += bytes_beside(entry);
  } else if (const auto* dict = value.as<language::Dict>()) {
    bytes = base::bytes_of(*dict);
    for (const auto& [key, entry] : *dict) bytes += of_text(key) + bytes_beside(entry);
  }
  return bytes;
}

}  // namespace

std::uint64_t Dictionary::bytes() const {
  return bytes_of_values() + base::bytes_of(entries_) + index_.bytes();
}

std::uint64_t Dictionary::bytes_to_merge(const Dictionary& other) const {
  const std::size_t more = other.entries_.size();
  return base::bytes_to_grow(values_, more) + value_bytes_ + other.value_bytes_ +
         base::bytes_to_grow(texts_, other.texts_.size()) + base::bytes_to_grow(entries_, more) +
         index_.bytes_to_grow(more);
}

std::uint64_t Dictionary::bytes_to_append(const Dictionary& other) const {
  return base::bytes_to_grow(values_, other.values_.size()) + value_bytes_ + other.value_bytes_ +
         base::bytes_to_grow(texts_, other.texts_.size()) + base::bytes_of(entries_) +
         index_.bytes();
}

std::uint64_t Table::bytes() const {
  std::uint64_t bytes = 0;
  for (const Column& column : columns_)
    bytes += base::bytes_of(column.codes) + column.dictionary.bytes();
  return bytes;
}

std::uint64_t Table::column_bytes() const {
  std::uint64_t bytes = 0;
  for (const Column& column : columns_)
    bytes += base::bytes_of(column.codes) + column.dictionary.bytes_of_values();
  return bytes;
}

std::uint64_t Table::bytes_to_append(const Table& other, std::size_t rows) const {
  std::uint64_t bytes = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const auto& [dictionary, codes, may_repeat] = columns_[c];
    const Dictionary& more = other.columns_[c].dictionary;
    bytes += base::bytes_to_grow(codes, rows) + (adds_as_they_are(columns_[c])
                                                     ? dictionary.bytes_to_append(more)
                                                     : dictionary.bytes_to_merge(more));
  }
  return bytes;
}

std::uint32_t Dictionary::add(const HashedText& key, language::Value value) {
  const std::uint32_t code = value.is_null() ? 0 : code_count_++;
  if (code == 0) ++missing_count_;
  if (code != 0 && keeps_values_) {
    value_bytes_ += bytes_beside(value);
    values_.push_back(std::move(value));
  }
  index_.add(key.hash, static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back({key, code});
  return code;
}

language::Value Dictionary::take_value(std::uint32_t code) {
  if (keeps_values_) return std::move(values_[code]);
  return code == 0 ? language::Value() : language::Value(true);
}

/// What is looked up soon: the slots of the last of these keys, where the slots of one halfway
/// lead, and the text there of the first.
void Dictionary::prefetch(std::span<const Entry> later) const {
  index_.prefetch(later.back().key.hash);
  const std::uint32_t entry = index_.find_any(later[later.size() / 2].key.hash);
  if (entry != HashIndex::kNone) base::prefetch(&entries_[entry]);
  const std::uint32_t next = index_.find_any(later.front().key.hash);
  if (next != HashIndex::kNone) base::prefetch(entries_[next].key.text.data());
}

std::vector<std::uint32_t> Dictionary::merge(Dictionary&& other, Arena* keys,
                                             const base::Call& call) {
  constexpr std::size_t kAhead = 4;
  constexpr std::size_t kFurther = 16;
  constexpr std::uint32_t kKeysPerCheck = 8192;
  base::StepCounter steps(call, kKeysPerCheck);
  const auto keep = [&](std::string_view key) { return keys == nullptr ? key : keys->store(key); };
  std::vector<std::uint32_t> new_codes(other.code_count_);
  for (std::size_t e = 0; e < other.entries_.size(); ++e) {
    steps.step();
    const auto later = std::span(other.entries_).subspan(e);
    if (later.size() > kAhead + kFurther) prefetch(later.subspan(kAhead, kFurther));
    const auto& [key, code] = other.entries_[e];
    new_codes[code] = code_of(key, [&, c = code] { return other.take_value(c); }, keep);
  }
  return new_codes;
}

std::uint32_t Dictionary::append(Dictionary&& other) {
  const std::uint32_t before = code_count_ - 1;
  if (keeps_values_) {
    values_.insert(values_.end(), std::make_move_iterator(other.values_.begin() + 1),
                   std::make_move_iterator(other.values_.end()));
    value_bytes_ += other.value_bytes_;
  }
  code_count_ += other.code_count_ - 1;
  missing_count_ += other.missing_count_;
  return before;
}

Dictionary::AppendedTexts Dictionary::append_texts(const Dictionary& other,
                                                   const base::Call& call) {
  const AppendedTexts appended = {.count = static_cast<std::uint32_t>(other.texts_.size()),
                                  .before = static_cast<std::uint32_t>(texts_.size())};
  call.in_steps(other.texts_.size(), base::Call::kElementsPerStep,
                [&](std::size_t begin, std::size_t end) {
                  const auto some = std::span(other.texts_).subspan(begin, end - begin);
                  texts_.insert(texts_.end(), some.begin(), some.end());
                });
  return appended;
}

TextColumn Dictionary::take_column(std::vector<std::uint32_t> codes, const base::Call& call) {
  const auto first_text = static_cast<std::uint32_t>(values_.size());
  const auto number_texts = [&](std::size_t begin, std::size_t end) {
    for (std::uint32_t& code : std::span(codes).subspan(begin, end - begin)) {
      const std::uint32_t text = index_of_text(code);
      if (text < texts_.size()) code = first_text + text;
    }
  };
  if (has_texts()) call.in_steps(codes.size(), base::Call::kElementsPerStep, number_texts);
  return {std::move(codes), std::move(values_), value_bytes_, std::move(texts_)};
}

void Dictionary::reserve(std::size_t count, Room room) {
  if (has_texts()) return texts_.reserve(count);
  if (keeps_values_) values_.reserve(count);
  if (room == Room::Values) return;
  entries_.reserve(count);
  index_.reserve(count / 8 * 7);  // the cost of the index depends on its capacity
}

/// Entries have their codes in ascending order.
FlatTexts Dictionary::keys() const {
  Offsets begins;
  begins.reserve(code_count_ + std::size_t{1});
  begins.push_back(0);  // of code 0
  for (const Entry& entry : entries_) {
    if (entry.code != 0) begins.push_back(begins.back() + entry.key.text.size());
  }
  std::vector<char> bytes;
  bytes.reserve(begins.back());
  for (const auto& [key, code] : entries_) {
    if (code != 0) bytes.insert(bytes.end(), key.text.begin(), key.text.end());
  }
  return {std::move(begins), std::move(bytes)};
}

Table::Table(std::span<const ColumnSpec> columns) : columns_(columns.size()) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].form == ColumnSpec::Form::Node) columns_[c].dictionary.leave_out_values();
    columns_[c].may_repeat_values = columns[c].form == ColumnSpec::Form::Read;
  }
}

std::uint32_t Table::add_row(std::span<const std::uint32_t> codes) {
  for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c].codes.push_back(codes[c]);
  return row_count_++;
}

TextColumn Table::take_column(std::size_t column, const base::Call& call) {
  auto& [dictionary, codes, may_repeat] = columns_[column];
  return dictionary.take_column(std::move(codes), call);
}

void Table::make_room(double times) {
  for (Column& column : columns_) {
    const auto expected = [&](std::size_t count) {
      return static_cast<std::size_t>(static_cast<double>(count) * times);
    };
    column.codes.reserve(expected(row_count_));
    if (gets_room(column))
      column.dictionary.reserve(expected(column.dictionary.value_count()), column.room());
  }
}

std::size_t Table::room_of_row() const {
  std::size_t bytes = 0;
  for (const Column& column : columns_) {
    bytes += sizeof(std::uint32_t);
    if (gets_room(column)) bytes += column.dictionary.room_of_value(column.room());
  }
  return bytes;
}

void Table::append(Table&& other, std::span<const std::uint32_t> rows, Arena& keys) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    auto& [dictionary, codes, may_repeat] = columns_[c];
    auto& [of_other, more, may_repeat_more] = other.columns_[c];
    const bool as_they_are = adds_as_they_are(columns_[c]);
    const Dictionary::AppendedTexts texts = dictionary.append_texts(of_other);
    const auto append_codes = [&, &codes = codes, &more = more](const auto& code_of_value) {
      const std::size_t before = codes.size();
      codes.resize(before + rows.size());
      for (std::size_t number = 0; number < rows.size(); ++number) {
        const std::uint32_t code = more[rows[number]];
        codes[before + number] = texts.has(code) ? texts.new_code(code) : code_of_value(code);
      }
    };
    if (as_they_are) {
      const std::uint32_t before = dictionary.append(std::move(of_other));
      append_codes([&](std::uint32_t code) { return code == 0 ? 0 : code + before; });
    } else {
      const auto new_codes = dictionary.merge(std::move(of_other), &keys);
      append_codes([&](std::uint32_t code) { return new_codes[code]; });
    }
  }
  row_count_ += static_cast<std::uint32_t>(rows.size());
}

void Table::overlay(Table&& other, std::span<const std::uint32_t> sources, Arena& keys,
                    const base::Call& call) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Dictionary& of_other = other.columns_[c].dictionary;
    const Dictionary::AppendedTexts texts = columns_[c].dictionary.append_texts(of_other, call);
    const auto new_codes = columns_[c].dictionary.merge(std::move(of_other), &keys, call);
    const auto take_rows = [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        if (sources[row] == kNoRow) continue;
        const std::uint32_t old = other.columns_[c].codes[sources[row]];
        const std::uint32_t code = texts.has(old) ? texts.new_code(old) : new_codes[old];
        if (code != 0) columns_[c].codes[row] = code;
      }
    };
    call.in_steps(sources.size(), base::Call::kElementsPerStep, take_rows);
  }
}

}  // namespace seedc::data
