// Reads a schema from a file or a dataset, each part on first use.
#include "engine/schema_source.h"

#include "compiler/parse/parse.h"
#include "runtime/data/schema.h"

namespace seedc::engine {

const resolve::Convention* SchemaSource::convention() {
  if (!was_asked_ && !(data_.empty() && file_.empty())) {
    take(read(/*with_reviews=*/false), schema_);
    if (!error_) convention_.emplace(schema_, [this]() -> auto& { return review_paths(); });
  }
  was_asked_ = true;
  return convention_ ? &*convention_ : nullptr;
}

const std::vector<language::SchemaPath>& SchemaSource::review_paths() {
  if (!file_.empty()) return schema_.review_paths;
  if (!has_reviews_) take(read(/*with_reviews=*/true), of_reviews_);
  has_reviews_ = true;
  return of_reviews_.review_paths;
}

base::Result<language::Schema> SchemaSource::read(bool with_reviews) const {
  if (!file_.empty()) {
    return files_.read(file_, parse::ParseLimits{}.max_bytes)
        .and_then([&](const std::string& text) { return data::schema_of_json(file_, text); });
  }
  return data::read_schema(data_,
                           {.reviews = with_reviews,
                            .progress = host_.begin(with_reviews ? "reading the schema of reviews"
                                                                 : "reading the schema")});
}

void SchemaSource::take(base::Result<language::Schema> schema, language::Schema& into) {
  if (schema) {
    into = std::move(*schema);
  } else {
    error_ = schema.error();
  }
}

}  // namespace seedc::engine
