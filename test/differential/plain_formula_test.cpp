// The plain reading of formulas against outputs that others have computed, so that the oracle is
// held to something too.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "test/differential/formula_engines.h"
#include "test/differential/plain/formula.h"

namespace seedc::differential {
namespace {

namespace fs = std::filesystem;
using plain::Json;

/// The conformance data is next to the project, or elsewhere.
fs::path shared_data() {
  const char* place = std::getenv("SEEDC_SHARED_DATA");
  return place != nullptr ? fs::path(place) : fs::path(SEEDC_SOURCE_DIR) / "../shared/data";
}

std::vector<Json> read_lines(const fs::path& file) {
  std::vector<Json> records;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) records.push_back(Json::parse(line));
  return records;
}

/// The text of a formula, on one line.
std::string read_formula(const fs::path& file) {
  std::ifstream in(file);
  return Json::parse(in).dump();
}

TEST(PlainFormula, GivesTheExpectedOutputsOfTheAllergyFormula) {
  const fs::path folder = shared_data() / "allergy";
  if (!fs::exists(folder)) {
    ASSERT_EQ(std::getenv("CI"), nullptr) << "the conformance data is not in " << folder;
    GTEST_SKIP() << "the conformance data is not in " << folder;
  }
  plain::Records records;
  records.items = read_lines(folder / "restaurants.jsonl");
  records.reviews = read_lines(folder / "reviews.jsonl");
  const plain::FormulaWorld world{plain::world_of(records),
                                  read_lines(folder / "extractions.jsonl")};
  const auto formulas = parse_formulas({read_formula(folder / "formula.json")});
  ASSERT_EQ(formulas.size(), 1U);
  const plain::FormulaValues values = plain::evaluate_formula(formulas[0], world);
  const std::vector<Json> expected = read_lines(folder / "expected.jsonl");
  ASSERT_EQ(values.items.size(), expected.size());
  for (std::size_t item = 0; item < expected.size(); ++item) {
    for (const auto& [name, value] : expected[item]["outputs"].items()) {
      EXPECT_EQ(values.items[item].at(name), plain::scalar_of(value))
          << name << " of " << expected[item]["business_id"];
    }
  }
}

}  // namespace
}  // namespace seedc::differential
