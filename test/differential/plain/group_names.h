// How formulas name the steps of groups: `G.mild.N`, `G['very mild'].N`.
#pragma once

#include <string>

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// A label as it stands in brackets: `'it\'s'`.
std::string in_quotes(const std::string& label);

/// The one name of a group's step at a label, by which values and nulls go.
std::string name_in_group(const std::string& group, const std::string& label,
                          const std::string& step);

/// The parts of a name as it is written: {`G`, `very mild`, `N`} of `G['very mild'].N`.
Path parts_of_name(const std::string& name);

/// Whether a name is one of a step, in a group or not; else it is one of the data.
bool names_step(const Path& parts);
/// The name by which the value of that step goes.
std::string name_of_step(const Path& parts);

}  // namespace seedc::plain
