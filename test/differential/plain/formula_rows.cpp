// Keywords find the rows; the declarations of fields say which extracted values count.
#include "test/differential/plain/formula_rows.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "test/differential/plain/formula_step.h"
#include "test/differential/plain/reading.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

const std::string& text_of(const ast::Json& object, const char* key) {
  static const std::string none;
  const ast::Json* value = object.find(key);
  return value == nullptr ? none : value->text;
}

bool is_word_character(UChar32 c) {
  return c == '_' || (U_MASK(u_charType(c)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool is_relevant(const Json& review, const ast::Json* filter) {
  const ast::Json* keywords = filter == nullptr ? nullptr : filter->find("keywords");
  if (keywords == nullptr || keywords->elements.empty()) return true;
  const Json& value = member(review, "text");
  const std::string text = value.is_string() ? lower(value.get<std::string>()) : "";
  const bool whole_words = text_of(*filter, "match") == "word";
  return std::any_of(keywords->elements.begin(), keywords->elements.end(), [&](const auto& word) {
    const std::string keyword = lower(word.text);
    return whole_words ? contains_word(text, keyword) : text.find(keyword) != std::string::npos;
  });
}

/// The first extraction of each review.
std::map<std::string, const Json*> by_review(const std::vector<Json>& extractions) {
  std::map<std::string, const Json*> first;
  for (const Json& extraction : extractions) {
    const Json& id = member(extraction, "review_id");
    if (id.is_string()) first.emplace(id.get<std::string>(), &extraction);
  }
  return first;
}

bool declares(const ast::Json& field, const std::string& value) {
  const auto& values = field.find("values")->members;
  return std::any_of(values.begin(), values.end(),
                     [&](const auto& declared) { return declared.key == value; });
}

/// The value if it is of the field's type, else missing.
Scalar typed(const Scalar& value, const ast::Json& field) {
  const std::string& type = text_of(field, "type");
  const Scalar missing = none(language::NullCause::Missing);
  const auto* string = std::get_if<std::string>(&value);
  if (type == "bool") return std::holds_alternative<bool>(value) ? value : missing;
  if (type == "int") return std::holds_alternative<std::int64_t>(value) ? value : missing;
  if (type == "float") return is_number(value) ? as_real(value) : missing;
  if (string == nullptr) return missing;
  return type == "string" || declares(field, *string) ? value : missing;
}

/// Whether a number is neither below the field's minimum nor above its maximum.
bool is_in_bounds(const Scalar& value, const ast::Json& field) {
  if (!is_number(value)) return true;
  const ast::Json* low = field.find("minimum");
  const ast::Json* high = field.find("maximum");
  return (low == nullptr || holds(compare(scalar_of(*low), Operator::Le, value))) &&
         (high == nullptr || holds(compare(value, Operator::Le, scalar_of(*high))));
}

/// Before its default: missing unless it is of the field's type and in bounds.
Scalar given_value(const ast::Json& field, const Json& extraction) {
  const Scalar value = typed(scalar_of(member(extraction, text_of(field, "name").c_str())), field);
  return is_in_bounds(value, field) ? value : none(language::NullCause::Missing);
}

Scalar extracted(const Path& name, const ast::Formula& formula, const Row& row) {
  for (const ast::Json& field : fields_of(formula)) {
    if (name.size() > 1 || text_of(field, "name") != name[0]) continue;
    const Scalar value = given_value(field, *row.extraction);
    const ast::Json* otherwise = field.find("default");
    return null_of(value) == nullptr || otherwise == nullptr ? value
                                                             : typed(scalar_of(*otherwise), field);
  }
  const std::string key = name.size() > 1 ? name[0] + "." + name[1] : name[0];
  const Json& number = member(*row.extraction, key);  // an agreement, or given by the judge
  return number.is_number() ? Scalar(number.get<double>()) : none(language::NullCause::Missing);
}

/// Whether the extraction's evidence is not below the threshold; counts it if it does not pass.
bool passes_judge(const Json& extraction, const ast::Formula& formula, RowCounts& counts) {
  const ast::Json* judge = formula.json.find("judge");
  if (judge == nullptr) return true;
  const Json& quality = member(extraction, "evidence_quality");
  if (!quality.is_number()) {
    ++counts.not_judged;
    return false;
  }
  const ast::Json* threshold = judge->find("threshold");
  const double least = threshold == nullptr ? 0.15 : std::stod(threshold->text);
  const bool passes = quality.get<double>() >= least;
  if (!passes) ++counts.judged_inappropriate;
  return passes;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The four digits that begin the date, if no further digit follows.
Scalar year_of(const Json& review) {
  const Json date = value_at(review, {"date"});
  const std::string text = date.is_string() ? date.get<std::string>() : "";
  const auto digits = std::find_if_not(text.begin(), text.end(), is_digit) - text.begin();
  if (digits != 4) return none(language::NullCause::Missing);
  return std::int64_t{std::stoi(text.substr(0, 4))};
}

/// Whether a key of a `where` reads what was extracted.
bool needs_extraction(const std::string& key, const ast::Json& value) {
  const auto some_does = [](const ast::Json& where) {
    return std::any_of(where.members.begin(), where.members.end(),
                       [](const auto& entry) { return needs_extraction(entry.key, entry.value); });
  };
  if (key == "not") return some_does(value);
  if (key == "any" || key == "all")
    return std::any_of(value.elements.begin(), value.elements.end(), some_does);
  return key.substr(0, 5) != "meta." && key.substr(0, 8) != "context.";
}

/// Whether a review passes the keys of `filter.where` that read what was extracted, or the others.
bool passes_part_of_filter(const ast::Formula& formula, const Json& item, const Row& row,
                           bool of_extraction) {
  const ast::Json* filter = formula.json.find("filter");
  const ast::Json* where = filter == nullptr ? nullptr : filter->find("where");
  if (where == nullptr) return true;
  static const Kinds kNoKinds;
  static const std::vector<Row> kNoRows;
  const Scope scope{formula, kNoKinds, item, kNoRows, params_of(formula), {}};
  ast::Json part = *where;
  std::erase_if(part.members, [&](const auto& entry) {
    return needs_extraction(entry.key, entry.value) != of_extraction;
  });
  return passes(&part, scope, row);
}

}  // namespace

std::map<std::string, Scalar> params_of(const ast::Formula& formula) {
  std::map<std::string, Scalar> values;
  if (const ast::Json* params = formula.json.find("params")) {
    for (const auto& param : params->members) values[param.key] = scalar_of(param.value);
  }
  return values;
}

bool contains_word(const std::string& text, const std::string& word) {
  const auto in = icu::UnicodeString::fromUTF8(text);
  const auto wanted = icu::UnicodeString::fromUTF8(word);
  for (int at = in.indexOf(wanted); at >= 0; at = in.indexOf(wanted, at + 1)) {
    const int end = at + wanted.length();
    const bool starts = at == 0 || !is_word_character(in.char32At(at - 1));
    const bool ends = end == in.length() || !is_word_character(in.char32At(end));
    if (starts && ends) return true;
  }
  return false;
}

std::vector<std::vector<Row>> rows_of(const ast::Formula& formula, const FormulaWorld& world,
                                      RowCounts& counts) {
  static const Json nothing = Json::object();
  const bool needs_extraction = world.extractions.has_value() || !fields_of(formula).empty();
  const auto extractions =
      world.extractions ? by_review(*world.extractions) : std::map<std::string, const Json*>();
  std::vector<std::vector<Row>> rows;
  for (const Item& item : world.world.items) {
    auto& of_item = rows.emplace_back();
    for (const Json& review : item.reviews) {
      ++counts.reviews;
      if (!is_relevant(review, formula.json.find("filter"))) continue;
      const Row bare{&review, &nothing};
      if (!passes_part_of_filter(formula, item.value, bare, /*of_extraction=*/false)) continue;
      ++counts.relevant;
      const auto found = extractions.find(review.at("review_id").get<std::string>());
      if (found == extractions.end() && needs_extraction) {
        ++counts.missing_extractions;
        continue;
      }
      const Json* extraction = found == extractions.end() ? &nothing : found->second;
      if (!passes_judge(*extraction, formula, counts)) continue;
      const Row row{&review, extraction};
      if (passes_part_of_filter(formula, item.value, row, /*of_extraction=*/true)) {
        of_item.push_back(row);
      } else {
        ++counts.filtered;
      }
    }
    counts.rows += of_item.size();
  }
  return rows;
}

std::map<std::string, std::uint64_t> count_defaults(const ast::Formula& formula,
                                                    const std::vector<std::vector<Row>>& rows) {
  std::map<std::string, std::uint64_t> counts;
  for (const ast::Json& field : fields_of(formula)) {
    if (field.find("default") == nullptr) continue;
    std::uint64_t& count = counts[text_of(field, "name")];
    for (const std::vector<Row>& of_item : rows) {
      for (const Row& row : of_item)
        count += null_of(given_value(field, *row.extraction)) != nullptr ? 1 : 0;
    }
  }
  return counts;
}

const std::vector<ast::Json>& fields_of(const ast::Formula& formula) {
  static const std::vector<ast::Json> none;
  const ast::Json* extract = formula.json.find("extract");
  const ast::Json* fields = extract == nullptr ? nullptr : extract->find("fields");
  return fields == nullptr ? none : fields->elements;
}

Scalar value_of_name(const Path& keys, const ast::Formula& formula, const Row* row,
                     const Json& item) {
  const Path rest(keys.begin() + 1, keys.end());
  if (keys[0] == "context") return scalar_of(value_at(item, rest));
  if (keys[0] == "extraction") return extracted(rest, formula, *row);
  if (rest == Path{"year"}) return year_of(*row->review);
  return scalar_of(value_at(*row->review, rest));
}

Path keys_of(const std::string& name) {
  Path keys;
  std::istringstream in(name);
  for (std::string key; std::getline(in, key, '.');) keys.push_back(key);
  return keys;
}

}  // namespace seedc::plain
