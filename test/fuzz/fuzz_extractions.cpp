// Files of extractions: lines in memory, a file, and a file queried by datasets in pieces are all
// read alike.
#include <fstream>

#include "runtime/data/extractions/extraction_files.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/source.h"
#include "test/differential/harness.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::extractions_target {
namespace {

/// The last two are a judge's.
const std::vector<contract::Field>& fields() {
  using contract::FieldType;
  static const std::vector<contract::Field> all = {
      {"LEVEL", contract::FieldType::Enum, {"low", "high"}},
      {"SIZE", contract::FieldType::Int},
      {"PRICE", contract::FieldType::Float},
      {"OPEN", contract::FieldType::Bool},
      {"NOTE", contract::FieldType::String},
      {"evidence_quality", contract::FieldType::Float},
      {"confidence", contract::FieldType::Float}};
  return all;
}

const data::Dataset& dataset() {
  static const data::Dataset loaded =
      data::source_at(SEEDC_SOURCE_DIR "/test/golden/Inputs/data")->load({}).value();
  return loaded;
}

std::string text_of(const data::ExtractionReport& report) {
  std::string text = std::to_string(report.rows) + " " + std::to_string(report.used) + " " +
                     std::to_string(report.open);
  for (const auto& [fault, count] : report.counts)
    text += " " + std::to_string(static_cast<int>(fault)) + ":" + std::to_string(count);
  return text;
}

/// All values of all fields.
std::string text_of(const data::Extractions& extractions) {
  std::string text;
  for (std::uint32_t review = 0; review < dataset().review_count(); ++review) {
    text += std::to_string(static_cast<int>(extractions.state(review)));
    for (const contract::Field& field : fields()) {
      const data::Column& column = extractions.field(field.name);
      text += " " + language::to_json(column.values.at(column.codes[review]));
    }
    text += '\n';
  }
  return text;
}

void run(std::string_view input) {
  static const differential::Folder folder;
  const std::string file = folder.path() / "rows.jsonl";
  std::ofstream(file, std::ios::binary) << input;
  auto read = data::load_extractions(file, fields(), {}, dataset(), {});
  data::ExtractionFiles files;
  const auto piece = files.load(file, fields(), {}, dataset(), {});
  require(read.has_value() == piece.has_value(), "files read the same in pieces");
  if (!read) return;
  require(text_of(*read) == text_of(*piece), "files give the same in pieces");
  data::ExtractionReport both = piece->report();
  both.add(files.rest(file));
  require(text_of(both) == text_of(read->report()), "files report the same in pieces");
  const auto parsed = data::parse_extractions("rows", {input}, fields(), {}, dataset(), {});
  require(parsed && text_of(*parsed) == text_of(*read), "lines read as their file does");
  read->apply({.guidelines = "", .threshold = 0.5});
  (void)data::load_extractions(file, fields(), {"OTHER"}, dataset(), {.strict = true});
}

std::vector<std::string> seeds() {
  std::vector<std::string> all = {
      R"({"review_id":"r1","LEVEL":"high","SIZE":3,"PRICE":1.5,"OPEN":true,"NOTE":"n"}
{"review_id":"r2","LEVEL":"none","SIZE":"3","PRICE":2,"OPEN":null,"OTHER":1,"evidence_quality":0.2,"confidence":1}
{"review_id":"r1"}
{"open":"r3"}
{"review_id":null,"open":"r1","SIZE":7}
broken

{"review_id":5}
)"};
  for (std::string& lines : golden_inputs(".jsonl")) all.push_back(std::move(lines));
  return all;
}

const Registration kRegistration({"extractions", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::extractions_target
