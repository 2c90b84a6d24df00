// Checks the sections of a Formula Seed: filter, extract, judge, compute, output.
#include "compiler/check/formula_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "compiler/check/formula_field.h"
#include "compiler/check/formula_groups.h"
#include "compiler/check/formula_object.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/formula_steps.h"
#include "compiler/check/formula_where.h"
#include "compiler/check/pattern_check.h"
#include "compiler/check/suggest.h"
#include "compiler/check/typed_builder.h"
#include "runtime/contract/formula.h"
#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

/// Of tables of results, beside those of outputs.
constexpr std::string_view kKeyColumn = "business_id";
constexpr std::array kFieldTypes = {
#define SEEDC_FIELD_TYPE(id, word, kind) std::string_view(word),
#include "runtime/language/kinds.def"
};
constexpr std::pair<std::string_view, std::string_view> kForeignTypes[] = {
    {"integer", "int"},  {"number", "float"}, {"double", "float"}, {"real", "float"},
    {"boolean", "bool"}, {"str", "string"},   {"text", "string"},  {"category", "enum"}};
constexpr std::pair<std::string_view, std::string_view> kForeignOperations[] = {
    {"avg", "divide a `sum` by a `count` in an `expr`: TOTAL / N"},
    {"average", "divide a `sum` by a `count` in an `expr`: TOTAL / N"},
    {"mean", "divide a `sum` by a `count` in an `expr`: TOTAL / N"},
    {"ratio", "divide in an `expr`: A / B"},
    {"filter", "write `define_filter`"},
    {"if", "write `case`, or an `expr`: a if c else b"},
    {"switch", "write `case`"},
    {"map", "write `lookup`, or for a value of each row `define_value`"},
    {"list", "write `collect`"},
    {"array_agg", "write `collect`"},
    {"group_concat", "write `collect`"},
};
constexpr std::array<std::string_view, 2> kMatches = {"substring", "word"};

/// Why a field cannot have this name; std::nullopt if it can. Names of namespaces are allowed:
/// fields are written after `extraction.`.
std::optional<std::string> field_name_refusal(const std::string& name, bool has_judge) {
  if (name == "review_id") return "it names the review of a row";
  if (has_judge && std::ranges::find(contract::Judge::kKeys, name) != contract::Judge::kKeys.end())
    return "the judge writes it";
  const auto refusal = name_refusal(name);
  return refusal == "it is a namespace" ? std::nullopt : refusal;
}

class FormulaChecker {
 public:
  FormulaChecker(const ast::Formula& formula, ir::Module& module, diag::Diagnostics& diagnostics,
                 const FormulaOptions& options)
      : formula_(formula),
        module_(module),
        diagnostics_(diagnostics),
        options_(options),
        seed_(formula.json, "a Formula Seed", diagnostics),
        builder_(module),
        scope_(builder_, diagnostics),
        steps_(formula, scope_, builder_, diagnostics, values_, options) {}

  CheckedFormula run(std::string_view default_name) {
    static constexpr std::array<std::string_view, 7> kKeys = {
        "task_name", "filter", "extract", "judge", "params", "compute", "output"};
    CheckedFormula checked{.name = std::string(default_name),
                           .span = formula_.span,
                           .compiled = {},
                           .values = {},
                           .params = {},
                           .setting_errors = {},
                           .fields = {},
                           .missing = {}};
    seed_.set_known(kKeys);
    if (const ast::Json* name = seed_.text("task_name")) checked.name = name->text;
    ir::Formula made{.name = checked.name, .rows = 0, .relevant = {}, .kept = {}, .outputs = {}};
    if (const ast::Json* params = seed_.object("params"))
      checked.params = check_params(*params, checked);
    check_rows();
    made.rows = scope_.rows().id;
    check_filter_where(made);
    check_compute();
    made.outputs = check_output();
    seed_.report_unknown();
    std::ranges::move(scope_.setting_errors(), std::back_inserter(checked.setting_errors));
    checked.values = std::move(values_);
    checked.fields = std::move(fields_);
    checked.missing = steps_.take_missing();
    if (diagnostics_.errors_within(formula_.span) > 0) return checked;
    if (!made.outputs.empty()) scope_.report_unused();
    checked.compiled = module_.formulas.size();
    module_.formulas.push_back(std::move(made));
    return checked;
  }

