// The form of the schema of Formula Seeds: the subset of JSON Schema that structured-output APIs
// accept.
#include "compiler/formula_schema/formula_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seedc::formula_schema {
namespace {

using nlohmann::json;

const json& document() {
  static const json document = json::parse(formula_schema());
  return document;
}

// The direct subschemas of `schema`.
std::vector<const json*> children(const json& schema) {
  std::vector<const json*> found;
  for (const char* key : {"properties", "$defs"}) {
    if (!schema.contains(key)) continue;
    for (const json& child : schema[key]) found.push_back(&child);
  }
  if (schema.contains("anyOf")) {
    for (const json& child : schema["anyOf"]) found.push_back(&child);
  }
  for (const char* key : {"items", "additionalProperties"}) {
    if (schema.contains(key) && schema[key].is_object()) found.push_back(&schema[key]);
  }
  return found;
}

void for_each_schema(const json& schema, const std::function<void(const json&)>& visit) {
  visit(schema);
  for (const json* child : children(schema)) for_each_schema(*child, visit);
}

const json& resolved(const json& schema) {
  if (!schema.contains("$ref")) return schema;
  const std::string reference = schema["$ref"];
  EXPECT_THAT(reference, testing::StartsWith("#/$defs/"));
  return document().at(json::json_pointer(reference.substr(1)));
}

bool allows_null(const json& schema) {
  const json& target = resolved(schema);
  if (!target.contains("type")) return false;
  const json& type = target["type"];
  return type == "null" || (type.is_array() && std::ranges::find(type, json("null")) != type.end());
}

bool is_object_type(const json& schema) {
  if (!schema.contains("type")) return false;
  const json& type = schema["type"];
  return type == "object" ||
         (type.is_array() && std::ranges::find(type, json("object")) != type.end());
}

// The depth of objects when references are followed, except those to `where` from inside of it.
int depth(const json& schema, int limit, bool is_in_where = false) {
  if (limit == 0) return 0;
  const json& target = resolved(schema);
  const bool is_where = &target == &document()["$defs"]["where"];
  if (&target != &schema) return is_where && is_in_where ? 0 : depth(target, limit, is_in_where);
  int deepest = 0;
  for (const json* child : children(schema))
    deepest = std::max(deepest, depth(*child, limit - 1, is_in_where || is_where));
  return deepest + (is_object_type(target) ? 1 : 0);
}

TEST(FormulaSchema, IsTextThatEndsWithALineFeed) {
  EXPECT_TRUE(formula_schema().ends_with("}\n"));
  EXPECT_EQ(document()["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

TEST(FormulaSchema, ValuesOfGroupsAreOutputs) {
  const json& items = document()["properties"]["output"]["items"];
  const std::regex output(resolved(items)["pattern"].get<std::string>());
  for (const char* name : {"N", "G.good.N", "G['very good'].N"})
    EXPECT_TRUE(std::regex_match(name, output)) << name;
  for (const char* name : {"", "1N", "G.good", "G[good].N", "G.good.N.M"})
    EXPECT_FALSE(std::regex_match(name, output)) << name;
}

TEST(FormulaSchema, KeepsToTheKeywordsOfStructuredOutputs) {
  const std::set<std::string> allowed = {"$schema",    "$defs",       "$ref",
                                         "title",      "description", "type",
                                         "properties", "required",    "additionalProperties",
                                         "items",      "minItems",    "enum",
                                         "anyOf",      "pattern"};
  for_each_schema(document(), [&](const json& schema) {
    for (const auto& [key, value] : schema.items()) EXPECT_TRUE(allowed.contains(key)) << key;
  });
}

TEST(FormulaSchema, HasAnObjectAtTheRoot) {
  EXPECT_EQ(document()["type"], "object");
  EXPECT_FALSE(document().contains("anyOf"));
}

TEST(FormulaSchema, SaysTheTypeOfEverySchema) {
  for_each_schema(document(), [](const json& schema) {
    EXPECT_TRUE(schema.contains("type") || schema.contains("$ref") || schema.contains("anyOf"))
        << schema.dump();
  });
}

TEST(FormulaSchema, ClosesObjectsWithKnownKeys) {
  const json& where = document()["$defs"]["where"];
  for_each_schema(document(), [&](const json& schema) {
    if (!is_object_type(schema) || &schema == &where) return;
    const json& others = schema.at("additionalProperties");
    EXPECT_EQ(others == json(false), schema.contains("properties")) << schema.dump();
    EXPECT_EQ(schema.contains("required"), schema.contains("properties")) << schema.dump();
  });
}

TEST(FormulaSchema, LetsOptionalKeysBeNullExceptInConditions) {
  const json branch = {{"$ref", "#/$defs/branch"}};  // null is one of its values
  const json& operators = document()["$defs"]["operators"];
  const json& where = document()["$defs"]["where"];
  for_each_schema(document(), [&](const json& schema) {
    if (!schema.contains("properties") || &schema == &operators || &schema == &where) return;
    const json& required = schema["required"];
    for (const auto& [key, value] : schema["properties"].items()) {
      const bool is_required = std::ranges::find(required, json(key)) != required.end();
      if (value != branch) {
        EXPECT_NE(is_required, allows_null(value)) << key << " in " << schema.dump();
      }
    }
  });
}

TEST(FormulaSchema, StaysWithinTheLimits) {
  constexpr int kMaxDepth = 10;
  constexpr std::size_t kMaxProperties = 5000;
  EXPECT_LE(depth(document(), kMaxDepth + 1), kMaxDepth);
  std::size_t properties = 0;
  for_each_schema(document(), [&](const json& schema) {
    if (schema.contains("properties")) properties += schema["properties"].size();
  });
  EXPECT_LT(properties, kMaxProperties);
}

// The definition of each step that has this name for its `op`.
std::vector<const json*> steps_named(std::string_view name) {
  std::vector<const json*> found;
  for (const json& definition : document()["$defs"]) {
    if (!definition.contains("properties") || !definition["properties"].contains("op")) continue;
    const json& names = definition["properties"]["op"]["enum"];
    if (std::ranges::find(names, json(name)) != names.end()) found.push_back(&definition);
  }
  return found;
}

TEST(FormulaSchema, HasEveryStepWithItsKeys) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> steps = {
#define SEEDC_STEP(id, name, ...) {name, {__VA_ARGS__}},
#include "runtime/language/formula_words.def"
  };
  for (const auto& [name, keys] : steps) {
    std::set<std::string> expected(keys.begin(), keys.end());
    expected.insert({"name", "op", "description"});
    std::set<std::string> described;  // by all forms of the step
    for (const json* definition : steps_named(name)) {
      EXPECT_TRUE(definition->contains("description")) << name;
      for (const auto& [key, schema] : (*definition)["properties"].items()) described.insert(key);
    }
    EXPECT_EQ(described, expected) << name;
  }
}

TEST(FormulaSchema, HasEveryTest) {
  const json& operators = document()["$defs"]["operators"]["properties"];
  const std::set<std::string> signs = {
#define SEEDC_VALUE_TEST(id, name, sign, operand) sign,
#include "runtime/language/formula_words.def"
  };
  EXPECT_EQ(operators.size(), signs.size());
  for (const std::string& sign : signs) EXPECT_TRUE(operators.contains(sign)) << sign;
}

TEST(FormulaSchema, ListsWhatHasATable) {
  EXPECT_EQ(formula_schema().find('%'), std::string_view::npos);
  const std::string expressions = document()["$defs"]["expression"]["description"];
  EXPECT_THAT(expressions,
              testing::HasSubstr("floor, ceil, int, round, text, default, days and years"));
  EXPECT_EQ(document()["$defs"]["match"]["enum"],
            json({"exact", "substring_first", "substring_max", nullptr}));
}

}  // namespace
}  // namespace seedc::formula_schema
