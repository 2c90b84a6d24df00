// Writes cells and texts as the buffers of Arrow's columns.
#include "engine/report/arrow/columns.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "engine/report/cells.h"

namespace seedc::report::arrow {
namespace {

using contract::OutputType;
using language::Cell;
using language::Kind;

/// The program says of which kind an output is; a cell of another one would be read wrongly.
void expect(bool is_of_type) {
  if (!is_of_type)
    throw std::logic_error(
        "an output has a value of another kind than its formula says, which is an error in seedc");
}

template <class Number, class Read>
Column numbers(const CellRows& rows, Read read) {
  Bits validity;
  std::vector<Number> values;
  values.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Cell& cell = rows[row];
    validity.add(!cell.is_null());
    values.push_back(cell.is_null() ? Number() : read(cell));
  }
  Column column = column_of(std::move(validity));
  column.buffers.push_back(Buffer::of(std::move(values)));
  return column;
}

std::int64_t integer_of(const Cell& cell) {
  expect(cell.kind == Kind::Int);
  return cell.integer();
}

double real_of(const Cell& cell) {
  expect(language::is_number(cell.kind));
  return cell.kind == Kind::Int ? static_cast<double>(cell.integer()) : cell.real();
}

Column booleans(const CellRows& rows) {
  Bits validity;
  Bits values;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Cell& cell = rows[row];
    expect(cell.is_null() || cell.kind == Kind::Bool);
    validity.add(!cell.is_null());
    values.add(!cell.is_null() && cell.boolean());
  }
  Column column = column_of(std::move(validity));
  column.buffers.push_back(std::move(values).buffer());
  return column;
}

/// The bytes of the strings, as far as a column takes them.
std::size_t bytes_of_strings(const CellRows& rows, std::size_t most) {
  std::size_t bytes = 0;
  for (std::size_t row = 0; row < rows.size() && bytes <= most; ++row) {
    const Cell& cell = rows[row];
    expect(cell.is_null() || cell.kind == Kind::Str);
    if (!cell.is_null()) bytes += cell.string().size();
  }
  return bytes;
}

template <class Append>
Column texts(const CellRows& rows, TextBuilder builder, Append append) {
  Bits validity;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Cell& cell = rows[row];
    if (!cell.is_null()) append(builder.bytes(), cell);
    builder.end_text();
    if (!builder.end_row()) break;
    validity.add(!cell.is_null());
  }
  Column column = column_of(std::move(validity));
  std::ranges::move(std::move(builder).buffers(), std::back_inserter(column.buffers));
  return column;
}

Column strings(const CellRows& rows, std::size_t most_bytes) {
  TextBuilder builder(most_bytes);
  builder.reserve(rows.size(), bytes_of_strings(rows, most_bytes));
  return texts(rows, std::move(builder),
               [](std::string& out, const Cell& cell) { out += cell.string(); });
}

const language::List& list_of(const Cell& cell) {
  const auto* list = cell.kind == Kind::Json ? cell.json().as<language::List>() : nullptr;
  expect(list != nullptr);
  return *list;
}

Column lists(const CellRows& rows, std::size_t most_bytes) {
  TextBuilder entries(most_bytes);
  std::vector<std::int32_t> offsets = {0};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    expect(!rows[row].is_null());
    for (const language::Value& entry : list_of(rows[row])) {
      entries.bytes() += language::to_json(entry);
      entries.end_text();
    }
    if (!entries.end_row()) break;
    offsets.push_back(static_cast<std::int32_t>(entries.size()));
  }
  Column column{.length = static_cast<std::int64_t>(offsets.size() - 1), .buffers = {Buffer()}};
  column.buffers.push_back(Buffer::of(std::move(offsets)));
  column.children.push_back(std::move(entries).column());
  return column;
}

const char* format_of(OutputType type) {
  switch (type) {
    case OutputType::Bool:
      return format::kBool;
    case OutputType::Int:
      return format::kInt64;
    case OutputType::Real:
    case OutputType::Number:
      return format::kFloat64;
    case OutputType::Str:
    case OutputType::Any:
      return format::kUtf8;
    case OutputType::List:
      return format::kList;
  }
  return format::kUtf8;
}

}  // namespace

