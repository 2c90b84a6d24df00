// Lines of JSON as a page holds them: plain where they are few, compressed where they are many, and
// no more of them than a number of bytes of the page.
//
//   Payload payload(most_bytes, call);
//   if (!payload.add(lines)) …             // they do not fit, and are left out
//   const Embedded embedded = std::move(payload).finish();
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"

namespace seedc::report {

/// The content of a `script` element that is no script.
struct Embedded {
  bool is_compressed = false;  ///< gzip in base64
  std::string text;
};

class Payload {
 public:
  /// What is plain in a page.
  static constexpr std::uint64_t kMostPlain = 1'000'000;

  /// Its memory is charged to the call.
  Payload(std::uint64_t most_bytes, const base::Call& call);
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  ~Payload();

  /// Adds lines, each with its end. If the page's bytes do not suffice, nothing has changed. Throws
  /// base::Stopped and base::OutOfBudget.
  bool add(std::string_view lines);
  /// The same, whatever it takes.
  void add_always(std::string_view lines);
  /// How many bytes of the page it takes.
  std::uint64_t bytes() const;
  Embedded finish() &&;

 private:
  struct Stream;
  bool is_plain() const { return plain_.size() == raw_bytes_; }
  void compress(std::string_view lines, int flush);

  std::uint64_t most_bytes_;
  base::Call call_;
  base::MemoryCharge charge_;
  std::string plain_;            ///< all of it, as long as that is little
  std::uint64_t raw_bytes_ = 0;  ///< that were added, `<` escaped
  std::string compressed_;
  std::unique_ptr<Stream> stream_;
};

/// JSON that may be in a `script` element: without `<`.
std::string for_script(std::string_view json);

/// Bytes in base64.
std::string base64(std::string_view bytes);

}  // namespace seedc::report
