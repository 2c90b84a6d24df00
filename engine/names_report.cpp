// Puts together the lists of names.
#include "engine/names_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/datasets.h"
#include "engine/names.h"
#include "engine/review_subjects.h"

namespace seedc::engine {
namespace {

constexpr std::size_t kMostPeople = 20;

std::string tables_of(const std::vector<CountedName>& names, const ReviewSubjects& subjects,
                      const NamesReportOptions& options) {
  const report::Layout& layout = options.layout;
  std::vector<std::string> tables = {
      names_table(names, layout),
      subjects_table(subjects, options.all ? SIZE_MAX : kMostPeople, layout)};
  if (options.words.empty()) tables.push_back(name_forms_table(layout));
  std::erase(tables, "");
  return fmt::format("{}", fmt::join(tables, "\n"));
}

}  // namespace

base::Result<std::string> names_report(const NamesReportOptions& options) {
  const auto names = all_names(options.evaluate, [&](const resolve::Reading& reading) {
    return is_wanted(reading, options.words, options.all);
  });
  if (!names) return tl::unexpected(names.error());
  // Where nothing is decided, no items are loaded, and what is left out of them is said here.
  if (names->empty()) {
    const auto schema = read_schema(*options.evaluate.data, *options.evaluate.host);
    if (!schema) return tl::unexpected(schema.error());
  }
  const auto subjects =
      review_subjects(options.evaluate, {.words = options.words, .ids = options.all});
  if (!subjects) return tl::unexpected(subjects.error());
  if (names->empty() && subjects->empty() && !options.words.empty()) return std::string();
  return options.is_json ? names_json(*names, subjects_json(*subjects))
                         : tables_of(*names, *subjects, options);
}

}  // namespace seedc::engine
