// Names for the contents of reviews and for their authors.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/resolve/meaning.h"
#include "runtime/base/text_hash.h"

namespace seedc::resolve {

/// `dog_friendly_reviews`, `matcha_by_experts`, `espresso_positive`.
class ReviewTextNames {
 public:
  /// The schema must outlive it.
  explicit ReviewTextNames(const language::Schema& schema);

  void find(std::string_view name, Meanings& found) const;
  void add_all(Meanings& all) const;

 private:
  void find_text(std::string_view name, Meanings& found) const;
  void find_topic(WordSpan words, Meanings& found) const;
  static void add_topic(const language::TextCount& topic, bool positive, Meanings& found);

  const language::Schema& schema_;
  std::unordered_map<std::string, std::vector<const language::TextCount*>, base::TextHash>
      topics_;  ///< by squashed words
};

/// `review_meta_elite_gte_2_count_3_love`, `post_2020_avg_gte_4.0`, `harsh_count_lt_3`.
class ReviewerNames {
 public:
  explicit ReviewerNames(const std::vector<language::SchemaPath>& paths) : paths_(paths) {}

  /// Whether the words have a form in which some of them name a field of reviews.
  static bool names_field(WordSpan words);

  void find(WordSpan words, Meanings& found) const;

 private:
  void find_meta(WordSpan words, Meanings& found) const;
  void find_group(WordSpan words, Meanings& found) const;
  std::vector<language::Dict> groups_of(WordSpan words) const;
  std::vector<const language::SchemaPath*> fields_of(WordSpan words, bool may_be_last_key) const;
  std::vector<const language::SchemaPath*> fields(WordSpan words) const;

  const std::vector<language::SchemaPath>& paths_;
};

}  // namespace seedc::resolve
