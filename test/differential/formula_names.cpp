// Values of reviews and items that random_extractions.h fills, and some that are not there.
#include "test/differential/formula_names.h"

namespace seedc::differential {
namespace {

using plain::Json;

/// Names whose kind the compiler does not know; the data may contain anything.
NamedValue open(const char* name, Sort sort) { return {name, sort, nullptr, /*is_known=*/false}; }

Sort sort_of_type(const std::string& type) {
  if (type == "int" || type == "float") return Sort::Number;
  return type == "bool" ? Sort::Boolean : Sort::String;
}

NamedValue name_of_field(const Json& field) {
  NamedValue name{field["name"].get<std::string>(), sort_of_type(field["type"].get<std::string>())};
  if (!field.contains("values")) return name;
  name.values = Json::array();
  for (const auto& [value, text] : field["values"].items()) name.values.push_back(value);
  return name;
}

}  // namespace

FormulaNames::FormulaNames(const Json& declared, bool is_judged)
    : meta{open("stars", Sort::Number),
           open("useful", Sort::Number),
           open("funny", Sort::Number),
           open("user.fans", Sort::Number),
           open("user.review_count", Sort::Number),
           open("user.average_stars", Sort::Number),
           open("user.name", Sort::String),
           open("date", Sort::String),
           open("user.elite", Sort::String),
           open("user", Sort::String),
           open("nope.x", Sort::Number),
           {"year", Sort::Number},
           {"year", Sort::Number}},
      context{open("stars", Sort::Number),
              open("review_count", Sort::Number),
              open("attributes.Price", Sort::Number),
              open("name", Sort::String),
              open("categories", Sort::String),
              open("attributes.WiFi", Sort::String),
              open("is_open", Sort::Boolean),
              open("attributes.HasTV", Sort::Boolean),
              open("attributes.Ambience.hipster", Sort::Boolean),
              open("attributes.Ambience", Sort::String)} {
  for (const Json& field : declared) fields.push_back(name_of_field(field));
  if (!fields.empty()) fields.push_back({fields.front().name + ".agreement", Sort::Number});
  if (!is_judged) return;
  for (const char* name : {"confidence", "evidence_quality"})
    fields.push_back({name, Sort::Number});
}

std::vector<NamedValue> with_prefix(const std::string& prefix, std::vector<NamedValue> names) {
  for (NamedValue& name : names) name.name = prefix + name.name;
  return names;
}

}  // namespace seedc::differential
