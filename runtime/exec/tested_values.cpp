// Tests values by their kind: texts by search, others by comparison.
#include "runtime/exec/tested_values.h"

#include "runtime/exec/formula_values.h"
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
  if (test.text_) scratch_ = test.text_->make_scratch();
}

bool PreparedTest::Run::passes(const language::Value& value) {
  const bool is_year = test_.load().source == contract::LoadSpec::Source::Year;
  if (test_.text_) return !is_year && passes_text(value);
  if (is_year) return exec::passes(test_.load().test, language::cell_of(year_of(value)));
  return exec::passes(test_.load().test, language::cell_of(value));
}

bool PreparedTest::Run::passes_text(const language::Value& value) {
  const auto* text = value.as<std::string>();
  if (text == nullptr) return false;
  const language::Tri found = test_.text_->of(*text, scratch_);
  if (found == language::Tri::Unknown) ++undecided_;
  return found == language::Tri::Yes;
}

}  // namespace seedc::exec
