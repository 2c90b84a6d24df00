// Resolves the names of formulas and reports unknown or duplicate ones.
#include "compiler/check/formula_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/check/formula_object.h"
#include "compiler/check/suggest.h"
#include "runtime/base/nearest.h"

namespace seedc::check {
namespace {

language::Value path_value(std::span<const std::string> keys) {
  return language::List(keys.begin(), keys.end());
}

std::string joined(std::span<const std::string> keys) {
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "" : ".") + key;
  return text;
}

bool is_keyword(std::string_view name) {
  static constexpr std::array<std::string_view, 35> kKeywords = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return std::ranges::find(kKeywords, name) != kKeywords.end();
}

/// The path of a word that all datasets have: within the review if rows are evaluated, within the
/// item otherwise. Empty for any other word.
std::string path_of_word(std::string_view word, Place place) {
  static constexpr std::array<std::string_view, 6> kOfReviews = {"stars", "useful", "funny",
                                                                 "cool",  "date",   "year"};
  static constexpr std::array<std::string_view, 6> kOfItems = {
      "stars", "categories", "name", "city", "state", "review_count"};
  if (place == Place::Row && std::ranges::find(kOfReviews, word) != kOfReviews.end())
    return fmt::format("meta.{}", word);
  return std::ranges::find(kOfItems, word) != kOfItems.end() ? fmt::format("context.{}", word) : "";
}

/// Help for text where only the name of a step is allowed.
std::string_view name_help(std::string_view text) {
  if (text.starts_with("context.") || text.starts_with("extraction.") || text.starts_with("meta."))
    return "return it by a step of its own: an output is a step";
  return text.empty() || is_identifier(text)
             ? ""
             : "compute it in a step of its own, and name that step here";
}

}  // namespace

std::string_view noun_of(FormulaScope::What what) {
  switch (what) {
    case FormulaScope::What::Step:
      return "step";
    case FormulaScope::What::Filter:
      return "filter";
    case FormulaScope::What::RowValue:
      return "row value";
    case FormulaScope::What::Parameter:
      return "parameter";
    case FormulaScope::What::Group:
      return "group";
  }
  return "";
}

std::optional<std::string> name_refusal(std::string_view name) {
  static constexpr std::array<std::string_view, 3> kNamespaces = {"extraction", "meta", "context"};
  if (!is_identifier(name)) return "a name is made of letters, digits and `_`, no digit first";
  if (is_keyword(name)) return "it is a keyword of Python";
  if (std::ranges::find(kNamespaces, name) != kNamespaces.end()) return "it is a namespace";
  return std::nullopt;
}

bool FormulaScope::declare_field(contract::Field field, source::Span span) {
  std::string name = field.name;
  field_names_.push_back(name);
  std::set<std::string, std::less<>> values(field.values.begin(), field.values.end());
  return fields_
      .emplace(std::move(name), FieldEntry{std::move(field), span, std::nullopt, std::move(values)})
      .second;
}

void FormulaScope::declare_judge_fields(source::Span judge) {
  for (const std::string_view name : {contract::Judge::kConfidence, contract::Judge::kQuality}) {
    FieldEntry entry{{std::string(name), contract::FieldType::Float, {}}, judge, std::nullopt};
    entry.is_judges = true;
    if (fields_.emplace(name, std::move(entry)).second) field_names_.emplace_back(name);
  }
}

void FormulaScope::declare_broken_field(const std::string& name, source::Span span) {
  FieldEntry entry{{name, contract::FieldType::String, {}}, span, std::nullopt};
  entry.is_broken = true;
  fields_.emplace(name, std::move(entry));
}

bool FormulaScope::declares(const contract::Field& field, const std::string& text) const {
  return fields_.find(field.name)->second.values.contains(text);
}

bool FormulaScope::announce(const std::string& name, What what, source::Span span) {
  const auto [entry, is_new] = definitions_.back().emplace(name, Definition{what, span});
  entry->second.is_broken = !is_new;
  return is_new;
}

void FormulaScope::declare_param(FormulaParam param, const Typed& value) {
  const std::string name = param.name;
  definitions_.back().insert_or_assign(name, Definition{What::Parameter, param.name_span});
  define(name, value);
  const auto place = params_.insert_or_assign(name, std::move(param)).first;
  params_by_value_.emplace(value.id, &place->second);
}

