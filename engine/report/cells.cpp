// Compares, rounds and writes cells.
#include "engine/report/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/report/table.h"
#include "engine/report/text.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostDecimals = 4;

/// Whether a real is shown with decimals; else with an exponent.
bool is_plain(double value) {
  return value == 0 ||
         (std::fabs(value) >= 0.5 / std::pow(10, kMostDecimals) && std::fabs(value) < 1e15);
}

/// How many decimals a real needs, no more than are shown.
std::size_t decimals_of(double value) {
  const std::string text = fmt::format("{:.{}f}", value, kMostDecimals);
  return std::max(text.find_last_not_of('0'), text.find('.') + 1) - text.find('.');
}

std::size_t length_of(const language::Cell& list) {
  const auto* values = list.json().as<language::List>();
  return values == nullptr ? 0 : values->size();
}

std::string text_of(const language::Cell& cell, std::size_t decimals) {
  if (cell.is_null()) return "null";
  switch (cell.kind) {
    case language::Kind::Bool:
      return cell.boolean() ? "true" : "false";
    case language::Kind::Int:
      return std::to_string(cell.integer());
    case language::Kind::Real:
      return is_plain(cell.real()) ? fmt::format("{:.{}f}", cell.real(), decimals)
                                   : fmt::format("{:.{}g}", cell.real(), kMostDecimals);
    case language::Kind::Json:
      return std::to_string(length_of(cell));
    case language::Kind::Str:
    case language::Kind::Any:
      break;
  }
  return language::printable(cell.string());
}

/// Numbers before strings before booleans.
int rank_of(const language::Cell& cell) {
  switch (cell.kind) {
    case language::Kind::Int:
    case language::Kind::Real:
      return 0;
    case language::Kind::Str:
      return 1;
    case language::Kind::Bool:
    case language::Kind::Any:
    case language::Kind::Json:  // items are not ordered by a list
      break;
  }
  return 2;
}

/// Holds every integer of 64 bits and every double.
long double exact_number(const language::Cell& cell) {
  return cell.kind == language::Kind::Int ? static_cast<long double>(cell.integer())
                                          : static_cast<long double>(cell.real());
}

/// A strict order of cells that are not null.
bool is_lower(const language::Cell& a, const language::Cell& b) {
  if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
  if (rank_of(a) == 0) return exact_number(a) < exact_number(b);
  return a.kind == language::Kind::Str ? a.string() < b.string() : a.boolean() < b.boolean();
}

}  // namespace

bool comes_before(const language::Cell& a, const language::Cell& b, bool descending) {
  if (a.is_null() || b.is_null()) return !a.is_null() && b.is_null();
  return descending ? is_lower(b, a) : is_lower(a, b);
}

std::vector<std::string> shown(std::span<const language::Cell> cells) {
  std::size_t decimals = 1;
  for (const language::Cell& cell : cells) {
    if (!cell.is_null() && cell.kind == language::Kind::Real && is_plain(cell.real()))
      decimals = std::max(decimals, decimals_of(cell.real()));
  }
  std::vector<std::string> texts;
  for (const language::Cell& cell : cells) texts.push_back(text_of(cell, decimals));
  return texts;
}

std::string csv_cell(const language::Cell& cell) {
  if (cell.is_null()) return "";
  if (cell.kind == language::Kind::Str) return csv_field(cell.string());
  std::string out;
  append_json(out, cell);
  return cell.kind == language::Kind::Json ? csv_field(out) : out;
}

void append_json(std::string& out, const language::Cell& cell) {
  if (cell.is_null()) {
    out += "null";
    return;
  }
  switch (cell.kind) {
    case language::Kind::Bool:
      out += cell.boolean() ? "true" : "false";
      return;
    case language::Kind::Int:
      out += fmt::format_int(cell.integer()).c_str();
      return;
    case language::Kind::Real:
      out += language::shortest(cell.real());
      return;
    case language::Kind::Str:
    case language::Kind::Any:
      language::append_json_string(out, cell.string());
      return;
    case language::Kind::Json:
      out += language::to_json(cell.json());
  }
}

}  // namespace seedc::report
