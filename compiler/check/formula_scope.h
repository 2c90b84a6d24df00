// The names of a Formula Seed: fields of its extractions, steps and filters; and what a name stands
// for where it is used (semantics.md section 6, Names).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/contract/formula.h"

namespace seedc {

/// Where an expression stands: over rows, or over the item alone.
enum class Place : std::uint8_t { Row, Item };

class FormulaScope {
 public:
  enum class What : std::uint8_t { Step, Filter };

  FormulaScope(TypedBuilder& builder, Diagnostics& diagnostics)
      : builder_(builder), diagnostics_(diagnostics) {}

  /// False if there is one of that name.
  bool declare_field(plan::Field field, Span span);
  /// The fields that the judge gives, which need not be used.
  void declare_judge_fields(Span judge);
  /// A field whose declaration has an error: its uses are not reported.
  void declare_broken_field(const std::string& name, Span span);
  /// Whether a text is one of an enum's values.
  bool declares(const plan::Field& field, const std::string& text) const;
  /// Announces a name, so that its use before its step is told from an unknown one. False if there
  /// is one of that name; which is meant is then unknown, and uses are not reported.
  bool announce(const std::string& name, What what, Span span);
  /// Uses of this name are not to be reported: its definition has an error.
  void set_broken(const std::string& name);
  /// Not all steps could be read: a name that is not here may still be right.
  void set_incomplete() { is_incomplete_ = true; }
  /// The step that is being checked.
  void set_current(std::string name) { current_ = std::move(name); }
  /// Gives an announced name its value; nothing if its definition has an error.
  void define(const std::string& name, std::optional<Typed> value);
  /// The rows that fields are read of.
  void set_rows(Typed rows) { rows_ = std::move(rows); }
  const Typed& rows() const { return *rows_; }

  /// What `extraction.x`, `meta.a.b`, `context.a.b` or a step's name stands for; nothing if it
  /// stands for nothing here (reported).
  std::optional<Typed> value(std::span<const std::string> keys, Place place, Span span);
  std::optional<Typed> field(const std::string& name, Span span);
  std::optional<Typed> filter(const std::string& name, Span span);
  /// The field whose values an instruction gives, or null pointer.
  const plan::Field* field_of(const Typed& value) const;

  /// Where a field, or a step or filter, is declared first; nowhere if it is not.
  Span place_of_field(std::string_view name) const;
  Span place_of(std::string_view name) const;
  bool is_field(std::string_view name) const { return fields_.contains(name); }
  bool is_step(std::string_view name) const;
  bool is_known(std::string_view name) const { return definitions_.contains(name); }
  /// An announced step that can be returned: it is marked as used. Reports what is none.
  bool use_output(const std::string& name, Span span);
  /// All names, each with its article: for the nearest to a mistaken one.
  std::vector<std::string> names(What what) const;
  const std::vector<std::string>& field_names() const { return field_names_; }

  void report_unused() const;

 private:
  struct FieldEntry {
    plan::Field field;
    Span span;
    std::optional<Typed> value;                      ///< once it was used
    std::set<std::string, std::less<>> values = {};  ///< an enum's
    bool is_broken = false;
    bool is_judges = false;
  };
  struct Definition {
    What what;
    Span span;
    bool is_defined = false;
    bool is_used = false;
    bool is_broken = false;
    std::optional<Typed> value;
  };

  std::optional<Typed> step(const std::string& name, Place place, Span span);
  std::string known_fields() const;
  std::optional<Typed> row_value(std::span<const std::string> keys, Span span);
  std::optional<Typed> used(Definition& definition, const std::string& name, Span span);
  void report_unknown_step(const std::string& name, Place place, Span span);
  void report_unknown_namespace(std::span<const std::string> keys, Span span);
  std::string steps_above() const;

  TypedBuilder& builder_;
  Diagnostics& diagnostics_;
  std::optional<Typed> rows_;
  std::map<std::string, FieldEntry, std::less<>> fields_;
  std::vector<std::string> field_names_;
  std::map<ir::ValueId, const plan::Field*> fields_by_value_;
  std::map<std::string, Definition, std::less<>> definitions_;
  std::string current_;
  bool is_incomplete_ = false;
};

/// Why a name cannot be given to a step or filter, or nothing.
std::optional<std::string> name_refusal(std::string_view name);

}  // namespace seedc
