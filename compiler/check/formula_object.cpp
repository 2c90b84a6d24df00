// Reads the objects of a Formula Seed by type and reports their errors.
#include "compiler/check/formula_object.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/check/options.h"
#include "compiler/check/suggest.h"
#include "runtime/base/nearest.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

std::string_view type_name(JsonKind kind) {
  if (kind == JsonKind::String) return "a string";
  return kind == JsonKind::Array ? "a list" : "an object";
}

/// Whether a key holds a comment.
bool is_remark(std::string_view key) {
  static constexpr std::string_view kRemarks[] = {"description", "comment", "note",     "label",
                                                  "title",       "unit",    "reasoning"};
  return key.starts_with('_') || key.starts_with("x-") ||
         std::ranges::find(kRemarks, key) != std::end(kRemarks);
}

/// What a key of other languages is called here, or how it is said.
struct ForeignKey {
  std::string_view key;
  std::string_view ours;
  std::string_view help = {};
};
constexpr ForeignKey kForeignKeys[] = {
    {"condition", "where"},
    {"conditions", "where"},
    {"filter", "where"},
    {"filters", "where"},
    {"if", "where"},
    {"when", "where"},
    {"if", "when"},
    {"condition", "when"},
    {"value", "then"},
    {"expression", "expr"},
    {"formula", "expr"},
    {"parameters", "params"},
    {"constants", "params"},
    {"steps", "compute"},
    {"outputs", "output"},
    {"result", "then"},
    {"cases", "rules"},
    {"mapping", "table"},
    {"map", "table"},
    {"otherwise", "default"},
    {"fallback", "default"},
    {"default", "rules", "the last rule says it: {\"else\": …}"},
    {"fallback_rules", "rules", "all rules are in `rules`; the last one is {\"else\": …}"},
    {"else", "rules", "the last rule says it: {\"else\": …}"},
    {"field", "where", "the rows are chosen by `where`: {\"extraction.FIELD\": value}"},
    {"expr", "extraction",
     "conditions are keys and values; a `define_value` takes the expression, and a `where` asks "
     "for "
     "it: {\"$V\": true}"},
    {"expr", "where", "rows are chosen by `where`; a `sum` adds up an expression"},
    {"distinct", "where", "rows are counted, one for each review; different values are not"},
};

/// Reads the string in quotes that begins at `begin`. Returns the location of the bracket that
/// closes it, or the end.
std::size_t read_quoted(std::string_view text, std::size_t begin, std::string& value) {
  std::size_t i = begin + 1;
  for (; i < text.size() && text[i] != text[begin]; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    value += text[i];
  }
  return i + 1;
}

}  // namespace

const ast::Json* FormulaObject::find(std::string_view key) const {
  const ast::Json* value = object_.find(key);
  return value == nullptr || value->kind == JsonKind::Null ? nullptr : value;
}

void FormulaObject::set_known(std::span<const std::string_view> known) {
  known_.assign(known.begin(), known.end());
  unknown_.clear();
  for (const ast::Json::Member& member : object_.members) {
    if (std::ranges::find(known, member.key) == known.end() && !is_remark(member.key))
      unknown_.push_back(&member);
  }
}

const ast::Json* FormulaObject::require(std::string_view key, std::string_view help) {
  const ast::Json* value = find(key);
  if (value != nullptr) return value;
  auto& report = diagnostics_.report(diag::DiagCode::MissingKey, opening(), owner_, key);
  report.help = help;
  if (object_.find(key) != nullptr) report.help = "`null` stands for no value";
  if (const ast::Json::Member* meant = take_meant(key)) {
    report.help = fmt::format("it has `{}`; did you mean `{}`?", meant->key, key);
    report.fix = diag::FixIt{meant->key_span, fmt::format("\"{}\"", key)};
  }
  return nullptr;
}

/// The unknown key that is nearest to a missing one, or the only unknown key.
const ast::Json::Member* FormulaObject::take_meant(std::string_view key) {
  std::vector<std::string> names;
  for (const ast::Json::Member* member : unknown_) names.push_back(member->key);
  const std::string near = base::nearest(key, names);
  const auto found = std::ranges::find_if(unknown_, [&](const ast::Json::Member* member) {
    return unknown_.size() == 1 || member->key == near;
  });
  if (found == unknown_.end()) return nullptr;
  const ast::Json::Member* meant = *found;
  unknown_.erase(found);
  return meant;
}

