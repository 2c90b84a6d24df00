// A schema of flat records is that of the records themselves.
#include "runtime/data/flat_records.h"

#include <gtest/gtest.h>

#include "runtime/data/schema.h"
#include "runtime/data/schema_collector.h"

namespace seedc::data {
namespace {

const std::vector<std::string> kRecords = {
    R"({"review_id": "r1", "stars": 4, "text": "So {cozy}", "user": {"name": "Ann", "fans": 1.50}})",
    R"({"review_id": "r2", "stars": 4.0, "text": null, "user": {"fans": 3, "name": null}, "n": []})",
    R"({"stars": 4, "review_id": "r\u00e9", "text": 7, "te\u0078t": "twice", "user": "{'fans': 3}"})",
    R"({"stars": 5, "stars": 1, "user": {"fans": 2, "name": "Bo", "fans": null}, "n": [1, "a"]})",
    R"({"a": {}, "b": {"c": {"d": true}}, "e": "None", "f": "", "g": "[1, 2]", "h": "True"})",
    R"({"big": 12345678901234567890, "long": 1000000000000000000000.0, "neg": -0.0, "e": 1e3})",
    R"({"b": "{'c': {'d': 1}}", "b": {"c": {"d": false, "text": "not that one"}}, "": {"": 0}})",
};

/// Both schemas of the records, given in this order.
class Both {
 public:
  void add(const std::vector<std::string>& records) {
    std::string lines;
    for (const std::string& record : records) lines += record + "\n";
    lines.reserve(lines.size() + kJsonPadding);
    JsonTokens tokens;
    JsonParser parser;
    tokens.begin(lines);
    FlatRecords flat{base::Call()};
    FlatRecordWriter writer(tokens, parser, flat);
    std::vector<FlatRecords::Range> ranges;
    std::size_t begin = 0;
    for (const std::string& record : records) {
      const char* const at = lines.data() + begin;
      const JsonText text(at, at + record.size());
      const language::Value value = to_value(parser.parse(text.text()).value());
      values_.add_review(value);
      values_.add_user(value, 3);
      ranges.push_back(writer.add_review(text));
      ranges.push_back(writer.add_user(text));
      begin += record.size() + 1;
    }
    flat_.begin(flat);
    for (std::size_t r = 0; r < ranges.size(); ++r) flat_.add_flat(ranges[r], r % 2 == 0 ? 1 : 3);
  }
  void expect_equal() { EXPECT_EQ(to_json(flat_.take()), to_json(values_.take())); }

 private:
  SchemaCollector values_, flat_;
};

TEST(FlatRecords, HaveTheSchemaOfTheRecords) {
  for (const std::string& record : kRecords) {
    Both alone;
    alone.add({record});
    alone.expect_equal();
  }
  Both together;
  together.add(kRecords);
  together.add({kRecords.rbegin(), kRecords.rend()});
  together.expect_equal();
}

TEST(FlatRecords, BeyondTheLimitsTheSameIsLeftOut) {
  std::vector<std::string> records;
  for (std::size_t r = 0; r < 2; ++r) {
    std::string record = R"({"review_id": "r")";
    for (std::size_t path = 0; path <= kMaxSchemaPaths; ++path)
      record += ", \"p" + std::to_string(path + r * 100) + R"(": {"q": 1})";
    records.push_back(record + "}");
  }
  Both wide;
  wide.add(records);
  wide.expect_equal();
  records.clear();
  for (std::size_t r = 0; r <= language::SchemaPath::kMaxDistinct + 10; ++r)
    records.push_back(R"({"n": )" + std::to_string(r) + R"(, "id": "x)" + std::to_string(r) +
                      "\"}");
  Both long_one;
  long_one.add(records);
  long_one.add(records);
  long_one.expect_equal();
}

}  // namespace
}  // namespace seedc::data
