// A value that is computed when it is first requested.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "runtime/base/call.h"
#include "runtime/base/call_lock.h"

namespace seedc::data {

/// Thread-safe.
template <class T>
class Lazy {
 public:
  explicit Lazy(T value) : value_(std::move(value)) {}
  /// `make` checks the call that requests the value first. If it throws, the next request calls it
  /// again.
  explicit Lazy(std::function<T(const base::Call&)> make) : make_(std::move(make)) {}
  /// Of a value that its readers make, all of them the same: it has only the `get` that is given
  /// `make`.
  Lazy() = default;

  const T& get(const base::Call& call) const { return get(call, make_); }
  template <class Make>
  const T& get(const base::Call& call, const Make& make) const {
    const auto lock = base::lock_for(call, mutex_);
    if (!value_) value_.emplace(make(call));
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
  std::function<T(const base::Call&)> make_;
};

}  // namespace seedc::data
