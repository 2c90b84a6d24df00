// The names of a Formula Seed (fields of its extractions, parameters, steps, filters and row
// values), and what a name refers to at each use (semantics.md section 6, Names).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/formula_params.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/base/result.h"
#include "runtime/contract/formula.h"

namespace seedc::check {

/// Whether an expression is evaluated for each row or for the item.
enum class Place : std::uint8_t { Row, Item };

/// The texts that a value may have, if all are known.
struct KnownValues {
  std::string owner;                                 ///< "field `severity`", "step `VERDICT`"
  const std::vector<std::string>* values = nullptr;  ///< a null pointer: not known
  bool has(const std::string& text) const;
};

/// A group of rows for each of its labels, and the values of its steps for each group.
struct FormulaGroup {
  std::string name;
  std::vector<std::string> labels;
  std::vector<std::string> steps;  ///< without filters, in order
  /// By label, then by step; a step with an error is absent.
  std::map<std::string, std::map<std::string, Typed, std::less<>>, std::less<>> values;
  std::map<std::string, source::Span, std::less<>> spans;  ///< by step
};

/// How expressions name a step of a group: `G.mild.N`, or `G['very mild'].N`.
std::string name_in_group(std::string_view group, std::string_view label, std::string_view step);
/// The same for however a program refers to it, `G['label'].STEP` or `G.label.STEP`; any other text
/// as it is.
std::string step_name_of(std::string_view reference);

class FormulaScope {
 public:
  enum class What : std::uint8_t { Step, Filter, RowValue, Parameter, Group };

  FormulaScope(TypedBuilder& builder, diag::Diagnostics& diagnostics)
      : builder_(builder), diagnostics_(diagnostics) {}

  /// Returns false if a field of that name exists.
  bool declare_field(contract::Field field, source::Span span);
  /// Declares the fields that the judge provides, which may stay unused.
  void declare_judge_fields(source::Span judge);
  /// Declares a field whose declaration has an error: its uses are not reported.
  void declare_broken_field(const std::string& name, source::Span span);
  /// Whether a text is one of an enum field's values.
  bool declares(const contract::Field& field, const std::string& text) const;
  /// Declares a name ahead of its step, so that use before definition is distinguished from an
  /// unknown name. Returns false if the name exists; it is then ambiguous, and its uses are not
  /// reported.
  bool announce(const std::string& name, What what, source::Span span);
  /// Suppresses reports of uses of this name: its definition has an error.
  void set_broken(const std::string& name);
  /// Some steps could not be read, so unknown names may be valid.
  void set_incomplete() { is_incomplete_ = true; }
  /// Sets the step that is being checked.
  void set_current(std::string name) { current_ = std::move(name); }
  /// Gives a declared name its value; std::nullopt if its definition has an error.
  void define(const std::string& name, std::optional<Typed> value);
  /// Declares a parameter, whose value is `value`. Of parameters of one name the last counts.
  void declare_param(FormulaParam param, const Typed& value);
  /// Begins the steps of a group, for one of its labels: names announced from now on are theirs and
  /// hide those outside it. `leave` ends them, and returns the values of the steps by name.
  void enter(const std::string& group);
  std::map<std::string, Typed, std::less<>> leave();
  /// Begins an expression over a group, for one of its labels: the names of its steps have the
  /// values there. `leave` ends it.
  void enter_label(const FormulaGroup& group, const std::string& label);
  /// Gives a declared name the group that it denotes; a null pointer if its definition has an
  /// error.
  void define_group(const std::string& name, std::shared_ptr<const FormulaGroup> group);
  /// The group of that name that expressions here may read; a null pointer if there is none
  /// (reported).
  const FormulaGroup* group(const std::string& name, source::Span span);
  /// The group that an output names; a null pointer for a step.
  const FormulaGroup* group_of_output(const std::string& name) const;

  /// Sets the rows whose fields are read.
  void set_rows(Typed rows) { rows_ = std::move(rows); }
  const Typed& rows() const { return *rows_; }

  /// The value of `extraction.x`, `meta.a.b`, `context.a.b`, `$V` or a step's name; std::nullopt if
  /// it has no meaning here (reported).
  std::optional<Typed> value(std::span<const std::string> keys, Place place, source::Span span);
  std::optional<Typed> field(const std::string& name, source::Span span);
  /// `extraction.FIELD.quote`: the words of the review that show the value of a field.
  std::optional<Typed> quote(const std::string& field, source::Span span);
  /// The value of `G.label.STEP` as an output, which may be a list.
  std::optional<Typed> value_of_output(std::span<const std::string> keys, source::Span span) {
    return group_value(keys, span);
  }
  /// The predicate or value of `$NAME`.
  std::optional<Typed> row_name(const std::string& name, source::Span span);
  /// The parameter of that name, which is then used; a null pointer if there is none (reported at
  /// `span`, the location of the name).
  const FormulaParam* param(const std::string& name, source::Span span);
  /// The field that an instruction loads, or a null pointer.
  const contract::Field* field_of(const Typed& value) const;
  /// The parameter that a value is, or a null pointer.
  const FormulaParam* param_of(const Typed& value) const;
  /// Reports that a field's enum does not declare the value of a parameter, compared at `use`: in
  /// the program, or as an error of the run's settings if the run gives the value.
  void report_undeclared(const FormulaParam& param, const contract::Field& field, source::Span use);
  /// What is wrong with the values that a run gives parameters.
  std::vector<base::Error>& setting_errors() { return setting_errors_; }