 private:
  /// Returns the names of the parameters.
  std::vector<std::string> check_params(const ast::Json& params, CheckedFormula& checked) {
    std::vector<std::string> names;
    for (const ast::Json::Member& member : params.members) names.push_back(member.key);
    for (FormulaParam& param : read_params(params, checked.name, options_.settings, diagnostics_,
                                           checked.setting_errors)) {
      Typed value = builder_.scalar(param.value, param.span);
      value.constant.reset();  // it is none that the program says
      const Typed step =
          builder_.add(ir::Op::Step, {value}, {language::Value(param.name)}, param.span);
      ids_.insert_or_assign(param.name, step.id);
      values_.params.push_back({param.name, step.id, param.is_set});
      scope_.declare_param(std::move(param), value);  // a repeated key is reported by the parser
    }
    return names;
  }

  /// Checks `filter.where`: the part that needs no extraction, and the rest.
  void check_filter_where(ir::Formula& made) {
    const ast::Json* filter = seed_.find("filter");
    const ast::Json* where = filter == nullptr ? nullptr : filter->find("where");
    if (where == nullptr || where->kind == JsonKind::Null) return;
    if (where->kind != JsonKind::Object)
      return report_not_an_object(*where, "`where`", scope_, diagnostics_);
    if (report_field_member(*where, scope_, diagnostics_)) return;
    FormulaWhereChecker relevant(scope_, builder_, diagnostics_, options_, WhereOf::Reviews);
    FormulaWhereChecker kept(scope_, builder_, diagnostics_, options_, WhereOf::Reviews);
    for (const ast::Json::Member& entry : where->members)
      (FormulaWhereChecker::needs_extraction(entry) ? kept : relevant).add(*where, entry);
    if (const auto predicate = relevant.finish(where->span)) made.relevant = predicate->id;
    if (const auto predicate = kept.finish(where->span)) made.kept = predicate->id;
  }

  /// Checks `filter`, `extract` and `judge`.
  void check_rows() {
    language::List keywords;
    std::string match(kMatches.front());
    if (const ast::Json* filter = seed_.object("filter")) {
      static constexpr std::array<std::string_view, 3> kKeys = {"keywords", "match", "where"};
      FormulaObject object(*filter, "`filter`", diagnostics_);
      object.set_known(kKeys);
      object.report_unknown();
      keywords = check_keywords(object);
      match = object.choice("match", kMatches);
      if (keywords.empty() && object.find("match"))
        diagnostics_.report(diag::DiagCode::Unused, object.find("match")->span, "option", "match");
    }
    const ast::Json* judge = seed_.object("judge");
    has_judge_ = seed_.find("judge") != nullptr;
    language::Dict fields;
    if (const ast::Json* extract = seed_.object("extract")) fields = check_fields(*extract);
    if (has_judge_) scope_.declare_judge_fields(seed_.find("judge")->span);
    const auto [guidelines, threshold] =
        judge        ? check_judge(*judge)
        : has_judge_ ? std::pair<language::Value, language::Value>(
                           "", contract::Judge::kUsualThreshold)  // reported
                     : std::pair<language::Value, language::Value>();
    scope_.set_rows(builder_.add(
        ir::Op::Rows, {}, {keywords, match, language::dict_of(fields), guidelines, threshold}, {}));
  }