void FormulaScope::set_broken(const std::string& name) {
  definitions_.back().emplace(name, Definition{What::Step, {}}).first->second.is_broken = true;
}

void FormulaScope::define(const std::string& name, std::optional<Typed> value) {
  Definition& definition = definitions_.back().find(name)->second;
  definition.is_defined = true;
  definition.value = std::move(value);
}

void FormulaScope::enter(const std::string& group) {
  groups_.push_back(group);
  definitions_.emplace_back();
}

std::map<std::string, Typed, std::less<>> FormulaScope::leave() {
  std::map<std::string, Typed, std::less<>> values;
  for (auto& [name, definition] : definitions_.back()) {
    if (definition.what == What::Step && definition.value)
      values.emplace(name, std::move(*definition.value));
    if (definition.is_used) used_inside_.emplace(groups_.back(), name);
  }
  definitions_.pop_back();
  groups_.pop_back();
  return values;
}

void FormulaScope::enter_label(const FormulaGroup& group, const std::string& label) {
  enter(group.name);
  for (const auto& [name, value] : group.values.find(label)->second) {
    const source::Span span = group.spans.find(name)->second;
    Definition definition{.what = What::Step, .span = span, .is_defined = true, .value = value};
    if (value.type.is_nullable)
      definition.value = builder_.add(ir::Op::Inner, {value}, {language::Value(group.name)}, span);
    definitions_.back().emplace(name, std::move(definition));
  }
}

void FormulaScope::define_group(const std::string& name,
                                std::shared_ptr<const FormulaGroup> group) {
  Definition& definition = definitions_.back().find(name)->second;
  definition.is_defined = true;
  definition.is_broken = group == nullptr;
  definition.group = std::move(group);
}

/// The innermost definition that a name has here: a step hides an outer one from its own step on.
FormulaScope::Definition* FormulaScope::find(std::string_view name) {
  Definition* announced = nullptr;
  for (auto definitions = definitions_.rbegin(); definitions != definitions_.rend();
       ++definitions) {
    const auto found = definitions->find(name);
    if (found == definitions->end()) continue;
    if (found->second.is_defined || found->second.is_broken) return &found->second;
    if (announced == nullptr) announced = &found->second;
  }
  return announced;
}
const FormulaScope::Definition* FormulaScope::find(std::string_view name) const {
  return const_cast<FormulaScope*>(this)->find(name);
}

std::optional<Typed> FormulaScope::value(std::span<const std::string> keys, Place place,
                                         source::Span span) {
  const std::string& first = keys.front();
  if (first.starts_with('$') && place == Place::Row) return row_name(first.substr(1), span);
  if (first.starts_with('$')) {
    Definition* known = find(first.substr(1));
    if (known != nullptr) known->is_used = true;
    report_dollar(first, known == nullptr ? What::RowValue : known->what, span);
    return std::nullopt;
  }
  if (keys.size() == 1 && first != "extraction" && first != "meta" && first != "context")
    return step(first, place, span);
  if (first != "extraction" && first != "meta" && first != "context") {
    const Definition* definition = find(first);
    if (definition != nullptr && definition->what == What::Group)
      return no_list(group_value(keys, span), joined(keys), span);
    report_unknown_namespace(keys, span);
    return std::nullopt;
  }
  const bool is_whole = keys.size() > 1 && std::ranges::none_of(keys, &std::string::empty);
  if (!is_whole) {
    diagnostics_.report(diag::DiagCode::MisplacedName, span, joined(keys), "it names no value")
        .help = fmt::format("name one of its values: `{}.NAME`", first);
    return std::nullopt;
  }
  if (first == "context") {
    return builder_.add(ir::Op::ItemValue, {}, {path_value(keys.subspan(1))}, span);
  }
  if (place != Place::Row) {
    report_of_rows(joined(keys), span);
    return std::nullopt;
  }
  return row_value(keys, span);
}

