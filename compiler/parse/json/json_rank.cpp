// Parses rankings in JSON.
#include "compiler/parse/json/json_rank.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "compiler/parse/json/json_reader.h"
#include "compiler/parse/json/json_structure.h"
#include "runtime/base/nearest.h"

namespace seedc::parse {
namespace {

constexpr std::string_view kOwner = "`rank_by`";

/// The string at a required key.
std::optional<ast::Field> required_text(ast::Json& json, std::string_view key,
                                        diag::Diagnostics& diagnostics) {
  if (!find_given(json, key)) {
    const source::Span opening{json.span.file, json.span.begin, json.span.begin + 1};
    diagnostics.report(diag::DiagCode::MissingKey, opening, kOwner, key);
  }
  return text_field(json, key, diagnostics);
}

bool is_descending(ast::Json& json, diag::Diagnostics& diagnostics) {
  const auto order = text_field(json, "order", diagnostics);
  if (!order || order->text == "desc") return true;
  if (order->text != "asc") {
    diagnostics.report(diag::DiagCode::BadValue, order->span, "order", "`asc` or `desc`",
                       "`" + order->text + "`");
  }
  return false;
}

void warn_of_unknown_keys(const ast::Json& json, diag::Diagnostics& diagnostics) {
  static const std::vector<std::string> kKeys = {"formula", "output", "order"};
  for (const ast::Json::Member& member : json.members) {
    if (std::find(kKeys.begin(), kKeys.end(), member.key) != kKeys.end()) continue;
    const std::string near = base::nearest(member.key, kKeys);
    diagnostics.report(diag::DiagCode::UnknownKey, member.key_span, kOwner, member.key).help =
        near.empty() ? "" : "did you mean `" + near + "`?";
  }
}

}  // namespace

std::optional<ast::Rank> read_rank(ast::Json& request, diag::Diagnostics& diagnostics) {
  ast::Json* json = find_given(request, "rank_by");
  if (!json) return std::nullopt;
  if (json->kind != ast::Json::Kind::Object) {
    diagnostics
        .report(diag::DiagCode::WrongType, json->span, kOwner, "an object", ast::type_phrase(*json))
        .help = "write `{\"formula\": \"risk.json\", \"output\": \"SCORE\", \"order\": \"desc\"}`";
    return std::nullopt;
  }
  warn_of_unknown_keys(*json, diagnostics);
  auto formula = required_text(*json, "formula", diagnostics);
  auto output = required_text(*json, "output", diagnostics);
  const bool descending = is_descending(*json, diagnostics);
  if (!formula || !output) return std::nullopt;
  return ast::Rank{.span = json->span,
                   .formula = std::move(*formula),
                   .output = std::move(*output),
                   .descending = descending,
                   .order_is_written = find_given(*json, "order") != nullptr};
}

}  // namespace seedc::parse