  /// Returns the judge's guidelines and threshold.
  std::pair<language::Value, language::Value> check_judge(const ast::Json& judge) {
    static constexpr std::array<std::string_view, 2> kKeys = {"guidelines", "threshold"};
    FormulaObject object(judge, "`judge`", diagnostics_);
    object.set_known(kKeys);
    object.require("guidelines", "say what counts as evidence for what is extracted");
    const ast::Json* guidelines = object.text("guidelines");
    if (guidelines != nullptr && language::trim_blanks(guidelines->text).empty()) {
      diagnostics_.report(diag::DiagCode::BadValue, guidelines->span, "guidelines",
                          "a text that says what counts as evidence",
                          language::to_json(guidelines->text));
    }
    const double threshold = check_threshold(object);
    object.report_unknown();
    if (seed_.find("extract") == nullptr) {
      auto& report = diagnostics_.report(diag::DiagCode::MissingKey, seed_.opening(),
                                         "a Formula Seed", "extract");
      report.help = "a judge weighs what is extracted: declare its fields, or remove `judge`";
    }
    return {guidelines ? guidelines->text : "", threshold};
  }

  double check_threshold(const FormulaObject& judge) {
    const ast::Json* given = judge.find("threshold");
    if (given == nullptr) return contract::Judge::kUsualThreshold;
    static constexpr std::string_view kRange = "a number from 0 to 1";
    const auto number =
        given->kind == JsonKind::Number ? language::number_of(*scalar_of(*given)) : std::nullopt;
    if (!number) {
      judge.report_type(*given, "threshold", kRange);
    } else if (!(0 <= *number && *number <= 1)) {
      diagnostics_.report(diag::DiagCode::BadValue, given->span, "threshold", kRange, given->text);
    }
    return number.value_or(0);
  }

  language::List check_keywords(const FormulaObject& filter) {
    language::List keywords;
    const ast::Json* list = filter.list("keywords");
    if (list == nullptr) return keywords;
    if (list->elements.empty()) {
      diagnostics_.report(diag::DiagCode::EmptyOperand, list->span, "keywords",
                          "every review is relevant");
    }
    std::map<std::string, source::Span> seen;
    for (const ast::Json& keyword : list->elements) {
      if (keyword.kind != JsonKind::String) {
        diagnostics_.report(diag::DiagCode::WrongType, keyword.span, "a keyword", "a string",
                            ast::type_phrase(keyword));
        continue;
      }
      if (keyword.text.empty()) {
        diagnostics_.report(diag::DiagCode::EmptyOperand, keyword.span, "keyword",
                            "it occurs in every review");
      } else if (const auto [first, is_new] =
                     seen.emplace(language::lower(keyword.text), keyword.span);
                 !is_new) {
        diagnostics_
            .report(diag::DiagCode::RepeatedValue, keyword.span,
                    fmt::format("keyword `{}`", keyword.text))
            .note(first->second, "first given here");
      }
      warn_short(keyword, filter);
      warn_of_pattern_signs(
          keyword.text, keyword.span,
          R"(give each alternative as a keyword, or `"where": {"meta.text": {"matches": "…"}}`)",
          diagnostics_);
      keywords.emplace_back(keyword.text);
    }
    return keywords;
  }

  /// Warns of a keyword that nearly every review contains.
  void warn_short(const ast::Json& keyword, const FormulaObject& filter) {
    const ast::Json* match = filter.find("match");
    const bool is_word = match != nullptr && match->text == "word";
    const std::size_t most_letters = is_word ? 1 : 2;
    const std::string& text = keyword.text;
    if (text.empty() || text.size() > most_letters || !is_made_of_letters(text)) return;
    auto& report = diagnostics_.report(diag::DiagCode::ShortKeyword, keyword.span, keyword.text,
                                       is_word ? "most reviews, as a word" : "many words");
    if (!is_word) report.help = "`\"match\": \"word\"` finds whole words only";
  }

  /// Whether the text is made of ASCII letters: other signs are rarer, and other scripts say more
  /// by one sign.
  static bool is_made_of_letters(std::string_view text) {
    return std::ranges::all_of(text, [](unsigned char c) { return std::isalpha(c) != 0; });
  }