/// Of a name with a `$` where the item has a value.
void FormulaScope::report_dollar(const std::string& name, What what, source::Span span) {
  if (what == What::Filter) return report_filter(name, span);
  if (what == What::RowValue) return report_of_rows(name, span);
  diagnostics_
      .report(diag::DiagCode::MisplacedName, span, name,
              "with `$` it is a filter or a value of each review")
      .help = fmt::format("write `{}`", name.substr(1));
}

void FormulaScope::report_of_rows(std::string_view name, source::Span span) {
  diagnostics_
      .report(diag::DiagCode::MisplacedName, span, name,
              "it has a value for each review, not one for the item")
      .help = "count, sum, max or min it in a step of its own, and name that step here";
}

void FormulaScope::report_unknown_namespace(std::span<const std::string> keys, source::Span span) {
  static const std::array<std::string, 3> kNamespaces = {"extraction", "meta", "context"};
  const std::string& first = keys.front();
  auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "namespace", first);
  if (is_known(first)) {
    report.help = fmt::format("`{}` is a step; it has no parts", first);
    return;
  }
  suggest(diagnostics_, report, first, kNamespaces,
          "the namespaces are extraction, meta and context");
  if (report.fix) report.fix->replacement += "." + joined(keys.subspan(1));
}

std::optional<Typed> FormulaScope::row_value(std::span<const std::string> keys, source::Span span) {
  if (keys.front() == "extraction") {
    if (keys.size() == 2) return field(keys[1], span);
    const std::string name = joined(keys.subspan(1));
    if (name == keys[1] + std::string(contract::kAgreementSuffix)) return field(name, span);
    if (name == keys[1] + std::string(contract::kQuoteSuffix)) return field(name, span);
    diagnostics_.report(diag::DiagCode::UnknownName, span, "field", name).help =
        "fields have no parts";
    return std::nullopt;
  }
  if (keys.size() == 2 && keys[1] == "year")
    return builder_.add(ir::Op::ReviewYear, {*rows_}, {}, span);
  return builder_.add(ir::Op::ReviewValue, {*rows_}, {path_value(keys.subspan(1))}, span);
}

/// `FIELD.agreement` and `FIELD.quote` are fields that extractions may have beside a declared one.
void FormulaScope::declare_beside_field(const std::string& name) {
  for (const contract::BesideField& beside : contract::kBesideFields) {
    if (!name.ends_with(beside.suffix)) continue;
    const auto base = fields_.find(name.substr(0, name.size() - beside.suffix.size()));
    if (base == fields_.end() || base->second.is_judges) return;
    base->second.is_read_beside = true;
    FieldEntry entry{{name, beside.type, {}}, base->second.span, std::nullopt};
    entry.is_broken = base->second.is_broken;
    fields_.emplace(name, std::move(entry));
  }
}

std::optional<Typed> FormulaScope::quote(const std::string& field, source::Span span) {
  const bool is_declared = this->field(field, span).has_value();
  return is_declared ? field_value(field + std::string(contract::kQuoteSuffix), span)
                     : std::nullopt;
}

/// Reports a list where a value is needed.
std::optional<Typed> FormulaScope::no_list(std::optional<Typed> value, std::string_view name,
                                           source::Span span) {
  if (!value || value->type.kind != language::Kind::Json) return value;
  diagnostics_.report(diag::DiagCode::MisplacedName, span, name, "it is a list").help =
      "a list can only be an output; `count` with the same `where` has the number of its rows";
  return std::nullopt;
}

std::optional<Typed> FormulaScope::field(const std::string& name, source::Span span) {
  const bool is_quote = name.ends_with(contract::kQuoteSuffix);
  if (!is_quote || !is_field(name.substr(0, name.size() - contract::kQuoteSuffix.size())))
    return field_value(name, span);
  diagnostics_.report(diag::DiagCode::UnknownName, span, "field", name).help =
      "only `collect` reads quotes, as what it lists or orders by";
  return std::nullopt;
}

