// Thrown when a snapshot turns out to be damaged while it is in use. Pages are verified when they
// are first needed, far below any function that returns a Result; commands catch it once, at the
// top.
#pragma once

#include <exception>
#include <string>

namespace seedc::base {

class DamagedData : public std::exception {
 public:
  DamagedData() = default;
  explicit DamagedData(const std::string& file)
      : text_("the snapshot `" + file + "` is damaged: its checksums do not match") {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_ = "the snapshot is damaged: its parts do not fit together";
};

constexpr const char* kDamagedDataHelp = "create the snapshot again";

}  // namespace seedc::base
