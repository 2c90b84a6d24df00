// The attributes of an item, spelled as Yelp spells them: every value is a string, `True`,
// `u'free'`, `{'romantic': False, 'casual': True}`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/gen/random.h"

namespace seedc::gen {

struct Attribute {
  std::string_view name;
  std::string value;
};

/// Any of the attributes may be absent, and some are `None`.
std::vector<Attribute> make_attributes(Random& random);

/// The spelled value of an attribute, "" if it is absent.
std::string_view attribute_value(const std::vector<Attribute>& attributes, std::string_view name);

}  // namespace seedc::gen
