// Writes cases as XML and as workflow commands, with what each has to escape.
#include "engine/report/ci.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/language/display_text.h"

namespace seedc::report {
namespace {

/// U+FFFE and U+FFFF, which XML does not have.
bool begins_noncharacter(std::string_view text) {
  return text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
}

/// XML has no other control characters, nor broken UTF-8.
std::string xml(std::string_view text) {
  const std::string printable = language::printable(text);
  std::string out;
  for (std::size_t at = 0; at < printable.size(); ++at) {
    if (begins_noncharacter(std::string_view(printable).substr(at))) {
      out += printable[at + 2] == '\xBE' ? "\\ufffe" : "\\uffff";
      at += 2;
      continue;
    }
    switch (const char c = printable[at]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// What would end a workflow command, or one of its properties, by its code.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string out;
  for (const char c : text) {
    if (characters.find(c) == characters.npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string property(std::string_view text) { return escaped(text, "%\r\n:,"); }

std::string case_xml(const CiCase& each) {
  const std::string head = fmt::format(
      "    <testcase name=\"{}\" classname=\"{}\"{}", xml(each.name), xml(each.file),
      each.line == 0 ? "" : fmt::format(" file=\"{}\" line=\"{}\"", xml(each.file), each.line));
  if (each.kind.empty()) return head + "/>\n";
  return head + fmt::format(">\n      <{} type=\"{}\" message=\"{}\"/>\n    </testcase>\n",
                            each.is_broken ? "error" : "failure", xml(each.kind),
                            xml(each.message));
}

/// ` tests="3" failures="1" errors="0"`
std::string counts_of(const std::vector<CiCase>& cases) {
  const auto count_of = [&](bool is_broken) {
    return std::ranges::count_if(cases, [&](const CiCase& each) {
      return !each.kind.empty() && each.is_broken == is_broken;
    });
  };
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\"", cases.size(), count_of(false),
                     count_of(true));
}

std::string suite_xml(const std::string& file, const std::vector<CiCase>& cases) {
  std::string out = fmt::format("  <testsuite name=\"{}\"{}>\n", xml(file), counts_of(cases));
  for (const CiCase& each : cases) out += case_xml(each);
  return out + "  </testsuite>\n";
}

}  // namespace

std::string junit(std::string_view name, const std::vector<CiCase>& cases) {
  std::string out =
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\"{}>\n",
                  xml(name), counts_of(cases));
  std::vector<std::string> files;
  for (const CiCase& each : cases) {
    if (std::ranges::find(files, each.file) == files.end()) files.push_back(each.file);
  }
  for (const std::string& file : files) {
    std::vector<CiCase> own;
    std::ranges::copy_if(cases, std::back_inserter(own),
                         [&](const CiCase& each) { return each.file == file; });
    out += suite_xml(file, own);
  }
  return out + "</testsuites>\n";
}

std::string github(const std::vector<CiCase>& cases) {
  std::string out;
  for (const CiCase& each : cases) {
    if (each.kind.empty()) continue;
    out += each.is_warning ? "::warning " : "::error ";
    if (!each.file.empty()) out += "file=" + property(each.file) + ",";
    if (each.line > 0) {
      out += fmt::format("line={},endLine={},", each.line, each.end_line);
      // Columns are for locations within one line.
      if (each.line == each.end_line)
        out += fmt::format("col={},endColumn={},", each.column, each.end_column);
    }
    out += fmt::format("title={}::{}\n", property(each.name), escaped(each.message, "%\r\n"));
  }
  return out;
}

}  // namespace seedc::report