std::optional<Typed> FormulaScope::field_value(const std::string& name, source::Span span) {
  declare_beside_field(name);
  const auto found = fields_.find(name);
  if (found == fields_.end()) {
    auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "field", name);
    if (name == contract::Judge::kConfidence || name == contract::Judge::kQuality) {
      report.help = "a `judge` section gives every extraction this field";
    } else {
      suggest(diagnostics_, report, name, field_names_, known_fields());
    }
    report.fix.reset();  // the span may cover more than the name
    return std::nullopt;
  }
  FieldEntry& entry = found->second;
  if (entry.is_broken) return std::nullopt;
  if (!entry.value) {
    entry.value = builder_.add(ir::Op::Field, {*rows_}, {language::Value(name)}, span);
    fields_by_value_.emplace(entry.value->id, &entry.field);
  }
  return entry.value;
}

std::string FormulaScope::known_fields() const {
  return field_names_.empty() ? "declare it in `extract.fields`"
                              : listed("the fields are", field_names_);
}

const contract::Field* FormulaScope::field_of(const Typed& value) const {
  const auto found = fields_by_value_.find(value.id);
  return found == fields_by_value_.end() ? nullptr : found->second;
}

const FormulaParam* FormulaScope::param(const std::string& name, source::Span span) {
  if (const auto found = params_.find(name); is_param(name) && found != params_.end()) {
    find(name)->is_used = true;
    return &found->second;
  }
  if (is_known(name) && find(name)->is_broken) return nullptr;
  auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "parameter", name);
  if (is_step(name)) {
    report.help = fmt::format(
        "`{}` is a step; conditions on rows compare with literals and parameters", name);
  } else {
    suggest(diagnostics_, report, name, names(What::Parameter),
            "declare it: \"params\": {NAME: value}");
  }
  return nullptr;
}

const FormulaParam* FormulaScope::param_of(const Typed& value) const {
  const auto found = params_by_value_.find(value.id);
  return found == params_by_value_.end() ? nullptr : found->second;
}

void FormulaScope::report_undeclared(const FormulaParam& param, const contract::Field& field,
                                     source::Span use) {
  const std::string& text = *param.value.as<std::string>();
  if (param.is_set) {
    setting_errors_.push_back(
        base::error<base::ErrorCode::UndeclaredParameterValue>(text, param.name, field.name)
            .with_help(listed("its values are", field.values)));
    return;
  }
  auto& report = diagnostics_.report(diag::DiagCode::UndeclaredValue, param.span, text, field.name);
  suggest_string(diagnostics_, report, text, field.values, listed("its values are", field.values));
  report.note(use, "compared here");
}

bool KnownValues::has(const std::string& text) const {
  return std::ranges::find(*values, text) != values->end();
}