  language::Dict check_fields(const ast::Json& extract) {
    static constexpr std::array<std::string_view, 1> kKeys = {"fields"};
    FormulaObject object(extract, "`extract`", diagnostics_);
    object.set_known(kKeys);
    language::Dict fields;
    const ast::Json* list = object.require("fields") ? object.list("fields") : nullptr;
    object.report_unknown();
    if (list == nullptr) return fields;
    for (const ast::Json& field : list->elements) {
      if (field.kind == JsonKind::Object) {
        check_field(field, fields);
      } else {
        diagnostics_.report(diag::DiagCode::WrongType, field.span, "a field", "an object",
                            ast::type_phrase(field));
      }
    }
    return fields;
  }

  void check_field(const ast::Json& json, language::Dict& fields) {
    static constexpr std::array<std::string_view, 8> kKeys = {
        "name", "type", "values", "description", "quote", "default", "minimum", "maximum"};
    const ast::Json* name = json.find("name");
    const bool is_named = name != nullptr && name->kind == JsonKind::String;
    FormulaObject object(json, is_named ? fmt::format("field `{}`", name->text) : "a field",
                         diagnostics_);
    object.set_known(kKeys);
    object.require("name");
    const auto type = object.text("name") ? check_field_type(object) : std::nullopt;
    contract::FieldGuide guide{
        .field = {is_named ? name->text : "", type.value_or(contract::FieldType::String), {}}};
    contract::Field& field = guide.field;
    const bool is_whole = check_values(object, type, guide) && type &&
                          check_field_bounds(object, field, diagnostics_) &&
                          check_field_default(object, field, diagnostics_);
    check_guidance(object, guide);
    object.report_unknown();
    if (!is_named) return;
    const auto refusal = field_name_refusal(name->text, has_judge_);
    if (refusal)
      diagnostics_.report(diag::DiagCode::BadName, name->span, name->text, "field", *refusal);
    if (refusal || !is_whole) return scope_.declare_broken_field(name->text, name->span);
    if (!scope_.declare_field(field, name->span)) {
      report_duplicate("field", *name, scope_.place_of_field(name->text));
      return;
    }
    fields.emplace_back(name->text, contract::declaration_of(field));
    fields_.push_back(std::move(guide));
  }

  /// Reads `description` and `quote`.
  static void check_guidance(const FormulaObject& field, contract::FieldGuide& guide) {
    if (const ast::Json* description = field.text("description"))
      guide.description = description->text;
    const ast::Json* quote = field.find("quote");
    if (quote == nullptr) return;
    if (quote->kind != JsonKind::Bool) field.report_type(*quote, "quote", "a boolean");
    guide.needs_quote = quote->kind == JsonKind::Bool && quote->boolean;
  }

  std::optional<contract::FieldType> check_field_type(FormulaObject& field) {
    if (field.require("type", "the types are enum, int, float, bool and string") == nullptr)
      return std::nullopt;
    const std::size_t errors = diagnostics_.error_count();
    const std::string word = field.choice("type", kFieldTypes, kForeignTypes);
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return contract::find_field_type(word);
  }

  /// Checks the values of an enum: `{value: meaning}`, or a list of values. Returns false after an
  /// error.
  bool check_values(FormulaObject& field, std::optional<contract::FieldType> type,
                    contract::FieldGuide& guide) {
    std::vector<std::string>& values = guide.field.values;
    const ast::Json* given = field.find("values");
    if (type != contract::FieldType::Enum) {
      if (given && type)
        diagnostics_.report(diag::DiagCode::Unused, given->span, "option", "values").help =
            "only a field of type `enum` has values";
      return true;
    }
    if (field.require("values", "an enum lists its values: {value: what it means}") == nullptr)
      return false;
    if (given->kind == JsonKind::Object) {
      for (const ast::Json::Member& member : given->members) {
        values.push_back(member.key);
        guide.meanings.push_back(member.value.text);
        if (member.value.kind == JsonKind::String || member.value.kind == JsonKind::Null) continue;
        diagnostics_.report(diag::DiagCode::WrongType, member.value.span,
                            fmt::format("`{}`", member.key), "a string",
                            ast::type_phrase(member.value));
      }
    } else if (given->kind == JsonKind::Array) {
      for (const ast::Json& element : given->elements) add_listed_value(element, guide);
      if (values.empty() && !given->elements.empty()) return false;  // reported
    } else {
      field.report_type(*given, "values", "an object of values and their meanings");
      return false;
    }
    if (!values.empty()) return true;
    diagnostics_.report(diag::DiagCode::BadValue, given->span, "values", "one value or more",
                        "none");
    return false;
  }

