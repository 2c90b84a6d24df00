// Lines of JSON as the loader's readers of them expect them in memory, and damaged ones.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "runtime/data/jsonl/json_tokens.h"

namespace seedc::test {

/// A line in memory, with its line end and the padding of line blocks.
class PaddedLine {
 public:
  explicit PaddedLine(std::string_view line) : bytes_(std::string(line) + "\n") {
    bytes_.resize(bytes_.size() + data::kJsonPadding);
    size_ = line.size();
  }
  std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  std::string bytes_;
  std::size_t size_ = 0;
};

/// A line with up to three bytes more, less or in place of others.
inline std::string damaged(std::string line, std::mt19937& random) {
  constexpr std::string_view kBytes = "\"\\,:{}[]0e-.u \tnx\f\x01\xc3\xa9\x1a";
  const auto at_most = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  for (std::size_t times = at_most(3); times > 0; --times) {
    const std::size_t at = at_most(line.size() - 1);
    const char byte = kBytes[at_most(kBytes.size() - 1)];
    switch (at_most(2)) {
      case 0:
        line.erase(at, 1);
        break;
      case 1:
        line.insert(at, 1, byte);
        break;
      default:
        line[at] = byte;
    }
  }
  return line;
}

}  // namespace seedc::test
