// How long the stages of a call take, and how much they do: one helper times every stage.
//
//   Stage stage(host, "load data");
//   …
//   stage.did(dataset.item_count(), "item");
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace seedc::engine {

class Host;

/// A stage that has ended. Stages may be inside of others.
struct StageTime {
  std::string_view name;  ///< a literal
  std::chrono::steady_clock::time_point begin;
  std::chrono::nanoseconds elapsed{};
  std::uint64_t count = 0;  ///< how much it did, of
  std::string_view noun;    ///< a literal, in the singular; empty: there is nothing to count
};

/// The stage that its scope is. The host hears of it at the end, unless an exception ends it.
class Stage {
 public:
  /// `name` is a literal; the host outlives the stage.
  Stage(Host& host, std::string_view name);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  void did(std::uint64_t count, std::string_view noun) {
    time_.count = count;
    time_.noun = noun;
  }

 private:
  Host& host_;
  int exceptions_;
  StageTime time_;
};

}  // namespace seedc::engine