void FormulaScope::note_values(const Typed& chosen, std::span<const Typed> among) {
  std::vector<std::string> values;
  for (const Typed& value : among) {
    const auto* text = value.constant ? value.constant->as<std::string>() : nullptr;
    const auto inner = chosen_values_.find(value.id);
    if (text == nullptr && inner == chosen_values_.end()) return;
    if (text != nullptr) values.push_back(*text);
    if (text == nullptr) values.insert(values.end(), inner->second.begin(), inner->second.end());
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (!values.empty()) chosen_values_[chosen.id] = std::move(values);
}

void FormulaScope::own_values(const Typed& chosen, const Typed& named, std::string owner) {
  const auto known = chosen_values_.find(chosen.id);
  if (known != chosen_values_.end())
    owned_values_.try_emplace(named.id, OwnedValues{std::move(owner), known->second});
}

void FormulaScope::note_written_texts(const Typed& chosen, std::vector<std::string> texts) {
  written_texts_.insert_or_assign(chosen.id, std::move(texts));
}

const std::vector<std::string>* FormulaScope::written_texts(const Typed& value) const {
  const auto found = written_texts_.find(value.id);
  return found == written_texts_.end() ? nullptr : &found->second;
}

KnownValues FormulaScope::known_values(const Typed& value) const {
  const contract::Field* field = field_of(value);
  if (field != nullptr && field->type == contract::FieldType::Enum)
    return {fmt::format("field `{}`", field->name), &field->values};
  const auto owned = owned_values_.find(value.id);
  if (owned == owned_values_.end()) return {};
  return {owned->second.owner, &owned->second.values};
}

std::optional<Typed> FormulaScope::row_name(const std::string& name, source::Span span) {
  Definition* found = find(name);
  if (found == nullptr) {
    if (is_incomplete_) return std::nullopt;
    auto& report =
        diagnostics_.report(diag::DiagCode::UnknownName, span, "filter or row value", "$" + name);
    std::vector<std::string> known = names(What::Filter);
    for (std::string& other : names(What::RowValue)) known.push_back(std::move(other));
    suggest(diagnostics_, report, name, known,
            "define it above with `define_filter` or `define_value`");
    if (report.fix) report.help = fmt::format("did you mean `${}`?", report.fix->replacement);
    report.fix.reset();
    return std::nullopt;
  }
  const bool has_error = found->what != What::Group && found->is_defined && !found->value;
  if (found->is_broken || has_error) {
    found->is_used = true;
    return std::nullopt;
  }
  if (found->what != What::Filter && found->what != What::RowValue) {
    found->is_used = true;
    diagnostics_
        .report(diag::DiagCode::MisplacedName, span, "$" + name,
                fmt::format("the {} is not a filter or row value", noun_of(found->what)))
        .help = fmt::format(
        "`$` names what `define_filter` or `define_value` defines; a {} is named "
        "without",
        noun_of(found->what));
    return std::nullopt;
  }
  return used(*found, name, span);
}

std::optional<Typed> FormulaScope::step(const std::string& name, Place place, source::Span span) {
  Definition* found = find(name);
  if (found == nullptr) {
    report_unknown_step(name, place, span);
    return std::nullopt;
  }
  if (found->is_broken) return std::nullopt;
  if (found->what == What::Group) {
    found->is_used = true;
    report_group(name, span);
    return std::nullopt;
  }
  if (found->what == What::Filter || found->what == What::RowValue) {
    found->is_used = true;
    report_row_name(name, found->what, place, span);
    return std::nullopt;
  }
  return no_list(used(*found, name, span), name, span);
}

void FormulaScope::report_group(const std::string& name, source::Span span) {
  diagnostics_
      .report(diag::DiagCode::MisplacedName, span, name,
              "a group has a value for each label and step")
      .help = fmt::format(
      "name one of them, `{}.LABEL.STEP`, or compute over all: \"over\": \"{}\"", name, name);
}

const FormulaGroup* FormulaScope::group(const std::string& name, source::Span span) {
  Definition* found = find(name);
  if (found == nullptr) {
    if (is_incomplete_) return nullptr;
    auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "group", name);
    suggest_string(diagnostics_, report, name, names(What::Group),
                   "define it above: {\"op\": \"group\", \"by\": …, \"compute\": […]}");
    return nullptr;
  }
  found->is_used = true;
  if (found->is_broken) return nullptr;
  if (found->what != What::Group) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, span, name,
                fmt::format("the {} is not a group", noun_of(found->what)))
        .help = "`over` names a step with `\"op\": \"group\"`";
    return nullptr;
  }
  used(*found, name, span);
  return found->group.get();
}

const FormulaGroup* FormulaScope::group_of_output(const std::string& name) const {
  const Definition* found = find(name);
  return found == nullptr ? nullptr : found->group.get();
}

void FormulaScope::use_group(const FormulaGroup& group) {
  for (const std::string& step : group.steps) used_inside_.emplace(group.name, step);
}

/// `G.label.STEP`
std::optional<Typed> FormulaScope::group_value(std::span<const std::string> keys,
                                               source::Span span) {
  const FormulaGroup* group = this->group(keys.front(), span);
  if (group == nullptr) return std::nullopt;
  const auto values = group->values.find(keys[1]);
  if (values == group->values.end()) {
    auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span,
                                       fmt::format("label of group `{}`:", group->name), keys[1]);
    suggest(diagnostics_, report, keys[1], group->labels, listed("its labels are", group->labels));
    report.fix.reset();
    return std::nullopt;
  }
  if (keys.size() == 2) {
    report_group(group->name, span);
    return std::nullopt;
  }
  const auto value = values->second.find(keys[2]);
  if (keys.size() == 3 && value != values->second.end()) {
    used_inside_.emplace(group->name, keys[2]);
    return value->second;
  }
  auto& report =
      diagnostics_.report(diag::DiagCode::UnknownName, span,
                          fmt::format("step of group `{}`:", group->name), joined(keys.subspan(2)));
  suggest(diagnostics_, report, keys[2], group->steps, listed("its steps are", group->steps));
  report.fix.reset();
  return std::nullopt;
}

