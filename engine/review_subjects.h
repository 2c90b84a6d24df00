// What conditions on reviews can refer to in a dataset: the people of circles, the topics that were
// judged, and the paths of reviews and of their authors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/report/layout.h"
#include "runtime/base/result.h"
#include "runtime/language/schema.h"

namespace seedc::engine {

struct ReviewSubjects {
  struct Person {
    std::string name;
    std::string id;               ///< of a user; "" if people are names
    std::uint64_t reviews = 0;    ///< that they wrote
    std::uint64_t friends = 0;    ///< whom they name
    std::uint64_t friend_of = 0;  ///< people who name them: they are in a circle around this person
  };
  bool empty() const { return people.empty() && topics.empty() && paths.empty(); }

  std::vector<Person> people;               ///< those with most reviews first, then by name or id
  std::vector<language::TextCount> topics;  ///< and how many reviews are judged for each
  std::vector<language::SchemaPath> paths;  ///< without objects
};

struct SubjectOptions {
  std::vector<std::string> words;  ///< only what has a word that begins with one; empty: all
  bool ids = false;                ///< also paths of mere ids, which no condition asks for
};

/// Reads the dataset's reviews, friend graph and judgements. Fails if it cannot be read.
base::Result<ReviewSubjects> review_subjects(const EvaluateOptions& evaluate,
                                             const SubjectOptions& options);

/// Whether a text, or one of its words, begins with one of the words, in any case; true without
/// words.
bool has_word(const std::string& text, const std::vector<std::string>& words);

/// Whether the values of a path identify records and say nothing of them: its last word is `id`.
bool is_id_path(const language::Path& path);

/// A table for people, topics and paths each; of people the first `most_people`.
std::string subjects_table(const ReviewSubjects& subjects, std::size_t most_people,
                           const report::Layout& layout);
/// `"people": [{"name", "id", if they are users, "reviews", "friends", "friend_of"}], "topics":
/// [{"topic", "reviews"}], "review_paths": [{"path", "types", "present", "distinct"}]`
language::Dict subjects_json(const ReviewSubjects& subjects);

}  // namespace seedc::engine
