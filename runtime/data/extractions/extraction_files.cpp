// Looks up lines of extractions by review.
#include "runtime/data/extractions/extraction_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/data/model/arena.h"

namespace seedc::data {

using Fault = ExtractionReport::Fault;

class ExtractionFiles::File {
 public:
  File(std::string path, LineBlock block, const base::Call& call)
      : path_(std::move(path)), block_(std::move(block)) {
    constexpr std::uint32_t kLinesPerCheck = 1024;
    base::StepCounter lines(call, kLinesPerCheck);
    JsonParser parser;
    std::string_view rest = block_.text;
    for (std::uint64_t number = 1; !rest.empty(); ++number) {
      lines.step();
      const std::string_view line = take_line(rest);
      if (!is_blank(line)) add(line, number, parser);
    }
  }

  /// The lines for the dataset's reviews in the order of the file, and their line numbers.
  std::vector<std::uint64_t> take(const Dataset& dataset, std::string& lines) {
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
      const auto found = by_review_.find(dataset.review_id(review));
      if (found == by_review_.end()) continue;
      for (std::uint32_t row = found->second.first; row != kNone; row = rows_[row].next)
        wanted.push_back(row);
    }
    std::sort(wanted.begin(), wanted.end());
    std::vector<std::uint64_t> numbers;
    for (const std::uint32_t row : wanted) {
      rows_[row].is_taken = true;
      lines.append(rows_[row].line).append("\n");
      numbers.push_back(rows_[row].number);
    }
    return numbers;
  }

  ExtractionReport rest() const {
    ExtractionReport report = broken_;
    for (const Row& row : rows_) {
      if (!row.is_taken)
        note(report, Fault::UnknownReview, row.number,
             fmt::format("a row for the unknown review `{}`", row.review));
    }
    std::ranges::sort(report.notes, {}, &ExtractionReport::Note::line);
    return report;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Chain {
    std::uint32_t first, last;
  };
  struct Row {
    std::string_view line;
    std::string_view review;
    std::uint64_t number = 0;
    std::uint32_t next = kNone;  ///< the next row of the same review
    bool is_taken = false;
  };

  void add(std::string_view line, std::uint64_t number, JsonParser& parser) {
    const auto root = parser.parse(line);
    const auto object = root ? object_of(*root) : std::nullopt;
    auto id = object ? member(*object, "review_id") : std::nullopt;
    if (object && (!id || id->is_null())) id = member(*object, kOpenKey);
    const auto review = id ? string_of(*id) : std::nullopt;
    if (!review) {
      note(broken_, Fault::BrokenLine, number,
           std::string(!root    ? root.error()
                       : object ? "`review_id` is missing or not a string"
                                : "not an object"));
      return;
    }
    const auto row = static_cast<std::uint32_t>(rows_.size());
    const std::string_view kept = ids_.store(*review);
    const auto [known, is_new] = by_review_.try_emplace(kept, Chain{row, row});
    if (!is_new) rows_[std::exchange(known.value().last, row)].next = row;
    rows_.push_back({line, kept, number});
  }

  static void note(ExtractionReport& report, Fault fault, std::uint64_t line, std::string text) {
    ++report.rows;
    if (++report.counts[fault] <= ExtractionReport::kMaxNotes)
      report.notes.push_back({fault, line, std::move(text)});
  }

  std::string path_;
  LineBlock block_;
  Arena ids_;
  std::vector<Row> rows_;
  base::TextMap<Chain> by_review_;
  ExtractionReport broken_{.file = path_};
};

ExtractionFiles::ExtractionFiles() = default;
ExtractionFiles::~ExtractionFiles() = default;

base::Result<void> ExtractionFiles::add(const std::string& name, std::string_view text,
                                        const base::Call& call) {
  LineBlockReader reader = LineBlockReader::of_text(name, text, /*is_head=*/true, call);
  LineBlock block = reader.rest().value_or(LineBlock());
  if (reader.error()) return tl::unexpected(*reader.error());
  if (files_.contains(name)) past_[name] = rest(name);
  files_[name] = std::make_unique<File>(name, std::move(block), call);
  return {};
}

base::Result<ExtractionFiles::File*> ExtractionFiles::open(const std::string& path,
                                                           const base::Call& call) {
  std::unique_ptr<File>& file = files_[path];
  if (!file) {
    auto block = read_all_lines(path, call);
    if (!block) return tl::unexpected(block.error());
    file = std::make_unique<File>(path, std::move(*block), call);
  }
  return file.get();
}

base::Result<Extractions> ExtractionFiles::load(const std::string& path,
                                                std::span<const contract::Field> fields,
                                                const std::set<std::string>& known_elsewhere,
                                                const Dataset& dataset,
                                                const LoadOptions& options) {
  const auto file = open(path, dataset.call());
  if (!file) return tl::unexpected(file.error());
  std::string lines;
  const std::vector<std::uint64_t> numbers = (*file)->take(dataset, lines);
  return parse_extractions(path, {lines, numbers}, fields, known_elsewhere, dataset, options);
}

ExtractionReport ExtractionFiles::rest(const std::string& path) const {
  ExtractionReport report{.file = path};
  if (const auto past = past_.find(path); past != past_.end()) report.add(past->second);
  if (const auto file = files_.find(path); file != files_.end()) report.add(file->second->rest());
  return report;
}

}  // namespace seedc::data
