// Columns are drawn from pools of one kind each.
#include "test/differential/random_extractions.h"

#include <fstream>

#include "runtime/base/limits.h"
#include "test/differential/vocabulary.h"

namespace seedc::differential {
namespace {

const Json kIntegers = {0, 1, 2, 3, 4, 5, 5, 7, 12, 2019, -1};
const Json kReals = {0.0, 0.5, 1.0, 2.5, 3.5, 4.0, 4.5, -0.0, -1.25, 0.1, 100.0, 1e-3};
const Json kLargeIntegers = {INT64_MAX,          INT64_MIN,  std::int64_t{1} << 62,   3,
                             9007199254740993LL, 5000000000, -(std::int64_t{1} << 53)};
const Json kLargeReals = {1e308, -1e308, 1.7976931348623157e308, 5e-324, 1e154, 9.3e18, 1e16, 2.0};
const Json kBooleans = {true, false};
const Json kExtractedStrings = {"Thai, Pizza", "Pizza",  "thai", "Café & Tea", "4", "4.0",
                                "None",        "Straße", "True", "it's",       "",  "mild",
                                "'quoted'"};
const Json kExtractedLists = Json::parse(
    R"([["Thai", "Pizza"], ["Pizza"], [], [1, 2.5, true, null], [["Thai"], {"a": "b"}], "Pizza"])");
const Json kQualities = {0.0, 0, 0.1, 0.15, 0.4, 0.5, 0.7, 1.0, 1, 0.3, "high", nullptr};
const Json kConfidences = {0.0, 0.25, 0.5, 0.9, 1, 1.0, "sure", nullptr};
const Json kQuotes = {"so cozy", "None", "'quoted'", "", 4, nullptr};
const Json kExtractedDates = {"2019-05-01 10:00:00", "2023-12-31",  "2024", "2020-01-01",
                              "2022-06-30",          "20231-01-01", "202",  "2021x",
                              "u'2020-06-01'"};
const Json kEnumValues = {"none", "mild",      "severe", "Mild", "é",
                          "it's", "say \"x\"", "a b",    "ß",    "4"};

/// A pool for numbers, mostly small ones.
Json numbers(Random& random) {
  if (random.chance(20)) return random.chance(50) ? kLargeIntegers : kLargeReals;
  if (random.chance(40)) return kIntegers;
  if (random.chance(50)) return kReals;
  Json mixed = kIntegers;
  mixed.insert(mixed.end(), kReals.begin(), kReals.end());
  return mixed;
}

/// How many of a column's values are not there, in percent.
unsigned random_gaps(Random& random) { return random.pick(std::vector<unsigned>{0, 0, 10, 40}); }

class Overlay {
 public:
  explicit Overlay(Random& random) : random_(random) {}

  /// Gives the records' key values of a pool, unless the column is to stay as it is.
  void put(const std::vector<Json*>& objects, const char* key, const Json& pool) {
    if (random_.chance(20)) return;
    const unsigned gaps = random_gaps(random_);
    for (Json* object : objects) {
      if (!object->is_object()) continue;
      object->erase(key);
      if (!random_.chance(gaps)) (*object)[key] = random_.pick(pool);
    }
  }

