// A value that is computed when it is first requested.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace seedc::data {

/// Thread-safe.
template <class T>
class Lazy {
 public:
  explicit Lazy(T value) : value_(std::move(value)) {}
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}

  const T& get() const {
    const std::scoped_lock lock(mutex_);
    if (!value_) value_.emplace(make_());
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
  std::function<T()> make_;
};

}  // namespace seedc::data
