// A schema as a source of names, without data.
#pragma once

#include <memory>
#include <string>

#include "runtime/data/source.h"

namespace seedc::library {

/// What programs are compiled against when there is no data yet. Loading it is an error.
class SchemaAlone final : public data::Source {
 public:
  explicit SchemaAlone(language::Schema schema) : schema_(std::move(schema)) {}

  const std::string& name() const override { return name_; }
  base::Result<data::Dataset> load(const data::DataNeeds& /*needs*/,
                                   const data::LoadOptions& /*options*/) const override {
    return base::fail_with_help<base::ErrorCode::SchemaHasNoItems>("give the data itself");
  }
  base::Result<language::Schema> schema(const data::ReadSchemaOptions& /*options*/) const override {
    return schema_;
  }
  bool has_word_index() const override { return false; }
  std::optional<std::uint64_t> bytes_to_read(bool /*with_reviews*/) const override { return 0; }
  const data::RecordSource* records() const override { return nullptr; }

 private:
  std::string name_ = "the schema";
  language::Schema schema_;
};

}  // namespace seedc::library
