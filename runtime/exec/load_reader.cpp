// Reads values of columns as the loads of formulas do.
#include "runtime/exec/load_reader.h"

#include "runtime/contract/lookup.h"
#include "runtime/exec/formula_values.h"

namespace seedc::exec {

LoadReader::LoadReader(const PreparedFormula& prepared, std::size_t number)
    : prepared_(prepared), load_(prepared.formula().program.loads[number]) {
  if (const PreparedTest* test = prepared.test(number)) test_.emplace(*test);
}

language::Cell LoadReader::read(const language::Value& value) {
  language::Value year;
  return cell_for(read_as(load_, value, year));
}

language::Cell LoadReader::cell_for(const language::Value& value) {
  switch (load_.use) {
    case contract::LoadSpec::Use::Value:
      // A cell points to the string of its value.
      return language::cell_of(value);
    case contract::LoadSpec::Use::Test:
      return language::Cell::of(test_->passes(value));
    case contract::LoadSpec::Use::Lookup: {
      const contract::PreparedTable& table = *prepared_.tables()[load_.table];
      const bool is_computed = table.hands_on || value.is_null();
      return is_computed ? contract::look_up(table, language::cell_of(value))
                         : contract::look_up_text(table, lookup_text_of(value));
    }
  }
  return {};
}

}  // namespace seedc::exec