  /// A value of an enum that is given as a list, in which an equal one counts once.
  void add_listed_value(const ast::Json& element, contract::FieldGuide& guide) {
    std::vector<std::string>& values = guide.field.values;
    if (element.kind != JsonKind::String) {
      diagnostics_.report(diag::DiagCode::WrongType, element.span, "a value of an enum", "a string",
                          ast::type_phrase(element));
    } else if (std::ranges::find(values, element.text) != values.end()) {
      diagnostics_.report(diag::DiagCode::RepeatedValue, element.span,
                          fmt::format("value `{}`", element.text));
    } else {
      values.push_back(element.text);
      guide.meanings.emplace_back();
    }
  }

  void check_compute() {
    const ast::Json* list = seed_.require("compute") ? seed_.list("compute") : nullptr;
    if (list == nullptr) return scope_.set_incomplete();
    check_steps(*list);
  }

  void check_steps(const ast::Json& list) {
    std::vector<bool> is_announced;
    for (const ast::Json& step : list.elements) is_announced.push_back(announce(step));
    for (std::size_t i = 0; i < list.elements.size(); ++i) {
      if (is_announced[i]) check_step(list.elements[i]);
    }
  }

  /// Declares a step's name. Returns false if it has no usable one; the errors are then reported.
  bool announce(const ast::Json& step) {
    if (step.kind != JsonKind::Object) {
      diagnostics_.report(diag::DiagCode::WrongType, step.span, "a step", "an object",
                          ast::type_phrase(step));
      scope_.set_incomplete();
      return false;
    }
    FormulaObject object(step, "a step", diagnostics_);
    object.require("name");
    const ast::Json* name = object.text("name");
    if (name == nullptr) {
      scope_.set_incomplete();
      return false;
    }
    const FormulaScope::What what = what_is(step.find("op"));
    if (const auto refusal = name_refusal(name->text)) {
      auto& report = diagnostics_.report(diag::DiagCode::BadName, name->span, name->text,
                                         noun_of(what), *refusal);
      const bool has_sign = name->text.starts_with('$');
      if (has_sign) {
        report.help = "`$` is written only where the name is used";
        report.fix =
            diag::FixIt{name->span, language::to_json(name->text.substr(1)), /*is_safe=*/true};
      }
      scope_.set_broken(name->text.substr(has_sign ? 1 : 0));
      return false;
    }
    if (scope_.announce(name->text, what, name->span)) return true;
    report_duplicate(noun_of(what), *name, scope_.place_of(name->text));
    return false;
  }

  static FormulaScope::What what_is(const ast::Json* op) {
    const auto kind = op && op->kind == JsonKind::String ? find_step_kind(op->text) : std::nullopt;
    if (kind == StepKind::DefineFilter) return FormulaScope::What::Filter;
    if (kind == StepKind::Group) return FormulaScope::What::Group;
    return kind == StepKind::DefineValue ? FormulaScope::What::RowValue : FormulaScope::What::Step;
  }

  void report_duplicate(std::string_view noun, const ast::Json& name, source::Span first) {
    auto& report = diagnostics_.report(diag::DiagCode::DuplicateName, name.span, noun, name.text);
    report.help = "rename or remove one of the two";
    report.note(first, "first defined here");
  }