  /// Remembers the texts among which a value is chosen, if all of them are known.
  void note_values(const Typed& chosen, std::span<const Typed> among);
  /// Gives them to the step or row value `owner` that has the value.
  void own_values(const Typed& chosen, const Typed& named, std::string owner);
  KnownValues known_values(const Typed& value) const;
  /// Remembers that rules or a table give a value, and the texts that are written there, in order.
  void note_written_texts(const Typed& chosen, std::vector<std::string> texts);
  /// A null pointer if the value is none of a table or rules with literal texts alone.
  const std::vector<std::string>* written_texts(const Typed& value) const;

  /// The location of the first declaration of a field, or of a step or filter; no location if it is
  /// not declared.
  source::Span place_of_field(std::string_view name) const;
  source::Span place_of(std::string_view name) const;
  bool is_field(std::string_view name) const { return fields_.contains(name); }
  bool is_step(std::string_view name) const { return is_a(What::Step, name); }
  bool is_row_value(std::string_view name) const { return is_a(What::RowValue, name); }
  /// Whether it is a filter or a row value.
  bool is_row_name(std::string_view name) const {
    return is_a(What::Filter, name) || is_a(What::RowValue, name);
  }
  bool is_group(std::string_view name) const { return is_a(What::Group, name); }
  bool is_param(std::string_view name) const { return is_a(What::Parameter, name); }
  bool is_known(std::string_view name) const { return find(name) != nullptr; }
  /// Marks a declared step, group or parameter as used by the output. Reports other names.
  bool use_output(const std::string& name, source::Span span);
  /// All names, for finding the nearest to a misspelled one; those of parameters are among the
  /// steps', which are used alike. `above`: only those that can be used here.
  std::vector<std::string> names(What what, bool above = false) const;
  const std::vector<std::string>& field_names() const { return field_names_; }

  void report_unused() const;

 private:
  struct FieldEntry {
    contract::Field field;
    source::Span span;
    std::optional<Typed> value;                      ///< set on first use
    std::set<std::string, std::less<>> values = {};  ///< an enum's
    bool is_broken = false;
    bool is_judges = false;
    bool is_read_beside = false;  ///< `FIELD.agreement` or `FIELD.quote` is
  };
  struct Definition {
    What what;
    source::Span span;
    bool is_defined = false;
    bool is_used = false;
    bool is_broken = false;
    std::optional<Typed> value;
    std::shared_ptr<const FormulaGroup> group;
  };
  using Definitions = std::map<std::string, Definition, std::less<>>;

  Definition* find(std::string_view name);
  const Definition* find(std::string_view name) const;
  std::optional<Typed> group_value(std::span<const std::string> keys, source::Span span);

  bool is_a(What what, std::string_view name) const;
  void declare_beside_field(const std::string& name);
  std::optional<Typed> field_value(const std::string& name, source::Span span);
  std::optional<Typed> no_list(std::optional<Typed> value, std::string_view name,
                               source::Span span);
  std::optional<Typed> step(const std::string& name, Place place, source::Span span);
  std::string known_fields() const;
  std::optional<Typed> row_value(std::span<const std::string> keys, source::Span span);
  std::optional<Typed> used(Definition& definition, const std::string& name, source::Span span);
  void report_dollar(const std::string& name, What what, source::Span span);
  void report_of_rows(std::string_view name, source::Span span);
  void report_filter(std::string_view written, source::Span span);
  void report_row_name(const std::string& name, What what, Place place, source::Span span);
  std::string name_in_groups(const std::string& name) const;
  void report_unknown_step(const std::string& name, Place place, source::Span span);
  void report_unknown_namespace(std::span<const std::string> keys, source::Span span);
  std::string steps_above() const;
  void report_group(const std::string& name, source::Span span);
  void use_group(const FormulaGroup& group);
  void report_unused_inside(const FormulaGroup& group) const;

  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  std::optional<Typed> rows_;
  std::map<std::string, FieldEntry, std::less<>> fields_;
  std::vector<std::string> field_names_;
  std::map<ir::ValueId, const contract::Field*> fields_by_value_;
  struct OwnedValues {
    std::string owner;
    std::vector<std::string> values;
  };
  std::map<ir::ValueId, std::vector<std::string>> chosen_values_;  ///< before they have an owner
  std::map<ir::ValueId, OwnedValues> owned_values_;
  std::map<ir::ValueId, std::vector<std::string>> written_texts_;
  std::map<std::string, FormulaParam, std::less<>> params_;
  std::map<ir::ValueId, const FormulaParam*> params_by_value_;
  std::vector<base::Error> setting_errors_;
  /// The formula's names, then those of the group or label that is being checked.
  std::vector<Definitions> definitions_ = std::vector<Definitions>(1);
  /// The steps of groups that something reads, each as group and step.
  std::set<std::pair<std::string, std::string>> used_inside_;
  std::string current_;
  std::vector<std::string> groups_;  ///< those whose steps are being checked or read
  bool is_incomplete_ = false;
};

/// "step", "filter", "row value"
std::string_view noun_of(FormulaScope::What what);

/// Why a step or filter cannot have this name; std::nullopt if it can.
std::optional<std::string> name_refusal(std::string_view name);

}  // namespace seedc::check