 private:
  Random& random_;
};

std::vector<Json*> pointers(std::vector<Json>& objects) {
  std::vector<Json*> all;
  for (Json& object : objects) all.push_back(&object);
  return all;
}

std::vector<Json*> users_in(plain::Records& records) {
  std::vector<Json*> users = pointers(records.users);
  for (Json& review : records.reviews) {
    if (review.contains("user")) users.push_back(&review["user"]);
  }
  return users;
}

Json pool_of_type(Random& random, const std::string& type) {
  if (type == "bool") return kBooleans;
  if (type == "string") return kExtractedStrings;
  if (type == "int") return random.chance(20) ? kLargeIntegers : kIntegers;
  return random.chance(20) ? kLargeReals : numbers(random);
}

Json declaration(Random& random, const char* name, const char* type) {
  Json field = {{"name", name}, {"type", type}};
  if (type != std::string("enum")) return field;
  field["values"] = Json::object();
  for (const Json& value : kEnumValues) {
    if (random.chance(60)) field["values"][value.get<std::string>()] = "a description";
  }
  field["values"]["none"] = "nothing of this";
  return field;
}

/// Now and then bounds and a default.
Json with_default(Random& random, Json field) {
  const std::string type = field["type"];
  const bool is_number = type == "int" || type == "float";
  if (is_number && random.chance(30)) field["minimum"] = 0;
  if (is_number && random.chance(20)) field["maximum"] = type == "int" ? Json(2100) : Json(99.5);
  if (!random.chance(40)) return field;
  const Json values = {{"enum", "none"},
                       {"bool", random.chance(50)},
                       {"string", "Pizza"},
                       {"int", 3},
                       {"float", random.chance(50) ? Json(2.5) : Json(2)}};
  field["default"] = values[type];
  return field;
}

/// The values that a field's rows are drawn from; some of them may not be of the field.
Json pool_of(Random& random, const Json& field) {
  Json pool = Json::array();
  if (field["type"] == "enum") {
    for (const auto& [value, description] : field["values"].items()) pool.push_back(value);
  } else {
    pool = pool_of_type(random, field["type"].get<std::string>());
  }
  if (random.chance(30)) {
    for (const Json& wrong : {Json(7.5), Json("unheard"), Json(true), Json::array()}) {
      pool.push_back(wrong);
    }
  }
  return pool;
}

}  // namespace

plain::Records random_formula_records(Random& random, DatasetSize size) {
  plain::Records records = random_records(random, size);
  Overlay overlay(random);
  for (const char* key : {"stars", "useful", "funny"}) {
    overlay.put(pointers(records.reviews), key, numbers(random));
  }
  overlay.put(pointers(records.reviews), "date", kExtractedDates);
  for (const char* key : {"fans", "review_count", "average_stars"}) {
    overlay.put(users_in(records), key, numbers(random));
  }
  for (const char* key : {"stars", "review_count"}) {
    overlay.put(pointers(records.items), key, numbers(random));
  }
  overlay.put(pointers(records.items), "is_open", kBooleans);
  overlay.put(pointers(records.items), "name", kExtractedStrings);
  overlay.put(pointers(records.items), "categories",
              random.chance(70) ? kExtractedStrings : kExtractedLists);
  const std::string essay(base::limits::kFormulaTextBytes / 2 + 1, 'x');
  if (random.chance(40)) overlay.put(pointers(records.items), "essay", Json::array({essay}));
  return records;
}

Json random_fields(Random& random) {
  Json fields = Json::array();
  const std::pair<const char*, const char*> all[] = {
      {"severity", "enum"}, {"account", "enum"}, {"level", "int"}, {"amount", "int"},
      {"ratio", "float"},   {"Share", "float"},  {"sure", "bool"}, {"note", "string"}};
  for (const auto& [name, type] : all)
    fields.push_back(with_default(random, declaration(random, name, type)));
  return fields;
}

std::vector<Json> random_extractions(Random& random, const Json& fields,
                                     const plain::Records& records) {
  std::vector<std::pair<Json, unsigned>> pools;
  for (const Json& field : fields) pools.emplace_back(pool_of(random, field), random_gaps(random));
  const unsigned gaps = random_gaps(random);
  const unsigned judge_gaps = random_gaps(random);
  std::vector<Json> rows;
  const auto add_row = [&](const Json& review_id) {
    Json row = {{"review_id", review_id}};
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const bool is_there = !random.chance(pools[i].second);
      const auto name = fields[i]["name"].get<std::string>();
      if (is_there || random.chance(50))
        row[name] = is_there ? random.pick(pools[i].first) : Json();
      if (random.chance(30)) row[name + ".agreement"] = random.pick(kConfidences);
      if (random.chance(30)) row[name + ".quote"] = random.pick(kQuotes);
    }
    if (!random.chance(judge_gaps)) row["evidence_quality"] = random.pick(kQualities);
    if (!random.chance(judge_gaps)) row["confidence"] = random.pick(kConfidences);
    rows.push_back(row);
  };
  for (const Json& review : records.reviews) {
    if (!random.chance(gaps)) add_row(review["review_id"]);
    if (random.chance(3)) add_row("nobody's");
    if (random.chance(3)) add_row(random.pick(records.reviews)["review_id"]);
  }
  return rows;
}

void write_extractions(const std::vector<Json>& rows, const std::filesystem::path& folder) {
  std::ofstream out(folder / "extractions.jsonl");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % 16 == 5) out << "{\"review_id\": 5}\n\n[]\n{\"review_id\": \"r0\", \n";
    out << rows[i].dump() << '\n';
  }
}

}  // namespace seedc::differential
