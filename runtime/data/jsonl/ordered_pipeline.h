// Parses a file's blocks with several threads and consumes the results in the file's order.
#pragma once

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/base/call.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/data/model/threads.h"

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
  using Parsed = decltype(parse(*first));
  namespace tbb = oneapi::tbb;
  tbb::concurrent_queue<LineBlock> used;
  std::atomic<bool> goes_on = true;  // written while the next block is read

  const auto read_next = [&](tbb::flow_control& control) -> std::shared_ptr<LineBlock> {
    std::optional<LineBlock> block = std::exchange(first, std::exchange(second, std::nullopt));
    LineBlock spare;
    if (!block) used.try_pop(spare);
    if (!block) block = reader.next(std::move(spare));
    if (block && goes_on) return std::make_shared<LineBlock>(*std::move(block));
    control.stop();
    return nullptr;
  };
  const auto parse_one = [&](const std::shared_ptr<LineBlock>& block) {
    call.check();
    auto parsed = std::make_shared<Parsed>(parse(*block));
    used.push(std::move(*block));
    return parsed;
  };
  const auto take_one = [&](const std::shared_ptr<Parsed>& parsed) {
    call.check();
    if (goes_on) goes_on = take(std::move(*parsed));
  };
  const std::size_t blocks_in_flight = 2 * static_cast<std::size_t>(arena_threads(threads));
  using tbb::filter_mode, tbb::make_filter;
  with_threads(threads, [&] {
    tbb::parallel_pipeline(
        blocks_in_flight,
        make_filter<void, std::shared_ptr<LineBlock>>(filter_mode::serial_in_order, read_next) &
            make_filter<std::shared_ptr<LineBlock>, std::shared_ptr<Parsed>>(filter_mode::parallel,
                                                                             parse_one) &
            make_filter<std::shared_ptr<Parsed>, void>(filter_mode::serial_in_order, take_one));
  });
}

}  // namespace seedc::data
