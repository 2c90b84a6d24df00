// Writes what a page has of each item, request and condition.
#include "engine/report/page/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "engine/report/bounds.h"
#include "engine/report/cells.h"
#include "engine/report/formula_ledger.h"
#include "engine/report/page/page.h"
#include "engine/report/text.h"
#include "runtime/language/describe.h"
#include "runtime/language/display_text.h"

namespace seedc::report {
namespace {

constexpr std::uint32_t kItemsPerCheck = 4096;
constexpr std::size_t kMostNear = 500;  ///< items of a request that miss by one condition

char letter_of(language::Tri value) {
  if (value == language::Tri::Unknown) return '?';
  return value == language::Tri::Yes ? '+' : '-';
}

/// The beginning of a long name.
std::string_view beginning(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

void append_name(std::string& out, const std::string& name) {
  constexpr std::size_t kMostName = 400;
  if (name.empty()) {
    out += "null";
    return;
  }
  const std::string_view shown = beginning(name, kMostName);
  language::append_json_string(out, std::string(shown) + (shown.size() < name.size() ? "…" : ""));
}

std::string items_json(const data::Dataset& dataset) {
  base::StepCounter steps(dataset.call(), kItemsPerCheck);
  std::string ids, names;
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    steps.step();
    if (item > 0) ids += ',', names += ',';
    language::append_json_string(ids, dataset.item_id(item));
    append_name(names, item_name(item, dataset));
  }
  return "{\"ids\":[" + ids + "],\"names\":[" + names + "]}";
}

std::string letters_of(const exec::PlaneValues& values) {
  std::string out;
  for (std::uint64_t item = 0; item < values.size(); ++item) out += letter_of(values[item]);
  return out;
}

std::string_view op_of(explain::LogicNode::Op op) {
  switch (op) {
    case explain::LogicNode::Op::Condition:
      return "CONDITION";
    case explain::LogicNode::Op::Not:
      return "NOT";
    case explain::LogicNode::Op::And:
      return "AND";
    case explain::LogicNode::Op::Or:
      return "OR";
    case explain::LogicNode::Op::AtLeast:
      return "AT_LEAST";
  }
  return "";
}

language::Value node_value(const explain::LogicNode& node) {
  language::Dict out = {{"op", std::string(op_of(node.op))}};
  if (!node.name.empty()) out.emplace_back("name", node.name);
  if (node.op == explain::LogicNode::Op::Condition)
    out.emplace_back("condition", static_cast<std::int64_t>(node.condition));
  language::List args;
  for (const std::uint32_t arg : node.args) args.emplace_back(static_cast<std::int64_t>(arg));
  if (!args.empty()) out.emplace_back("args", std::move(args));
  if (node.k > 0) out.emplace_back("k", static_cast<std::int64_t>(node.k));
  return out;
}

language::Value near_value(const explain::NearMisses::Item& near) {
  language::List changes;
  for (const explain::Change& change : near.changes) {
    language::List needs;
    for (const language::Tri value : change.needs) needs.emplace_back(static_cast<int>(value));
    changes.emplace_back(language::List{static_cast<std::int64_t>(change.condition),
                                        static_cast<int>(change.now), std::move(needs)});
  }
  return language::List{static_cast<std::int64_t>(near.item), std::move(changes)};
}

language::Value text_or_null(std::string_view text) {
  return text.empty() ? language::Value() : language::Value(std::string(text));
}

language::Value ranked_value(const RequestResult& result) {
  language::List ranked;
  for (const std::uint32_t item : result.matches) {
    ranked.emplace_back(language::List{static_cast<std::int64_t>(item),
                                       language::value_of(result.ranking->scores[ranked.size()])});
  }
  return ranked;
}

std::string request_json(const PageRequest& request, const data::Dataset& dataset) {
  const RequestResult& result = *request.result;
  const auto gold = result.gold ? dataset.find_item(*result.gold) : std::nullopt;
  language::Dict out = {
      {"id", result.id},
      {"text", text_or_null(request.text)},
      {"source", request.source},
      {"status", has_status(result) ? language::Value(std::string(name_of(result.status)))
                                    : language::Value()},
      {"gold", result.gold ? language::Value(*result.gold) : language::Value()},
      {"gold_item", gold ? language::Value(static_cast<std::int64_t>(*gold)) : language::Value()},
      {"matches", static_cast<std::int64_t>(match_count(result))},
      {"unknown", static_cast<std::int64_t>(result.unknown)},
      {"values", letters_of(result.values)}};
  if (result.ranking) {
    out.emplace_back("ranked_by", result.ranking->output);
    out.emplace_back("ranked", ranked_value(result));
  }
  language::List nodes, near;
  for (const explain::LogicNode& node : request.logic.nodes) nodes.push_back(node_value(node));
  const std::vector<explain::NearMisses::Item>& misses = request.misses.items;
  for (std::size_t i = 0; i < std::min(misses.size(), kMostNear); ++i)
    near.push_back(near_value(misses[i]));
  out.emplace_back("nodes", std::move(nodes));
  out.emplace_back("near", std::move(near));
  out.emplace_back("near_count", static_cast<std::int64_t>(misses.size()));
  out.emplace_back("gave_up", request.misses.gave_up);
  return language::to_json(out);
}

/// The time of day that a condition asks about.
template <class T>
language::Value window_of(const T& condition) {
  if constexpr (requires { condition.start_minute; })
    return language::List{condition.start_minute, condition.end_minute};
  if constexpr (requires { condition.minute; })
    return language::List{condition.minute, condition.minute};
  return {};
}

std::string condition_json(const PageData& page, std::size_t number) {
  const language::Condition& condition = page.conditions->conditions[number];
  language::Dict out = {
      {"kind", std::string(language::info(language::kind_of(condition)).name)},
      {"asked", language::describe(condition).asked},
      {"sentence", language::describe(condition).sentence},
      {"window", std::visit([](const auto& c) { return window_of(c); }, condition)}};
  if (page.values != nullptr) out.emplace_back("values", letters_of({*page.values, 2 * number}));
  return language::to_json(out);
}

/// The elements of a list, each made by a function of its number.
template <class Make>
std::string list_json(std::size_t count, const base::Call& call, const Make& make) {
  std::string out = "[";
  for (std::size_t i = 0; i < count; ++i) {
    call.check();
    if (i > 0) out += ",\n";
    out += make(i);
  }
  return out + "]";
}

/// Of a list its length: its values are in the explanation of its item.
void append_output(std::string& out, const language::Cell& cell) {
  if (!cell.is_null() && cell.kind == language::Kind::Json) {
    out += fmt::format(R"({{"length_of_list":{}}})", shown(std::span(&cell, 1)).front());
  } else {
    append_json(out, cell);
  }
}

/// What an output may be at the items at which it is not settled, as a member of its object.
std::string bounds_member(const FormulaReport& report, std::size_t output) {
  std::string out;
  if (report.open == nullptr) return out;
  for (const auto& [item, outputs] : report.open->items) {
    if (!outputs[output]) continue;
    out += fmt::format(R"({}"{}":{{"text":)", out.empty() ? "" : ",", item);
    language::append_json_string(out, bound_text(*outputs[output]));
    out += ",\"bound\":" + bound_json(*outputs[output]) + "}";
  }
  return out.empty() ? out : ",\"bounds\":{" + out + "}";
}

std::string outputs_json(const FormulaReport& report, const base::Call& call) {
  std::string out = "[";
  for (std::size_t k = 0; k < report.formula->outputs.size(); ++k) {
    call.check();
    out += k > 0 ? ",\n{\"name\":" : "{\"name\":";
    language::append_json_string(out, report.formula->outputs[k]);
    out += ",\"values\":[";
    for (const language::Cell& cell : report.result->outputs[k]) {
      if (out.back() != '[') out += ',';
      append_output(out, cell);
    }
    out += "]" + bounds_member(report, k) + "}";
  }
  return out + "]";
}

std::string formula_json(const PageFormula& formula, const base::Call& call) {
  const FormulaReport& report = *formula.report;
  const std::vector<std::string>& keywords = report.formula->rows.keywords;
  std::string out = "{\"name\":";
  language::append_json_string(out, report.formula->name);
  out += ",\"keywords\":" + language::to_json(language::List(keywords.begin(), keywords.end()));
  out += ",\"outputs\":" + outputs_json(report, call);
  return out + fmt::format(",\"by\":{},\"descending\":{},\"ledger\":{}}}", formula.order.output,
                           formula.order.descending,
                           ledger_json(*report.formula, FormulaLedger::of(report)));
}

std::string item_html(std::uint32_t item, const data::Dataset& dataset) {
  constexpr std::size_t kMost = 60;
  const std::string name = item_name(item, dataset);
  return fmt::format("<bdi>{}</bdi>",
                     html_of(language::clip(name.empty() ? dataset.item_id(item) : name, kMost)));
}

std::string gold_html(const RequestResult& result, const data::Dataset& dataset) {
  constexpr std::size_t kMost = 60;
  if (!result.gold) return "";
  const auto gold = dataset.find_item(*result.gold);
  return gold ? item_html(*gold, dataset)
              : fmt::format("<bdi>{}</bdi>, not in the data",
                            html_of(language::clip(*result.gold, kMost)));
}

std::string matches_html(const RequestResult& result, const data::Dataset& dataset) {
  constexpr std::size_t kMostShown = 3;
  std::string out;
  for (const std::uint32_t item : result.matches | std::views::take(kMostShown))
    out += (out.empty() ? "" : ", ") + item_html(item, dataset);
  const std::size_t all = match_count(result);
  if (all > kMostShown) out += fmt::format(" and {} more", all - kMostShown);
  return out;
}

std::string row_html(const PageRequest& request, const data::Dataset& dataset) {
  constexpr std::size_t kMostId = 40;
  const RequestResult& result = *request.result;
  return fmt::format(
      "<tr><th scope=\"row\"><bdi>{}</bdi></th><td>{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
      html_of(language::clip(result.id, kMostId)), has_status(result) ? name_of(result.status) : "",
      result.compiled ? fmt::format("{}", match_count(result)) : "",
      result.compiled ? fmt::format("{}", result.unknown) : "", gold_html(result, dataset),
      matches_html(result, dataset));
}

/// A table that may be wider than the page: its name, and its columns, those of numbers with true.
std::string table_begin(std::string_view name,
                        const std::vector<std::pair<std::string, bool>>& columns) {
  std::string out = fmt::format(
      "<h2><bdi>{0}</bdi></h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{0}\">\n<table>\n<thead><tr>",
      html_of(language::clip(name, 80)));
  for (const auto& [title, is_number] : columns) {
    out += fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"n\"" : "",
                       html_of(language::clip(title, 40)));
  }
  return out + "</tr></thead>\n<tbody>\n";
}

std::string requests_html(const PageData& page) {
  constexpr std::size_t kMostRows = 200;
  std::string out = table_begin("Requests", {{"Request", false},
                                             {"Status", false},
                                             {"Matches", true},
                                             {"Unknown", true},
                                             {"Gold item", false},
                                             {"Items that match", false}});
  const std::size_t shown = std::min(page.requests.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) out += row_html(page.requests[i], *page.dataset);
  out += "</tbody>\n</table>\n</div>\n";
  if (shown < page.requests.size())
    out += fmt::format("<p>And {} more requests.</p>\n", page.requests.size() - shown);
  return out;
}

/// The value, or what it may be if it is not settled.
std::string output_text(const FormulaReport& report, std::size_t output, std::uint32_t item) {
  const bounds::Bound* open = report.open == nullptr ? nullptr : report.open->find(item, output);
  if (open != nullptr) return bound_text(*open);
  return shown(std::span(&report.result->outputs[output][item], 1)).front();
}

std::string formula_html(const PageFormula& formula, const data::Dataset& dataset) {
  constexpr std::size_t kMostRows = 20;
  const FormulaReport& report = *formula.report;
  FormulaReport ranked = report;
  ranked.order = {.key = formula.order, .top = kMostRows};
  std::vector<std::pair<std::string, bool>> columns = {{"Item", false}};
  for (const std::string& output : report.formula->outputs) columns.emplace_back(output, true);
  std::string out = table_begin(report.formula->name, columns);
  for (const std::uint32_t item : ordered_items(ranked, dataset.item_count())) {
    out += "<tr><th scope=\"row\">" + item_html(item, dataset) + "</th>";
    for (std::size_t k = 0; k < report.result->outputs.size(); ++k)
      out +=
          "<td class=\"n\">" + html_of(language::clip(output_text(report, k, item), 60)) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

/// The character boundary at or before an offset.
std::size_t boundary(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return text.size();
  while (offset > 0 && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80) --offset;
  return offset;
}

}  // namespace

std::string core_json(const PageData& page) {
  const data::Dataset& dataset = *page.dataset;
  const base::Call& call = dataset.call();
  std::string out = "{\"items\":" + items_json(dataset);
  out += fmt::format(",\n\"reviews\":{},\n\"requests\":", dataset.review_count());
  out += list_json(page.requests.size(), call,
                   [&](std::size_t i) { return request_json(page.requests[i], dataset); });
  out += ",\n\"conditions\":" + list_json(page.conditions->conditions.size(), call,
                                          [&](std::size_t i) { return condition_json(page, i); });
  out += ",\n\"formulas\":" + list_json(page.formulas.size(), call, [&](std::size_t i) {
           return formula_json(page.formulas[i], call);
         });
  out += fmt::format(",\n\"options\":{{\"texts\":{},\"names\":{}}},\n\"explain\":", page.has_texts,
                     page.has_names);
  language::append_json_string(out, page.explain);
  const std::vector<std::string>& left_out = page.left_out_formulas;
  return out + ",\n\"left_out_formulas\":" +
         language::to_json(language::List(left_out.begin(), left_out.end())) + "}";
}

ItemOrder::Key page_order(const FormulaReport& report) {
  if (report.order.key) return *report.order.key;
  ItemOrder::Key key;
  for (std::size_t k = 0; k < report.result->outputs.size(); ++k) {
    const bool is_number =
        std::ranges::any_of(report.result->outputs[k], [](const language::Cell& cell) {
          return !cell.is_null() &&
                 (cell.kind == language::Kind::Int || cell.kind == language::Kind::Real);
        });
    if (is_number) key.output = k;
  }
  return key;
}

std::string page_tables(const PageData& page) {
  std::string out = page.requests.empty() ? "" : requests_html(page);
  for (const PageFormula& formula : page.formulas) out += formula_html(formula, *page.dataset);
  return out;
}

std::vector<TextPiece> pieces_of(std::string_view text, std::vector<text::TextPlace> places) {
  constexpr std::size_t kMostWhole = 4'000;
  constexpr std::size_t kMostPieces = 8;
  constexpr std::size_t kAround = 240;
  constexpr std::size_t kMostPiece = 1'500;
  constexpr std::size_t kMostBytes = 12'000;
  if (text.size() <= kMostWhole) return {{0, text}};
  if (places.empty()) places = {{0, 0}};
  std::ranges::sort(places, {}, &text::TextPlace::begin);
  std::vector<TextPiece> pieces;
  std::size_t bytes = 0;
  for (const text::TextPlace& place : places) {
    if (bytes > kMostBytes) break;
    const std::size_t begin = boundary(text, place.begin - std::min(place.begin, kAround));
    const std::size_t end = boundary(text, std::min(place.end + kAround, place.begin + kMostPiece));
    const std::size_t after = pieces.empty() ? 0 : pieces.back().begin + pieces.back().text.size();
    if (!pieces.empty() && begin <= after && end > after) {
      const std::size_t first = pieces.back().begin;
      bytes += end - after;
      pieces.back().text = text.substr(first, end - first);
    } else if (pieces.empty() || begin > after) {
      if (pieces.size() == kMostPieces) break;
      pieces.push_back({begin, text.substr(begin, end - begin)});
      bytes += end - begin;
    }
  }
  return pieces;
}

}  // namespace seedc::report
