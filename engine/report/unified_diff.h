// The difference of two texts, as `diff -u` and `git` print it.
#pragma once

#include <string>
#include <string_view>

namespace seedc::report {

/// A unified diff that `patch -p1` and `git apply` take, with three lines of context; empty for
/// equal texts. Both headers name `file`; lines are as they are in the texts, whatever they
/// contain.
///
///   --- a/first.req
///   +++ b/first.req
///   @@ -1,2 +1,2 @@
///    # Comments stay.
///   -and(cosy)
///   +AND(cosy)
std::string unified_diff(std::string_view file, std::string_view before, std::string_view after);

}  // namespace seedc::report
