// Checks ids, groups and required fields of benchmark requests.
#include "engine/lint/benchmark/request_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "engine/lint/benchmark/group_shape.h"

namespace seedc::lint {
namespace {

constexpr int kRequestsPerGroup = 10;

/// 1 to 9999 for `R01` to `R9999`, as the documents number requests; std::nullopt for any other
/// text.
std::optional<int> request_number(std::string_view id) {
  constexpr std::size_t kLongest = 5;
  if (id.size() < 3 || id.size() > kLongest || id.front() != 'R') return std::nullopt;
  int number = 0;
  for (const char c : id.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  constexpr int kMost = 100;
  const bool is_canonical = number > 0 && number <= kMost && id == fmt::format("R{:02}", number);
  return is_canonical ? std::optional(number) : std::nullopt;
}

/// The group that `g1`, `G1` or `g01` was meant for.
std::optional<int> group_meant(std::string_view text) {
  if (!text.starts_with('G') && !text.starts_with('g')) return std::nullopt;
  text.remove_prefix(1);
  for (int group = 1; group <= kGroupCount; ++group) {
    if (text == std::to_string(group) || text == fmt::format("{:02}", group)) return group;
  }
  return std::nullopt;
}

/// A text as the file writes it at `span`, with its quotes if it has them.
diag::FixIt replacement_of_text(source::Span span, std::string_view text,
                                std::string_view replacement) {
  const std::size_t quotes = (span.end - span.begin) == text.size() + 2 ? 1 : 0;
  return {{span.file, static_cast<std::uint32_t>(span.begin + quotes),
           static_cast<std::uint32_t>(span.end - quotes)},
          std::string(replacement),
          /*is_safe=*/true};
}

void report_unknown_group(const ast::Field& group, diag::Diagnostics& diagnostics) {
  diag::Diagnostic& report =
      diagnostics.report(diag::DiagCode::UnknownGroup, group.span, group.text);
  const auto meant = group_meant(group.text);
  report.help = meant ? "write `" + group_name(*meant) + "`" : "the groups are G01 to G10";
  if (meant) report.fix = replacement_of_text(group.span, group.text, group_name(*meant));
}

void check_id(const ast::Field& id, int group, diag::Diagnostics& diagnostics) {
  const auto number = request_number(id.text);
  if (!number) {
    diagnostics.report(diag::DiagCode::IdFormat, id.span, id.text).help =
        "requests with a group are numbered, ten to a group: R01 to R10 are of G01";
    return;
  }
  const int by_number = (*number - 1) / kRequestsPerGroup + 1;
  if (by_number == group || by_number > kGroupCount) return;
  const auto range = [](int of) {
    return fmt::format("R{:02} to R{:02}", (of - 1) * kRequestsPerGroup + 1,
                       of * kRequestsPerGroup);
  };
  diagnostics
      .report(diag::DiagCode::IdRange, id.span, range(by_number), group_name(by_number), id.text,
              group_name(group))
      .help = fmt::format("those of {} are {}", group_name(group), range(group));
}

void check_shape(const ast::Field& group, int number, const ir::Module& module, ir::ValueId root,
                 diag::Diagnostics& diagnostics) {
  if (has_group_shape(module, root, number)) return;
  diag::Diagnostic& report =
      diagnostics.report(diag::DiagCode::GroupShape, group.span, group.text, shape_asked(number),
                         shape_seen(module, root, number));
  if (const auto fitting = group_of_shape(module, root))
    report.help = fmt::format("that is the shape of {}", group_name(*fitting));
}

bool is_blank(const std::optional<ast::Field>& field) {
  return !field || field->text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// One message for all that is missing.
void check_fields(const ast::Request& request, bool is_json, diag::Diagnostics& diagnostics) {
  const std::pair<std::string_view, const std::optional<ast::Field>*> fields[] = {
      {"group", &request.group},
      {"scenario", &request.scenario},
      {"text", &request.text},
      {is_json ? "gold_restaurant" : "gold", &request.gold}};
  std::string missing;
  std::size_t missing_count = 0;
  for (const auto& [name, field] : fields) {
    if (!is_blank(*field)) continue;
    missing += (missing.empty() ? "" : "` and no `") + std::string(name);
    ++missing_count;
  }
  if (missing.empty() || missing_count == std::size(fields)) return;
  const std::string id = request.id ? request.id->text : "";
  diagnostics
      .report(diag::DiagCode::MissingField, request.id ? request.id->span : request.span, id,
              missing)
      .help = "a request of a benchmark has a group, a scenario, a text and the gold item's id";
}

}  // namespace

void lint_form(const ast::Request& request, bool is_json, const ir::Module& module,
               ir::ValueId root, diag::Diagnostics& diagnostics) {
  check_fields(request, is_json, diagnostics);
  if (is_blank(request.group)) return;
  const auto group = group_number(request.group->text);
  if (!group) return report_unknown_group(*request.group, diagnostics);
  if (request.id) check_id(*request.id, *group, diagnostics);
  check_shape(*request.group, *group, module, root, diagnostics);
}

}  // namespace seedc::lint