/// Reports the name of a filter or row value without its `$`.
void FormulaScope::report_row_name(const std::string& name, What what, Place place,
                                   source::Span span) {
  if (place == Place::Row) {
    auto& report = diagnostics_.report(diag::DiagCode::MisplacedName, span, name,
                                       fmt::format("it is a {}", noun_of(what)));
    report.help = fmt::format("write `${}`", name);
    report.fix = diag::FixIt{span, "$" + name, /*is_safe=*/true};
  } else if (what == What::RowValue) {
    report_of_rows("$" + name, span);
  } else {
    report_filter(name, span);
  }
}

/// `written`: its name, with or without the sign.
void FormulaScope::report_filter(std::string_view written, source::Span span) {
  diagnostics_.report(diag::DiagCode::MisplacedName, span, written, "a filter is not a value")
      .help =
      fmt::format("count its rows in a step: \"op\": \"count\", \"where\": {{\"${}\": true}}",
                  written.substr(written.starts_with('$') ? 1 : 0));
}

std::optional<Typed> FormulaScope::used(Definition& definition, const std::string& name,
                                        source::Span span) {
  definition.is_used = true;
  if (!definition.is_defined) {
    auto& report = diagnostics_.report(diag::DiagCode::UsedBeforeDefined, span,
                                       noun_of(definition.what), name);
    report.help = name == current_ ? "a step cannot use itself"
                                   : "steps see only those above them; move its definition up";
    report.note(definition.span, "defined here");
  }
  return definition.value;
}

/// How a step of a group is named for its first label; empty if no group has such a step.
std::string FormulaScope::name_in_groups(const std::string& name) const {
  for (const Definitions& definitions : definitions_) {
    for (const auto& [group, definition] : definitions) {
      const bool has_step =
          definition.group != nullptr && !definition.group->labels.empty() &&
          std::ranges::find(definition.group->steps, name) != definition.group->steps.end();
      if (has_step) return name_in_group(group, definition.group->labels.front(), name);
    }
  }
  return {};
}

void FormulaScope::report_unknown_step(const std::string& name, Place place, source::Span span) {
  if (is_incomplete_) return;
  auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "step", name);
  if (is_field(name) && place == Place::Item) {
    report.help = fmt::format(
        "it is a field, with a value for each review: count or sum `extraction.{}` in a step above",
        name);
    return;
  }
  if (is_field(name)) {
    report.help = fmt::format("it is a field: `extraction.{}`", name);
    report.fix = diag::FixIt{span, "extraction." + name, /*is_safe=*/true};
    return;
  }
  if (!is_identifier(name)) {
    report.help = name_help(name);
    return;
  }
  if (const std::string inner = name_in_groups(name); !inner.empty()) {
    report.help =
        fmt::format("it is a step of a group, of each label: `{}`; or a step with `over`", inner);
    return;
  }
  suggest(diagnostics_, report, name, names(What::Step, /*above=*/true), steps_above());
  const std::string below = report.fix ? "" : base::nearest(name, names(What::Step));
  if (!below.empty() && below != current_) {
    report.help =
        fmt::format("if `{}` is meant: steps see only those above them; move it up", below);
    return;
  }
  const std::string path = path_of_word(name, place);
  if (report.fix || path.empty()) return;
  report.help = fmt::format("did you mean `{}`?", path);
  report.fix = diag::FixIt{span, path};
}

std::string FormulaScope::steps_above() const {
  constexpr std::size_t kFewNames = 12;
  std::vector<std::string> above;
  for (const Definitions& definitions : definitions_) {
    if (definitions.size() > kFewNames) return {};
    for (const auto& [name, definition] : definitions) {
      if (definition.what == What::Step && definition.is_defined) above.push_back(name);
    }
  }
  return above.empty() ? "a field is named `extraction.NAME`, a value of the review `meta.PATH`"
                       : fmt::format("the steps above are {}", fmt::join(above, ", "));
}

source::Span FormulaScope::place_of_field(std::string_view name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? source::Span() : found->second.span;
}

