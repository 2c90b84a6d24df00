// A label is written without brackets where Python would take it as an attribute's name.
#include "test/differential/plain/group_names.h"

#include <algorithm>
#include <set>

namespace seedc::plain {
namespace {

bool is_keyword(const std::string& word) {
  static const std::set<std::string> keywords = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return keywords.contains(word);
}

bool is_ascii_identifier(const std::string& text) {
  static const std::string digits = "0123456789";
  static const std::string others = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (text.empty() || digits.find(text[0]) != std::string::npos) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return digits.find(c) != std::string::npos || others.find(c) != std::string::npos;
  });
}

}  // namespace

std::string in_quotes(const std::string& label) {
  std::string quoted = "'";
  for (const char c : label) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string name_in_group(const std::string& group, const std::string& label,
                          const std::string& step) {
  const bool is_bare = is_ascii_identifier(label) && !is_keyword(label);
  return group + (is_bare ? "." + label : "[" + in_quotes(label) + "]") + "." + step;
}

Path parts_of_name(const std::string& name) {
  Path parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '.') {
      parts.emplace_back();
    } else if (name[i] == '[') {
      parts.emplace_back();
      const char quote = name.at(i + 1);
      for (i += 2; name.at(i) != quote; ++i) {
        if (name[i] == '\\') ++i;
        parts.back() += name.at(i);
      }
      ++i;  // the bracket behind the quote
    } else {
      parts.back() += name[i];
    }
  }
  return parts;
}

bool names_step(const Path& parts) {
  return parts[0] != "extraction" && parts[0] != "meta" && parts[0] != "context";
}

std::string name_of_step(const Path& parts) {
  return parts.size() == 3 ? name_in_group(parts[0], parts[1], parts[2]) : parts[0];
}

}  // namespace seedc::plain
