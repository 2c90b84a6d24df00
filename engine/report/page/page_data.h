// The data of a page, and its tables for readers without script.
//
// The core is
//
//   {"items": {"ids": [ID], "names": [NAME or null]}, "reviews": N,
//    "requests": [{"id", "text": TEXT or null, "source", "status": STATUS or null, "gold": ID or
//    null,
//      "gold_item": NUMBER or null, "matches": N, "ranked": [[ITEM, SCORE]], "ranked_by",
//      "unknown": N, "values": VALUES, "nodes": [{"op", "name", "condition", "args", "k"}],
//      "near": [[ITEM, [[CONDITION, NOW, [NEEDS]]]]], "near_count": N,
//      "gave_up": BOOL}],
//    "conditions": [{"kind", "asked", "sentence", "window": [BEGIN, END] or null, "values":
//    VALUES}], "options": {"texts", "names"}, "explain": TEXT,
//    "left_out_formulas": [NAME],
//    "formulas": [{"name", "keywords": [WORD], "by": NUMBER of the output by which it is ranked,
//      "descending": BOOL, "ledger",
//      "outputs": [{"name", "values": [VALUE],
//        "bounds"?: {ITEM: {"text", "bound"}}}]}]}    where it is not settled (report/bounds.h)
//
// Items and conditions are numbered from 0; VALUES has a character per item, `+` yes, `-` no, `?`
// unknown. The last node of a request is its root, and an argument is the number of a node. A
// window is in minutes since midnight. `explain` is a command with `{item}` and `{request}`, or
// empty.
//
// A line of the details begins with its kind, the number of a request or formula, and that of an
// item, each followed by a blank:
//
//   e R I {…}    why the request has its value at the item (engine/report/explain.h)
//   w R I {…}    what would turn it (engine/report/why.h)
//   f F I {…}    what a formula makes of the item (engine/report/formula_explain.h)
//   v F I […]    what would turn its verdicts (engine/report/why_formula.h)
//   p F I […]    how often they flip if extracted values are wrong (engine/report/sensitivity.h)
//   q F I {REVIEW_ID: {FIELD: QUOTE}}    the words that show the values of fields, where it lists
//   them t 0 I {REVIEW_ID: [[BEGIN, TEXT]]}    reviews of the item: pieces from those bytes on
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/explain/logic.h"
#include "engine/explain/near_misses.h"
#include "engine/report/formulas.h"
#include "engine/report/requests.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/planes.h"
#include "runtime/text/text_place.h"

namespace seedc::report {

/// A request as the page has it.
struct PageRequest {
  const RequestResult* result;
  std::string text;      ///< in natural language; or empty
  std::string source;    ///< as written
  explain::Logic logic;  ///< no nodes: it did not compile
  explain::NearMisses misses = {};
};

/// A formula as the page has it.
struct PageFormula {
  const FormulaReport* report;
  ItemOrder::Key order;  ///< by which its items are ranked
};

/// The order that a run asked for, or by the last output that is a number.
ItemOrder::Key page_order(const FormulaReport& report);

/// What a page shows. What it points to outlives it.
struct PageData {
  const data::Dataset* dataset = nullptr;
  std::vector<PageRequest> requests;
  std::vector<PageFormula> formulas;
  const contract::Plan* conditions = nullptr;
  const exec::Planes* values =
      nullptr;  ///< of the conditions: planes 2c and 2c + 1; null without requests
  bool has_texts = true;
  bool has_names = true;
  std::string explain;
  std::vector<std::string> left_out_formulas;
};

/// The core, as JSON.
std::string core_json(const PageData& page);

/// HTML: the requests with their results, the first items of the formulas.
std::string page_tables(const PageData& page);

/// A part of a text, from a byte on.
struct TextPiece {
  std::size_t begin = 0;
  std::string_view text;
};
/// A short text whole; of a long one what is around the places, or its beginning if there are none.
std::vector<TextPiece> pieces_of(std::string_view text, std::vector<text::TextPlace> places);

}  // namespace seedc::report
