// The results of requests as a stream of Arrow: one batch per request, in the order of the
// programs, made when it is pulled.
//
//   request      dictionary<int32, utf8>: the request's id
//   business_id  dictionary<int32, utf8> over all items of the data, in their order
//   value        int8: 1, 0 or -1
//   rank         of the matches of a ranked request the value of the output that orders them; null
//                for all other rows. float64, unless the output of a ranking in the program demands
//                another type: int64, utf8 or bool if all of them have it, and utf8 with the value
//                as JSON if they differ
//
// A batch has a row for each item, in the order of the data; of a ranked request the matches come
// first, in ranked order. `matches_only` leaves out all rows but those of matches, and of a ranked
// request those beyond the first `top`. A request without a result has a batch without rows: the
// schema's metadata `seedc.errors` lists the ids of these as JSON.
//
// All batches share one dictionary of items and one of requests. The items of matches are not
// copied: arrays refer to the results, which `kept` keeps until the last array is released. Nor are
// values, which the results have as bits, if `kept` keeps them as bytes, too.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "engine/report/requests.h"
#include "include/seedc/arrow_abi.h"

namespace seedc::report::arrow {

struct RequestStreamOptions {
  bool matches_only = false;
  /// The values of a request as bytes that `kept` owns, too; if empty, they are made for each
  /// batch.
  std::function<std::span<const std::int8_t>(const RequestResult& result)> bytes_of = {};
};

/// `kept` owns the results and what their rankings point to, none of which may change: stream and
/// arrays keep it. The plan is the one that was run; it is not kept. Fails only for want of memory
/// (std::bad_alloc). Pulling fails (EOVERFLOW) if the data has more than 2,147,483,647 items, if
/// their ids are beyond as many bytes, or the ranks of one request.
ArrowArrayStream request_stream(std::span<const RequestResult> results, const contract::Plan& plan,
                                const data::Dataset& dataset, std::shared_ptr<const void> kept,
                                const RequestStreamOptions& options = {});

}  // namespace seedc::report::arrow
