// The table of explanations is correct: each example has its mistake, and its fix does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "compiler/diag/explain.h"
#include "compiler/format/from_json.h"
#include "compiler/ir/text.h"
#include "engine/lint/lint_program.h"
#include "engine/program.h"
#include "test/unit/dataset_folder.h"

namespace seedc::diag {
namespace {

/// Expands `⟨TEXT⟩×N`.
std::string written_out(std::string_view example) {
  constexpr std::string_view kOpen = "⟨", kClose = "⟩×";
  std::string out;
  while (true) {
    const std::size_t open = std::min(example.find(kOpen), example.size());
    out += example.substr(0, open);
    if (open == example.size()) return out;
    example.remove_prefix(open + kOpen.size());
    const std::size_t close = example.find(kClose);
    const std::string_view text = example.substr(0, close);
    example.remove_prefix(close + kClose.size());
    std::size_t count = 0;
    const auto read = std::from_chars(example.data(), example.data() + example.size(), count);
    example.remove_prefix(static_cast<std::size_t>(read.ptr - example.data()));
    for (std::size_t i = 0; i < count; ++i) out += text;
  }
}

std::set<std::string> codes_of(const Diagnostics& diagnostics) {
  std::set<std::string> codes;
  for (const Diagnostic* diagnostic : diagnostics.sorted())
    codes.emplace(info(diagnostic->code).code);
  return codes;
}

/// The options of `seedc check` that show a code.
struct CheckedWith {
  std::string data;
  bool benchmark = false;
};

/// The diagnostics of `seedc check`, on the data if there is any.
std::set<std::string> codes_of_file(const std::string& file, const CheckedWith& with) {
  const auto data = with.data.empty() ? nullptr : data::source_at(with.data);
  engine::CompileOptions options;
  options.data = data;
  options.skip_unreadable = true;
  options.formulas.reports_lints = true;
  const auto compilation = engine::compile_files({file}, options);
  EXPECT_TRUE(lint::lint(**compilation, {.data = data, .benchmark = with.benchmark}));
  return codes_of((*compilation)->diagnostics);
}

std::set<std::string> codes_of_conversion(const std::string& text) {
  source::SourceManager sources;
  Diagnostics diagnostics;
  const auto json =
      parse::parse_json_objects(sources, sources.add("example.jsonl", text), diagnostics);
  format::from_json(json, diagnostics);
  return codes_of(diagnostics);
}

std::set<std::string> codes_of_ir(const std::string& text) {
  source::SourceManager sources;
  Diagnostics diagnostics;
  ir::read(sources, sources.add("example.ir", text), diagnostics);
  return codes_of(diagnostics);
}

/// The sample data without its friend graph.
std::string data_without_graph() {
  static const unit::DatasetFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(SEEDC_EXAMPLES "/cafes")) {
    const std::filesystem::path& file = entry.path();
    const bool is_data =
        file.filename() == "restaurants.jsonl" || file.filename().string().starts_with("review_");
    if (is_data)
      std::filesystem::copy_file(file, folder.file(file.filename().string()),
                                 std::filesystem::copy_options::skip_existing);
  }
  return folder.path();
}

/// Two items, one with a review in which the search for a repeated repeat takes too long.
std::string data_with_long_repeat() {
  static const unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\": \"a\"}\n{\"business_id\": \"b\"}\n");
  folder.write("reviews.jsonl",
               R"({"review_id": "1", "business_id": "a", "text": ")" + std::string(100, 'a') +
                   "!\"}\n" + R"({"review_id": "2", "business_id": "b", "text": "cozy"})" + "\n");
  return folder.path();
}

/// The sample data for codes about data; otherwise empty.
std::string data_for(DiagCode code) {
  if (code == DiagCode::MatchLimit) return data_with_long_repeat();
  if (code == DiagCode::NoFriendGraph) return data_without_graph();
  const bool is_of_data = code == DiagCode::AmbiguousName || code == DiagCode::NeverTrue ||
                          code == DiagCode::NameDiffers || code >= DiagCode::UnknownPath;
  return is_of_data ? std::string(SEEDC_EXAMPLES "/cafes") : "";
}

/// The rules of a benchmark for codes about them: other examples need not have all its fields.
CheckedWith options_for(DiagCode code) {
  return {.data = data_for(code),
          .benchmark = code >= DiagCode::IdFormat && code <= DiagCode::MissingField};
}

/// The codes that a program of the table gives.
std::set<std::string> codes_of(std::string_view example, Notation notation,
                               const CheckedWith& with) {
  const unit::DatasetFolder folder;
  if (notation == Notation::Command) {
    folder.write("first.req", "review_text(\"cozy\")");
    return codes_of_file(folder.file(std::string(example.substr(example.rfind(' ') + 1))), with);
  }
  const std::string text = written_out(example);
  if (notation == Notation::Ir) return codes_of_ir(text);
  if (notation == Notation::Convert) return codes_of_conversion(text);
  const std::string name = notation == Notation::Req     ? "example.req"
                           : notation == Notation::Jsonl ? "example.jsonl"
                                                         : "example.json";
  folder.write(name, text);
  return codes_of_file(folder.file(name), with);
}

class Explained : public testing::TestWithParam<DiagInfo> {};

TEST_P(Explained, ExampleHasTheMistakeAndTheMendHasNone) {
  const std::string code(GetParam().code);
  const Explanation& row = explanation(*find_code(code));
  const CheckedWith with = options_for(*find_code(code));
  EXPECT_EQ(codes_of(row.example, row.notation, with), std::set<std::string>{code});
  EXPECT_EQ(codes_of(row.fixed, row.notation, with), std::set<std::string>{});
}

std::string test_name(const testing::TestParamInfo<DiagInfo>& row) {
  std::string name(row.param.code);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Diagnostics, Explained, testing::ValuesIn(diagnostic_table()), test_name);

}  // namespace
}  // namespace seedc::diag
