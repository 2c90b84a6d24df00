// The schema of records that are given one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "runtime/language/schema.h"
#include "runtime/language/value.h"

namespace seedc::data {

/// Not thread-safe.
class SchemaCollector {
 public:
  SchemaCollector();
  ~SchemaCollector();
  SchemaCollector(const SchemaCollector&) = delete;
  SchemaCollector& operator=(const SchemaCollector&) = delete;

  /// Each an object, as it is in the data.
  void add_item(const language::Value& item);
  void add_review(const language::Value& review);
  /// The user of so many reviews, which have none themselves.
  void add_user(const language::Value& user, std::uint64_t reviews);
  /// `REVIEW_ID:TOPIC`, which is judged.
  void add_judgement(std::string_view key);

  /// Once, at the end; the counts of items and reviews are left to the caller.
  language::Schema take();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace seedc::data
