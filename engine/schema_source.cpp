// Reads a schema from a file or a dataset, no more of it than is needed.
#include "engine/schema_source.h"

#include <fmt/format.h>

#include "runtime/base/limits.h"
#include "runtime/data/schema.h"

namespace seedc::engine {

base::Result<language::Schema> read_schema_file(const std::string& file, FileSystem& files) {
  constexpr std::size_t kMostBytes = base::limits::kProgramBytes;
  auto text = files.read(file, kMostBytes);
  if (!text) return tl::unexpected(text.error());
  if (text->size() > kMostBytes) {
    return base::fail_with_help<base::ErrorCode::SchemaTooLarge>("give the dataset itself", file,
                                                                 kMostBytes);
  }
  return data::schema_of_json(file, *text);
}

base::Result<void> SchemaSource::read(check::SchemaNeeds needs) {
  const bool is_missing = (needs.items && !convention_) || (needs.reviews && !has_reviews_);
  if (!is_missing || (!data_ && file_.empty())) return {};
  auto schema = file_.empty() ? read_data(needs.reviews) : read_schema_file(file_, files_);
  if (!schema) return tl::unexpected(schema.error());
  has_reviews_ = needs.reviews || !file_.empty();
  if (convention_) {
    schema_.review_paths = std::move(schema->review_paths);
  } else {
    schema_ = *std::move(schema);
    convention_.emplace(schema_);
  }
  return {};
}

base::Result<std::vector<language::TextCount>> SchemaSource::topics() {
  if (!file_.empty()) {
    if (auto read_all = read({.items = true}); !read_all) return tl::unexpected(read_all.error());
  }
  if (convention_) return schema_.topics;
  if (!topics_ && data_) {
    const Stage stage(host_, "read the topics");
    auto schema = data_->schema({.reviews = false, .items = false, .call = host_.call()});
    if (!schema) return tl::unexpected(schema.error());
    topics_ = std::move(schema->topics);
  }
  return topics_.value_or(std::vector<language::TextCount>());
}

base::Result<language::Schema> SchemaSource::read_data(bool with_reviews) const {
  Stage stage(host_, with_reviews ? "read the schema of reviews" : "read the schema");
  auto schema =
      data_->schema({.reviews = with_reviews,
                     .progress = host_.begin(with_reviews ? "reading the schema of reviews"
                                                          : "reading the schema"),
                     .call = host_.call()});
  if (schema) stage.did(schema->item_paths.size() + schema->review_paths.size(), "path");
  return schema;
}

}  // namespace seedc::engine
