// The schema of records that are given one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "runtime/data/flat_records.h"
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
  /// Reviews and users once more, as flat records: first where they are, which must outlive the
  /// calls for each; of a user, the number of reviews that have it.
  void begin(const FlatRecords& records);
  void add_flat(FlatRecords::Range record, std::uint64_t times);
  /// And by their paths: at each, what so many reviews have. An object, of which only the keys
  /// count; any other value as read; a string that is read as itself; strings that are not counted.
  void add_review_keys(const language::Path& path, std::span<const std::string> keys,
                       std::uint64_t reviews);
  void add_review_value(const language::Path& path, const language::Value& value,
                        std::uint64_t reviews);
  void add_review_text(const language::Path& path, std::string_view text, std::uint64_t reviews);
  void add_review_texts(const language::Path& path, std::uint64_t reviews);
  /// `REVIEW_ID:TOPIC`, which is judged.
  void add_judgement(std::string_view key);

  /// So many items and reviews more; whoever has counted them already adds them to the result.
  void count(std::uint64_t items, std::uint64_t reviews);

  /// Once, at the end.
  language::Schema take();

  /// What was collected of a part of the data, to be given to another collector: a schema that has
  /// all values that are counted, of longer texts than kMaxTextBytes something in their place.
  /// Once, at the end.
  language::Schema take_part();
  /// Adds a part. The result is that of all records, whatever parts they are in, but for the order
  /// of paths and where a limit was reached: of paths, or of values at one (`schema-values`).
  void add_part(const language::Schema& part);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The schema whose only part that is: what `take` gives of what `take_part` does.
language::Schema schema_of_part(language::Schema part);

}  // namespace seedc::data