  void check_step(const ast::Json& json) {
    const std::string& name = json.find("name")->text;
    FormulaObject step(json, fmt::format("step `{}`", name), diagnostics_);
    scope_.set_current(name);
    const ast::Json* op = step.find("op");
    if (op != nullptr && op->kind == JsonKind::String && op->text == "group")
      return scope_.define_group(name, check_group(step, name));
    scope_.define(name, check_operation(step));
  }

  /// Checks the steps of a group once for each of its labels. A null pointer after an error.
  std::shared_ptr<const FormulaGroup> check_group(FormulaObject& step, const std::string& name) {
    static constexpr std::array<std::string_view, 5> kKeys = {"name", "op", "by", "where",
                                                              "compute"};
    step.set_known(kKeys);
    if (!group_.empty()) {
      diagnostics_.report(diag::DiagCode::UnknownOperation, step.find("op")->span, "group").help =
          "groups do not nest: group by conditions on both, {\"label\": {…}, …}";
      return nullptr;
    }
    const std::size_t errors = diagnostics_.error_count();
    const auto rows = FormulaGroupChecker(scope_, builder_, diagnostics_, options_).check(step);
    const ast::Json* list = step.require("compute") ? step.list("compute") : nullptr;
    step.report_unknown();
    if (list != nullptr && list->elements.empty())
      diagnostics_.report(diag::DiagCode::BadValue, list->span, "compute", "one step or more",
                          "none");
    if (!rows || list == nullptr || diagnostics_.error_count() > errors) return nullptr;
    auto group = std::make_shared<FormulaGroup>(
        FormulaGroup{.name = name, .labels = rows->labels, .steps = {}, .values = {}, .spans = {}});
    group_ = name;
    for (std::size_t i = 0; i < rows->labels.size(); ++i) {
      label_ = rows->labels[i];
      steps_.set_group_rows(rows->members[i]);
      scope_.enter(name);
      check_steps(*list);
      group->values.emplace(label_, scope_.leave());
      if (diagnostics_.error_count() > errors) break;
      diagnostics_.drop_repeated(true);
    }
    diagnostics_.drop_repeated(false);
    group_.clear();
    steps_.set_group_rows({});
    if (diagnostics_.error_count() > errors) return nullptr;
    for (const ast::Json& inner : list->elements) {
      const ast::Json& inner_name = *inner.find("name");
      if (!group->values.begin()->second.contains(inner_name.text)) continue;
      group->steps.push_back(inner_name.text);
      group->spans.emplace(inner_name.text, inner_name.span);
    }
    return group;
  }

  std::optional<Typed> check_operation(FormulaObject& step) {
    const std::string operations =
        fmt::format("the operations are {}", fmt::join(step_kind_names(), ", "));
    if (step.require("op", operations) == nullptr) return std::nullopt;
    const ast::Json* op = step.text("op");
    if (op == nullptr) return std::nullopt;
    const auto kind = find_step_kind(op->text);
    if (!kind) {
      auto& report = diagnostics_.report(diag::DiagCode::UnknownOperation, op->span, op->text);
      const auto foreign = std::ranges::find(kForeignOperations, language::lower(op->text),
                                             &std::pair<std::string_view, std::string_view>::first);
      if (foreign != std::end(kForeignOperations)) {
        report.help = foreign->second;
      } else {
        suggest_string(diagnostics_, report, op->text, step_kind_names(), operations);
      }
      return std::nullopt;
    }
    values_.current = {};
    auto value = steps_.check(*kind, step);
    if (!value) return value;
    const std::string& own_name = step.find("name")->text;
    const std::string name = group_.empty() ? own_name : name_in_group(group_, label_, own_name);
    if (*kind == StepKind::DefineFilter || *kind == StepKind::DefineValue) {
      scope_.own_values(*value, *value, fmt::format("row value `{}`", name));
      return keep(name, step, *value);
    }
    auto constant = value->constant;
    Typed made = builder_.add(ir::Op::Step, {*value}, {language::Value(name)}, step.json().span);
    made.constant = std::move(constant);
    scope_.own_values(*value, made, fmt::format("step `{}`", name));
    order_.push_back(made.id);
    ids_.emplace(name, made.id);
    return keep(name, step, made);
  }