Column column_of(Bits validity) {
  Column column{.length = static_cast<std::int64_t>(validity.size()),
                .null_count = static_cast<std::int64_t>(validity.size() - validity.set_count())};
  column.buffers.push_back(column.null_count == 0 ? Buffer() : std::move(validity).buffer());
  return column;
}

void TextBuilder::reserve(std::size_t texts, std::size_t bytes) {
  offsets_.reserve(texts + 1);
  bytes_.reserve(bytes);
}

bool TextBuilder::end_row() {
  if (rows_ > 0 && bytes_.size() > most_bytes_) {
    offsets_.resize(row_texts_ + 1);
    bytes_.resize(row_bytes_);
    return false;
  }
  if (bytes_.size() > kMostTextBytes)
    throw std::overflow_error("the texts of one row are beyond 2,147,483,647 bytes");
  ++rows_;
  row_texts_ = size();
  row_bytes_ = bytes_.size();
  return true;
}

std::vector<Buffer> TextBuilder::buffers() && {
  return {Buffer::of(std::move(offsets_)), Buffer::of(std::move(bytes_))};
}

Column TextBuilder::column() && {
  Column column{.length = static_cast<std::int64_t>(size()), .buffers = {Buffer()}};
  std::ranges::move(std::move(*this).buffers(), std::back_inserter(column.buffers));
  return column;
}

Column text_column(std::span<const std::string> texts) {
  TextBuilder builder;
  for (const std::string& text : texts) {
    if (!builder.add_row(text))
      throw std::overflow_error("the names in the program are beyond 2,147,483,647 bytes");
  }
  return std::move(builder).column();
}

Field field_of(OutputType type, std::string name) {
  const bool is_list = type == OutputType::List;
  Field field{.name = std::move(name),
              .format = format_of(type),
              .is_nullable = !is_list,
              .metadata = {{kKindKey, std::string(contract::name_of(type))}}};
  if (is_list) {
    field.children = {{.name = "item",
                       .format = format::kUtf8,
                       .metadata = {{kKindKey, std::string(contract::name_of(OutputType::Any))}}}};
  }
  return field;
}

Column column_of(OutputType type, const CellRows& rows, std::size_t most_bytes) {
  switch (type) {
    case OutputType::Bool:
      return booleans(rows);
    case OutputType::Int:
      return numbers<std::int64_t>(rows, integer_of);
    case OutputType::Real:
    case OutputType::Number:
      return numbers<double>(rows, real_of);
    case OutputType::Str:
      return strings(rows, most_bytes);
    case OutputType::Any:
      return texts(rows, TextBuilder(most_bytes), append_json);
    case OutputType::List:
      return lists(rows, most_bytes);
  }
  throw std::logic_error("no type of an output");
}

Column struct_column(std::vector<Column> children, std::size_t rows) {
  return {.length = static_cast<std::int64_t>(rows),
          .buffers = {Buffer()},
          .children = std::move(children)};
}

Field dictionary_field(std::string name, std::string kind, bool is_nullable) {
  Field field{.name = std::move(name),
              .format = format::kInt32,
              .is_nullable = is_nullable,
              .metadata = {{kKindKey, std::move(kind)}}};
  field.dictionary = std::make_shared<const Field>(Field{.format = format::kUtf8});
  return field;
}

void shorten(Column& column, std::size_t rows) {
  const bool is_struct = column.buffers.size() == 1;  // only a validity; lists have offsets too
  for (std::size_t i = 0; is_struct && i < column.children.size(); ++i)
    shorten(column.children[i], rows);
  const auto length = static_cast<std::int64_t>(rows);
  if (column.length <= length) return;
  column.length = length;
  if (column.null_count > 0) {
    const auto* validity = static_cast<const std::uint8_t*>(column.buffers.front().data);
    column.null_count = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      if ((validity[row / 8] >> (row % 8) & 1) == 0) ++column.null_count;
    }
  }
}

}  // namespace seedc::report::arrow