source::Span FormulaScope::place_of(std::string_view name) const {
  const Definition* found = find(name);
  return found == nullptr ? source::Span() : found->span;
}

bool FormulaScope::is_a(What what, std::string_view name) const {
  const Definition* found = find(name);
  return found != nullptr && found->what == what;
}

bool FormulaScope::use_output(const std::string& name, source::Span span) {
  Definition* found = find(name.starts_with('$') ? name.substr(1) : name);
  if (found == nullptr) {
    if (is_incomplete_) return false;
    auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "step", name);
    suggest_string(diagnostics_, report, name, names(What::Step), name_help(name));
    return false;
  }
  found->is_used = true;
  if (found->is_broken) return false;
  const bool is_filter = found->what == What::Filter;
  const bool is_of_reviews = is_filter || found->what == What::RowValue;
  if (name.starts_with('$') && !is_of_reviews) {
    auto& report = diagnostics_.report(diag::DiagCode::UnknownName, span, "step", name);
    suggest_string(diagnostics_, report, name, std::vector<std::string>{name.substr(1)}, "");
    return false;
  }
  if (found->what == What::Step || found->what == What::Parameter) return true;
  if (found->what == What::Group) {
    use_group(*found->group);
    if (!found->group->steps.empty()) return true;
    diagnostics_
        .report(diag::DiagCode::MisplacedName, span, name, "none of the group's steps is a value")
        .help = "count, sum or compute something in its `compute`";
    return false;
  }
  diagnostics_
      .report(diag::DiagCode::MisplacedName, span, name,
              is_filter ? "a filter is not a value" : "a row value has one value per review")
      .help = is_filter ? "count its rows in a step, and return that"
                        : "sum, max or min it in a step, and return that";
  return false;
}

std::vector<std::string> FormulaScope::names(What what, bool above) const {
  constexpr std::size_t kManyNames = 10'000;  // no spelling help for generated formulas
  std::vector<std::string> names;
  for (const Definitions& definitions : definitions_) {
    if (definitions.size() > kManyNames || !diagnostics_.is_worth_a_suggestion()) return {};
    for (const auto& [name, definition] : definitions) {
      const bool is_value = definition.what == What::Parameter && what == What::Step;
      const bool is_wanted = definition.what == what || is_value;
      if (is_wanted && (!above || definition.is_defined)) names.push_back(name);
    }
  }
  return names;
}

void FormulaScope::report_unused() const {
  for (const auto& [name, entry] : fields_) {
    if (!entry.value && !entry.is_broken && !entry.is_judges && !entry.is_read_beside)
      diagnostics_.report(diag::DiagCode::Unused, entry.span, "field", name);
  }
  for (const auto& [name, definition] : definitions_.front()) {
    if (definition.group) report_unused_inside(*definition.group);
    if (definition.is_used) continue;
    auto& report = diagnostics_.report(diag::DiagCode::Unused, definition.span,
                                       noun_of(definition.what), name);
    if (definition.what == What::Step || definition.what == What::Group)
      report.help = "add it to `output`, or remove it";
    if (definition.what == What::Parameter)
      report.help = "name it in an expression, or in a `where`: {\"param\": \"" + name + "\"}";
  }
}

/// Reports the steps of a group that nothing reads.
void FormulaScope::report_unused_inside(const FormulaGroup& group) const {
  for (const std::string& step : group.steps) {
    if (used_inside_.contains({group.name, step})) continue;
    diagnostics_.report(diag::DiagCode::Unused, group.spans.find(step)->second, "step", step).help =
        fmt::format("add `{}` to `output`, or remove the step", group.name);
  }
}

std::string name_in_group(std::string_view group, std::string_view label, std::string_view step) {
  const bool is_ascii =
      std::ranges::all_of(label, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const bool is_bare = is_ascii && is_identifier(label) && !is_keyword(label);
  const std::string selected =
      is_bare ? "." + std::string(label) : "[" + python_string(label) + "]";
  return fmt::format("{}{}.{}", group, selected, step);
}

std::string step_name_of(std::string_view reference) {
  const std::vector<std::string> keys = split_reference(reference);
  return keys.size() == 3 ? name_in_group(keys[0], keys[1], keys[2]) : std::string(reference);
}

}  // namespace seedc::check
