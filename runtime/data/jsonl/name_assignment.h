// Reviewers' names from user_mapping.json, which replace the inlined ones.
#pragma once

#include <map>
#include <span>
#include <string>

#include "runtime/data/jsonl/user_mapping.h"
#include "runtime/data/model/dataset.h"

namespace seedc::data {

/// The path of a review's reviewer name.
inline const language::Path kNamePath = {"user", "name"};
/// The path of its reviewer's id.
inline const language::Path kUserIdPath = {"user_id"};

/// The assigned names by review; assignments beyond the items or their reviews are left out.
using AssignedNames = std::map<std::uint32_t, std::string>;
AssignedNames assigned_reviews(const std::vector<NameAssignment>& assignments,
                               std::span<const std::uint32_t> review_begins);

/// Whether values at the path depend on reviewers' names.
bool is_named(const language::Path& path);

/// Updates the column of a review path with the assigned names.
void assign_names(const language::Path& path, const AssignedNames& names, Column& column);
/// The same for the column of unread names.
void assign_names_as_written(const AssignedNames& names, Column& column);

}  // namespace seedc::data
