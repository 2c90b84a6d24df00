// How much memory a call may use: accounts that lend it, and charges for what is taken.
//
//   auto session = std::make_shared<base::MemoryBudget>(8e9);
//   auto budget = std::make_shared<base::MemoryBudget>(1e9, session);
//   const base::Call call({.memory = budget});
//   base::MemoryCharge charge(call, "columns");
//   charge.add(bytes);                           // throws OutOfBudget, and nothing has changed
//   codes.resize(n);                             // given back with the last copy of the charge
//
// What grows with data or programs is charged before it is taken, in blocks: the memory of texts
// and files by their chunks, tables by the capacity they grow to, planes, rows, results and
// generated code as a whole. What is charged is what is requested of the allocator, not what it
// adds. A charge outlives its call where the data does: a dataset stays charged to the account of
// the call that loaded it, and to the accounts above that one.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace seedc::base {

/// Lends memory: a budget, or whatever manages memory in the process that embeds the engine.
/// Thread-safe; takes part in no exception.
class MemoryAccount {
 public:
  virtual ~MemoryAccount() = default;
  /// Whether so many more bytes may be taken; if so, they count until they are given back.
  virtual bool take(std::uint64_t bytes) noexcept = 0;
  virtual void give_back(std::uint64_t bytes) noexcept = 0;
  /// How many bytes there are in all, for messages.
  virtual std::uint64_t limit() const noexcept = 0;
};

/// An account with a limit, part of another one or not.
class MemoryBudget final : public MemoryAccount {
 public:
  explicit MemoryBudget(std::uint64_t limit, std::shared_ptr<MemoryAccount> whole = nullptr)
      : limit_(limit), whole_(std::move(whole)) {}

  bool take(std::uint64_t bytes) noexcept override;
  void give_back(std::uint64_t bytes) noexcept override;
  std::uint64_t limit() const noexcept override;
  std::uint64_t used() const noexcept { return used_.load(std::memory_order_relaxed); }

 private:
  std::uint64_t limit_;
  std::shared_ptr<MemoryAccount> whole_;
  std::atomic<std::uint64_t> used_ = 0;
};

/// Thrown where a call needs more memory than its account gives. Nothing has been taken.
class OutOfBudget : public std::exception {
 public:
  OutOfBudget(std::uint64_t bytes, const char* purpose, std::uint64_t limit)
      : bytes_(bytes), purpose_(purpose), limit_(limit) {}
  const char* what() const noexcept override { return "out of memory"; }
  std::uint64_t bytes() const { return bytes_; }  ///< that were asked for
  const char* purpose() const { return purpose_; }
  std::uint64_t limit() const { return limit_; }

 private:
  std::uint64_t bytes_;
  const char* purpose_;
  std::uint64_t limit_;
};

class Call;

/// So many bytes of an account. A handle: copies are the same charge, which is given back with the
/// last of them. Not thread-safe. Without an account it counts nothing.
class MemoryCharge {
 public:
  MemoryCharge() = default;
  /// `purpose` is a literal, such as "columns". Nothing is charged yet.
  MemoryCharge(const Call& call, const char* purpose);
  /// The same to an account, which may be a null pointer.
  MemoryCharge(const std::shared_ptr<MemoryAccount>& account, const char* purpose,
               std::uint64_t bytes);
  MemoryCharge(const Call& call, const char* purpose, std::uint64_t bytes)
      : MemoryCharge(call, purpose) {
    add(bytes);
  }

  /// Throws OutOfBudget if the account refuses; then the charge is as before.
  void add(std::uint64_t bytes) {
    if (taken_) taken_->add(bytes);
  }
  /// Charges so many bytes in all, more or fewer than before. Throws as `add`.
  void set(std::uint64_t bytes) {
    if (taken_) taken_->set(bytes);
  }
  /// Whether it counts: what costs time to compute need not be computed otherwise.
  bool counts() const { return taken_ != nullptr; }
  std::uint64_t bytes() const { return taken_ ? taken_->bytes : 0; }

 private:
  struct Taken {
    Taken(std::shared_ptr<MemoryAccount> of_account, const char* for_purpose)
        : account(std::move(of_account)), purpose(for_purpose) {}
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;
    ~Taken() { account->give_back(bytes); }
    void add(std::uint64_t more);
    void set(std::uint64_t all);

    std::shared_ptr<MemoryAccount> account;
    const char* purpose;
    std::uint64_t bytes = 0;
  };
  std::shared_ptr<Taken> taken_;
};

/// The bytes of a vector that is to have `more` elements: of its memory now and, if it has to grow,
/// of that which it moves to.
template <class Vector>
std::uint64_t bytes_to_grow(const Vector& vector, std::size_t more) {
  const std::size_t size = vector.size() + more;
  const std::size_t capacity = vector.capacity();
  const std::size_t larger = size <= capacity ? 0 : (size > 2 * capacity ? size : 2 * capacity);
  return (capacity + larger) * sizeof(typename Vector::value_type);
}

/// The bytes of a vector's memory.
template <class Vector>
std::uint64_t bytes_of(const Vector& vector) {
  return vector.capacity() * sizeof(typename Vector::value_type);
}

}  // namespace seedc::base
