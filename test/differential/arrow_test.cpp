// Random worlds as JSON lines and as Arrow tables: the same datasets, schemas, snapshots,
// extractions and results of requests.
//
// SEEDC_DIFF_SEED (1) is the seed of the first round, and SEEDC_DIFF_ROUNDS (50) how many there
// are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "engine/program.h"
#include "runtime/data/snapshot/snapshot.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/needs.h"
#include "test/differential/arrow_tables.h"
#include "test/differential/harness.h"
#include "test/differential/random_dataset.h"
#include "test/differential/random_extractions.h"
#include "test/differential/random_program.h"
#include "test/differential/vocabulary.h"
#include "test/support/snapshot_bytes.h"

namespace seedc::differential {
namespace {

constexpr std::size_t kStructures = 40;

std::vector<std::string> topics() {
  std::vector<std::string> names;
  for (const plain::Json& topic : vocabulary().topics) names.push_back(topic.get<std::string>());
  return names;
}

/// Of paths that the data has, and of some that it may not have.
data::DataNeeds needs_of_more_than_schema(const language::Schema& schema) {
  data::DataNeeds needs = needs_of_schema(schema);
  needs.item_paths.push_back({"attributes", "Ambience", "casual"});
  needs.review_paths.push_back({"user", "name", "first"});
  return needs;
}

/// Keys that records have in different orders are in the order of columns in a table.
std::string sorted_json(language::Schema schema) {
  std::ranges::sort(schema.item_paths, {}, &language::SchemaPath::path);
  std::ranges::sort(schema.review_paths, {}, &language::SchemaPath::path);
  return data::to_json(schema);
}

class ArrowRound {
 public:
  explicit ArrowRound(std::uint64_t seed)
      : random_(seed), records_(as_columns(random_records(random_, random_size(random_)))) {
    write_dataset(records_, folder_.path());
    json_ = data::source_at(folder_.path().string());
    arrow_ = data::arrow::source_of(arrow_tables(random_, records_)).value();
  }

  void run() {
    const auto schema = json_->schema();
    ASSERT_TRUE(schema);
    EXPECT_EQ(sorted_json(*arrow_->schema()), sorted_json(*schema));
    const data::DataNeeds needs = needs_of_more_than_schema(*schema);
    const std::string answers = answers_of(*json_, needs);
    EXPECT_EQ(answers_of(*arrow_, needs), answers);
    const std::string file = (folder_.path() / "all.snapshot").string();
    ASSERT_TRUE(data::save_snapshot(*arrow_, file));
    EXPECT_EQ(answers_of(*data::source_at(file), needs), answers);
    compare_requests();
    compare_extractions();
  }

 private:
  static std::string answers_of(const data::Source& source, const data::DataNeeds& needs) {
    const auto dataset = source.load(needs);
    return dataset ? support::answers_of(*dataset, needs, topics()) : dataset.error().text;
  }

  void compare_requests() {
    const std::string file = (folder_.path() / "requests.jsonl").string();
    const std::vector<plain::Json> conditions = random_conditions(random_, kStructures);
    std::ofstream out(file);
    for (std::size_t i = 0; i < kStructures; ++i) {
      out << plain::Json{{"id", fmt::format("R{}", i)},
                         {"structure", random_structure(random_, conditions)}}
                 .dump()
          << '\n';
    }
    out.close();
    const auto compilation = engine::compile_files({file}, {});
    ASSERT_TRUE(compilation);
    const contract::Plan plan = engine::plan_of(**compilation, /*keep_names=*/false);
    const auto prepared =
        exec::PreparedRequests::prepare(plan, exec::make_interpreter(plan)).value();
    const auto json = json_->load(exec::needs_of(plan)).value();
    const auto arrow = arrow_->load(exec::needs_of(plan)).value();
    const auto of_json = exec::execute(prepared, json, {.threads = 2}).value();
    const auto of_arrow = exec::execute(prepared, arrow, {.threads = 2}).value();
    for (std::size_t request = 0; request < plan.requests.size(); ++request) {
      for (std::uint32_t item = 0; item < json.item_count(); ++item) {
        ASSERT_EQ(of_arrow.value(request, item), of_json.value(request, item))
            << "request " << request << ", item " << json.item_id(item);
      }
    }
    count_evaluations(plan.requests.size() * json.item_count());
  }

  void compare_extractions() {
    std::vector<plain::Json> rows = random_extractions(random_, random_fields(random_), records_);
    std::erase_if(rows, [](const plain::Json& row) { return !row.is_object(); });
    keep_first_kinds(rows);
    std::vector<contract::Field> fields;
    for (const plain::Json& row : rows) {
      for (const auto& [name, value] : row.items()) add_field(fields, name, value);
    }
    const bool has_ids = std::ranges::any_of(
        rows, [](const plain::Json& row) { return plain::member(row, "review_id").is_string(); });
    if (!has_ids) return;
    std::string lines;
    for (const plain::Json& row : rows) lines += row.dump() + '\n';
    support::ArrowStream stream(arrow_batches(random_, rows));
    const auto table = data::arrow::read_table(&stream, "rows").value();
    const auto dataset = json_->load({.texts = true}).value();
    const auto json = data::parse_extractions("rows", {lines}, fields, {}, dataset, {}).value();
    const auto arrow = data::arrow::load_extractions(*table, fields, {}, dataset, {}).value();
    EXPECT_EQ(arrow.report().counts, json.report().counts);
    EXPECT_EQ(arrow.report().used, json.report().used);
    for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
      ASSERT_EQ(arrow.state(review), json.state(review));
      for (const contract::Field& field : fields) {
        const data::Column& a = arrow.field(field.name);
        const data::Column& b = json.field(field.name);
        ASSERT_EQ(a.values[a.codes[review]], b.values[b.codes[review]]) << field.name;
      }
    }
  }

  static void add_field(std::vector<contract::Field>& fields, const std::string& name,
                        const plain::Json& value) {
    using enum contract::FieldType;
    const bool is_known = std::ranges::find(fields, name, &contract::Field::name) != fields.end();
    if (is_known || name == "review_id" || name.find('.') != name.npos) return;
    const auto type = value.is_boolean()          ? Bool
                      : value.is_number_float()   ? Float
                      : value.is_number_integer() ? Int
                                                  : String;
    fields.push_back({.name = name, .type = type, .values = {}});
  }

  Random random_;
  plain::Records records_;
  Folder folder_;
  std::shared_ptr<const data::Source> json_, arrow_;
};

TEST(ArrowDifferential, TablesAndLinesGiveTheSame) {
  const std::uint64_t first = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t rounds = setting("SEEDC_DIFF_ROUNDS", 50);
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    ArrowRound(seed).run();
    if (HasFailure()) return;
  }
  EXPECT_EQ(support::live_arrow_count(), 0);
}

}  // namespace
}  // namespace seedc::differential