  /// Records a step's value.
  Typed keep(const std::string& name, const FormulaObject& step, const Typed& value) {
    FormulaValues::Step made = std::move(values_.current);
    values_.current = {};
    made.name = name;
    made.json = &step.json();
    made.value = value.id;
    values_.steps.push_back(std::move(made));
    return value;
  }

  std::vector<ir::Output> check_output() {
    std::vector<ir::Output> outputs;
    const ast::Json* list =
        seed_.require("output", "list the steps to return") ? seed_.list("output") : nullptr;
    if (list == nullptr) return outputs;
    if (list->elements.empty())
      diagnostics_.report(diag::DiagCode::EmptyOperand, list->span, "output",
                          "nothing is returned");
    std::map<std::string, source::Span> names;
    for (const ast::Json& element : list->elements) {
      if (element.kind != JsonKind::String) {
        diagnostics_.report(diag::DiagCode::WrongType, element.span, "an output",
                            "the name of a step", ast::type_phrase(element));
        continue;
      }
      const std::vector<std::string> reference = split_reference(element.text);
      const bool is_inside = reference.size() > 1 && scope_.is_group(reference.front());
      const source::Span span = part_of(element.span, element.text, 0, element.text.size());
      const bool is_known = is_inside ? scope_.value_of_output(reference, span).has_value()
                                      : scope_.use_output(element.text, element.span);
      if (!is_known) continue;
      if (element.text == kKeyColumn) {
        diagnostics_.report(diag::DiagCode::KeyColumn, element.span, element.text).help =
            "give the step another name";
      }
      const auto [first, is_new] = names.emplace(element.text, element.span);
      if (!is_new) {
        diagnostics_
            .report(diag::DiagCode::RepeatedValue, element.span,
                    fmt::format("output `{}`", element.text))
            .note(first->second, "first given here");
        continue;
      }
      if (is_inside) {
        outputs.push_back({scope_.value_of_output(reference, span)->id, {element.text}});
      } else if (const FormulaGroup* group = scope_.group_of_output(element.text)) {
        add_group(*group, outputs);
      } else if (const auto id = ids_.find(element.text); id != ids_.end()) {
        outputs.push_back({id->second, {}});
      }
    }
    if (!options_.all_steps) return outputs;
    std::vector<ir::Output> all;
    for (const ir::ValueId id : order_) all.push_back({id, {}});
    return all;
  }

  /// All steps of a group as an object: by label, then by step.
  static void add_group(const FormulaGroup& group, std::vector<ir::Output>& outputs) {
    for (const std::string& label : group.labels) {
      for (const std::string& step : group.steps)
        outputs.push_back(
            {group.values.find(label)->second.find(step)->second.id, {group.name, label, step}});
    }
  }

  const ast::Formula& formula_;
  ir::Module& module_;
  diag::Diagnostics& diagnostics_;
  const FormulaOptions& options_;
  FormulaObject seed_;
  TypedBuilder builder_;
  FormulaScope scope_;
  FormulaValues values_;
  std::vector<contract::FieldGuide> fields_;
  FormulaStepChecker steps_;
  bool has_judge_ = false;
  std::string group_;  ///< the group whose steps are being checked, and the label; or none
  std::string label_;
  std::vector<ir::ValueId> order_;  ///< the steps that are values
  std::map<std::string, ir::ValueId, std::less<>> ids_;
};

}  // namespace

CheckedFormula check_formula(const ast::Formula& formula, std::string_view default_name,
                             ir::Module& module, diag::Diagnostics& diagnostics,
                             const FormulaOptions& options) {
  return FormulaChecker(formula, module, diagnostics, options).run(default_name);
}

}  // namespace seedc::check
