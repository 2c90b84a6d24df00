// Changes of requests after which their gold item alone meets them, as text and as JSON.
//
// As JSON, a list with one object per request:
//
//   {"id": "R12", "status": STATUS, "gold": ID or null, "others": N,     matches beside the gold
//    "edits": [{"drop": [{"condition": TEXT, "from": TEXT}],
//               "add": [{"name": NAME, "meaning": TEXT}]}]}
//
// `edits` is empty if the status is `ok`, if there is no gold item, and if none was found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/report/requests.h"

namespace seedc::report {

/// An operand that is left out.
struct DroppedOperand {
  std::string condition;
  std::string from;  ///< the operator whose it is: `OR(a, b)`
};

struct AddedCondition {
  std::string name, meaning;
};

struct RequestEdit {
  std::vector<DroppedOperand> drops;
  std::vector<AddedCondition> adds;
};

struct DistinguishedRequest {
  std::string id;
  Status status = Status::Error;
  std::string named_gold;  ///< as the program names it; or empty
  std::string gold;        ///< the item's id; empty if the request has none that the data has
  std::string gold_name;   ///< or empty
  std::size_t others = 0;  ///< matches beside it
  std::vector<RequestEdit> edits;
};

/// A request for which changes were looked for: it has a gold item, and is not ok.
bool needs_edits(const DistinguishedRequest& request);
/// How many are not ok and have no edits, be it for want of a gold item.
std::size_t count_without_edits(const std::vector<DistinguishedRequest>& requests);

std::string distinguished_text(const std::vector<DistinguishedRequest>& requests);
std::string distinguished_json(const std::vector<DistinguishedRequest>& requests);

/// The first edit of each request that has one, in a line: "R12: leave out `cozy`, add
/// `wifi_free`".
std::string distinguished_lines(const std::vector<DistinguishedRequest>& requests);

}  // namespace seedc::report