const ast::Json* FormulaObject::typed(std::string_view key, JsonKind kind) const {
  const ast::Json* value = find(key);
  if (value == nullptr || value->kind == kind) return value;
  auto& report =
      diagnostics_.report(diag::DiagCode::WrongType, value->span, fmt::format("`{}`", key),
                          type_name(kind), ast::type_phrase(*value));
  if (kind == JsonKind::Array && value->kind == JsonKind::String) {
    const std::string list = "[" + language::to_json(value->text) + "]";
    report.help = "put it in brackets: " + list;
    report.fix = diag::FixIt{value->span, list, /*is_safe=*/true};
  }
  if (key == "expr" && value->kind == JsonKind::Number) {
    const std::string quoted = language::to_json(value->text);
    report.help = "write it in quotes: " + quoted;
    report.fix = diag::FixIt{value->span, quoted, /*is_safe=*/true};
  }
  return nullptr;
}

std::string FormulaObject::choice(std::string_view key, std::span<const std::string_view> words,
                                  std::span<const Translation> foreign) const {
  const ast::Json* value = find(key);
  if (value == nullptr) return std::string(words.front());
  if (value->kind == JsonKind::String && std::ranges::find(words, value->text) != words.end())
    return value->text;
  if (value->kind != JsonKind::String) {
    report_type(*value, key, fmt::format("one of {}", fmt::join(words, ", ")));
    return std::string(words.front());
  }
  auto& report = diagnostics_.report(diag::DiagCode::BadValue, value->span, key,
                                     fmt::format("one of {}", fmt::join(words, ", ")),
                                     language::to_json(value->text));
  const auto known = std::ranges::find(foreign, value->text, &Translation::first);
  suggest(diagnostics_, report,
          known == foreign.end() ? std::string_view(value->text) : known->second,
          std::vector<std::string>(words.begin(), words.end()));
  if (report.fix) {
    report.fix->replacement = language::to_json(report.fix->replacement);
    report.fix->is_safe = known != foreign.end();
  }
  return std::string(words.front());
}

void FormulaObject::report_unknown() const {
  for (const ast::Json::Member* member : unknown_) {
    auto& report =
        diagnostics_.report(diag::DiagCode::NoSuchKey, member->key_span, owner_, member->key);
    if (help_with_foreign(*member, report)) continue;
    suggest_string(diagnostics_, report, member->key, known_,
                   fmt::format("its keys are {}", fmt::join(known_, ", ")));
  }
}

/// Says how this language writes a key of another. Returns false if it is none.
bool FormulaObject::help_with_foreign(const ast::Json::Member& member,
                                      diag::Diagnostic& report) const {
  const auto* foreign = std::ranges::find_if(kForeignKeys, [&](const ForeignKey& row) {
    return row.key == member.key && std::ranges::find(known_, row.ours) != known_.end();
  });
  if (foreign == std::end(kForeignKeys)) return false;
  report.help = foreign->help;
  if (!report.help.empty()) return true;
  report.help = fmt::format("write `{}`", foreign->ours);
  const bool is_free = object_.find(foreign->ours) == nullptr;
  if (is_free) {
    report.fix = diag::FixIt{member.key_span, language::to_json(std::string(foreign->ours)),
                             /*is_safe=*/true};
  }
  return true;
}

void FormulaObject::report_type(const ast::Json& value, std::string_view key,
                                std::string_view expected) const {
  diagnostics_.report(diag::DiagCode::WrongType, value.span, fmt::format("`{}`", key), expected,
                      ast::type_phrase(value));
}

std::optional<language::Value> scalar_of(const ast::Json& json) {
  if (json.kind != JsonKind::Bool && json.kind != JsonKind::Number && json.kind != JsonKind::String)
    return std::nullopt;
  return to_value(json);
}

source::Span part_of(source::Span string, std::string_view value, std::size_t begin,
                     std::size_t length) {
  if (string.end - string.begin != value.size() + 2) return string;
  const auto first = static_cast<std::uint32_t>(string.begin + 1 + begin);
  return {string.file, first, static_cast<std::uint32_t>(first + length)};
}

std::string python_string(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out.append(c == '\'' || c == '\\' ? "\\" : "").push_back(c);
  return out + "'";
}

bool is_identifier(std::string_view name) {
  const auto is_letter = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  };
  const auto is_digit = [](unsigned char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_letter(static_cast<unsigned char>(name.front())) &&
         std::ranges::all_of(name, [&](unsigned char c) { return is_letter(c) || is_digit(c); });
}

std::vector<std::string> split_reference(std::string_view reference) {
  std::vector<std::string> keys(1);
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const std::string_view rest = reference.substr(i);
    if (rest.starts_with("['") || rest.starts_with("[\"")) {
      keys.emplace_back();
      i = read_quoted(reference, i + 1, keys.back());
    } else if (rest.front() == '.') {
      keys.emplace_back();
    } else {
      keys.back() += rest.front();
    }
  }
  return keys;
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> keys;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    keys.emplace_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return keys;
}

}  // namespace seedc::check
