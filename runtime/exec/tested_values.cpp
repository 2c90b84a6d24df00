// Tests values by their kind: texts by search, others by comparison.
#include "runtime/exec/tested_values.h"

#include "runtime/exec/paths.h"

namespace seedc::exec {

const data::Column& column_of(const contract::LoadSpec& load, const data::Dataset& dataset,
                              const data::Extractions* extractions) {
  switch (load.source) {
    case contract::LoadSpec::Source::Field:
      return extractions->field(load.path.front());
    case contract::LoadSpec::Source::Review:
      return dataset.review_column(load.path);
    case contract::LoadSpec::Source::Year:
      return dataset.review_column(date_path());
    case contract::LoadSpec::Source::Item:
      break;
  }
  return dataset.item_column(load.path);
}

PreparedTest::PreparedTest(const contract::LoadSpec& load) : load_(&load) {
  if (contract::ValueTest::is_on_texts(load.test.op)) text_.emplace(load.test);
}

PreparedTest::Run::Run(const PreparedTest& test) : test_(test) {
  if (test.text_) text_.emplace(*test.text_);
}

bool PreparedTest::Run::passes(const language::Value& value) {
  if (!text_) return exec::passes(test_.load().test, language::cell_of(value));
  const auto* text = value.as<std::string>();
  return text != nullptr && text_->passes(*text);
}

}  // namespace seedc::exec
