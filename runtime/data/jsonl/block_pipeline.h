// Parses a file's blocks with several threads and consumes the results in the file's order.
#pragma once

#include <oneapi/tbb/concurrent_queue.h>

#include <atomic>
#include <optional>
#include <utility>

#include "runtime/base/call.h"
#include "runtime/base/pipeline.h"
#include "runtime/data/jsonl/line_blocks.h"

namespace seedc::data {

/// Calls `take(parse(block))` for each block, `take` from one thread at a time and in order, until
/// it returns false. The result of `parse` must not refer to the block, whose memory is reused. A
/// file of one block starts no threads. Checks the call at each block.
template <class Parse, class Take>
void process_blocks(LineBlockReader& reader, unsigned threads, const base::Call& call, Parse parse,
                    Take take) {
  call.check();
  std::optional<LineBlock> first = reader.next();
  if (!first) return;
  std::optional<LineBlock> second = reader.next();
  if (!second) {
    take(parse(*first));
    return;
  }
  oneapi::tbb::concurrent_queue<LineBlock> used;
  std::atomic<bool> goes_on = true;  // written while the next block is read

  const auto read_next = [&]() -> std::optional<LineBlock> {
    if (!goes_on) return std::nullopt;
    std::optional<LineBlock> block = std::exchange(first, std::exchange(second, std::nullopt));
    if (block) return block;
    LineBlock spare;
    used.try_pop(spare);
    return reader.next(std::move(spare));
  };
  const auto parse_one = [&](LineBlock& block) {
    call.check();
    auto parsed = parse(std::as_const(block));
    used.push(std::move(block));
    return parsed;
  };
  const auto take_one = [&](auto parsed) {
    call.check();
    if (goes_on) goes_on = take(std::move(parsed));
  };
  base::run_pipeline(threads, read_next, parse_one, take_one);
}

}  // namespace seedc::data
