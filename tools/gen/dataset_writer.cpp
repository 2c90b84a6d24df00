// Streams the files of a dataset: only the items' venues and the order of the reviews are kept in
// memory.
#include "tools/gen/dataset_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <string>
#include <vector>

#include "tools/gen/extraction.h"
#include "tools/gen/item.h"
#include "tools/gen/json_writer.h"
#include "tools/gen/output_file.h"
#include "tools/gen/review.h"
#include "tools/gen/review_counts.h"
#include "tools/gen/social.h"
#include "tools/terminal/progress.h"

namespace seedc::gen {
namespace {

constexpr std::uint64_t kReviewsPerUser = 5;

void flush(JsonWriter& json, OutputFile& file) {
  file.append(json.text());
  json.flushed();
}

class DatasetWriter {
 public:
  explicit DatasetWriter(const DatasetOptions& options);

  void write();

 private:
  void add_extraction(const std::filesystem::path& formula);
  std::vector<std::string> data_files() const;
  void refuse_other_layout() const;
  OutputFile& create(const std::string& name);
  std::vector<Venue> write_items();
  void write_reviews(const std::vector<Venue>& venues);
  void write_bundle();
  void write_bundle_line(std::uint32_t item, JsonWriter& json, OutputFile& file);
  Review next_review(const Venue& venue, std::uint32_t item, std::uint32_t ordinal);
  void judge(const Review& review);
  void extract(const Review& review);
  void write_social();

  struct Extraction {
    Extractor extractor;
    OutputFile* file = nullptr;
    JsonWriter rows;
  };

  const DatasetOptions& options_;
  ReviewSettings settings_;
  std::vector<std::uint32_t> counts_;
  terminal::Progress progress_;
  std::uint64_t reviews_made_ = 0;
  std::list<OutputFile> files_;
  JsonWriter judgements_;
  OutputFile* judgement_file_ = nullptr;
  std::vector<Extraction> extractions_;
};

DatasetWriter::DatasetWriter(const DatasetOptions& options)
    : options_(options),
      settings_{options.seed, options.users, options.review_words, options.allergy_percent},
      counts_(review_counts(options.seed, options.items, options.reviews)),
      progress_("writing") {
  if (settings_.users == 0) settings_.users = options.reviews / kReviewsPerUser + 1;
  for (const std::filesystem::path& formula : options.formulas) add_extraction(formula);
}

void DatasetWriter::add_extraction(const std::filesystem::path& formula) {
  Extractor extractor(formula);
  for (const Extraction& other : extractions_) {
    if (other.extractor.file_name() == extractor.file_name())
      throw FormulaError(fmt::format("two formulas have the name {}", formula.stem().string()));
  }
  extractions_.push_back({std::move(extractor)});
}

std::vector<std::string> DatasetWriter::data_files() const {
  if (options_.bundle) return {"dataset.jsonl"};
  if (options_.review_files == 1) return {"restaurants.jsonl", "reviews.jsonl"};
  std::vector<std::string> names = {"restaurants.jsonl"};
  const std::size_t digits = fmt::formatted_size("{}", options_.review_files);
  for (int file = 1; file <= options_.review_files; ++file) {
    names.push_back(fmt::format("review_{:0{}}.jsonl", file, digits));
  }
  return names;
}

// A reader would mistake the files of another layout for part of this dataset, or this one for part
// of them.
void DatasetWriter::refuse_other_layout() const {
  const std::vector<std::string> ours = data_files();
  for (const auto& entry : std::filesystem::directory_iterator(options_.folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_data = name == "restaurants.jsonl" || name == "dataset.jsonl" ||
                         (name.starts_with("review") && name.ends_with(".jsonl"));
    if (is_data && std::ranges::find(ours, name) == ours.end()) {
      throw OutputError(
          fmt::format("{} is part of another dataset; remove it or choose another folder",
                      entry.path().string()));
    }
  }
}

OutputFile& DatasetWriter::create(const std::string& name) {
  return files_.emplace_back(options_.folder / name);
}

void DatasetWriter::write() {
  std::filesystem::create_directories(options_.folder);
  refuse_other_layout();
  judgement_file_ = &create("judgement_cache.json");
  judgements_.begin_object();
  for (Extraction& extraction : extractions_)
    extraction.file = &create(extraction.extractor.file_name());
  if (options_.bundle) {
    write_bundle();
  } else {
    write_reviews(write_items());
  }
  judgements_.break_line();
  judgements_.end_object();
  judgements_.end_line();
  flush(judgements_, *judgement_file_);
  write_social();
  for (OutputFile& file : files_) file.commit();
}

std::vector<Venue> DatasetWriter::write_items() {
  OutputFile& file = create("restaurants.jsonl");
  std::vector<Venue> venues;
  venues.reserve(counts_.size());
  JsonWriter json;
  for (std::uint32_t index = 0; index < counts_.size(); ++index) {
    Item item = make_item(options_.seed, index, counts_[index]);
    write_item(item, json);
    json.end_line();
    flush(json, file);
    venues.push_back(std::move(item.venue));
  }
  return venues;
}

void DatasetWriter::write_reviews(const std::vector<Venue>& venues) {
  const std::vector<std::uint32_t> order = review_order(options_.seed, counts_);
  const std::vector<std::string> names = data_files();
  const std::size_t review_files = names.size() - 1;
  std::vector<std::uint32_t> next_ordinal(venues.size());
  JsonWriter json;
  std::size_t done = 0;
  for (std::size_t part = 1; part <= review_files; ++part) {
    OutputFile& file = create(names[part]);
    for (; done < order.size() * part / review_files; ++done) {
      const std::uint32_t item = order[done];
      write_review(next_review(venues[item], item, next_ordinal[item]++), venues[item], json);
      json.end_line();
      flush(json, file);
    }
  }
}

void DatasetWriter::write_bundle() {
  OutputFile& file = create("dataset.jsonl");
  JsonWriter json;
  for (std::uint32_t item = 0; item < counts_.size(); ++item) {
    write_bundle_line(item, json, file);
  }
}

void DatasetWriter::write_bundle_line(std::uint32_t index, JsonWriter& json, OutputFile& file) {
  const Item item = make_item(options_.seed, index, counts_[index]);
  json.begin_object();
  json.key("business");
  write_item(item, json);
  json.key("reviews");
  json.begin_array();
  for (std::uint32_t ordinal = 0; ordinal < counts_[index]; ++ordinal) {
    write_review(next_review(item.venue, index, ordinal), item.venue, json);
    flush(json, file);
  }
  json.end_array();
  json.end_object();
  json.end_line();
  flush(json, file);
}

Review DatasetWriter::next_review(const Venue& venue, std::uint32_t item, std::uint32_t ordinal) {
  Review review = make_review(settings_, venue, item, ordinal);
  if (item < kStudiedItems) judge(review);
  extract(review);
  constexpr std::uint64_t kReviewsPerLook = 1024;
  if (++reviews_made_ % kReviewsPerLook == 0) progress_.show(reviews_made_, options_.reviews);
  return review;
}

void DatasetWriter::judge(const Review& review) {
  constexpr std::string_view kJudgements[] = {"positive", "neutral", "negative"};  // by Tone
  for (const Mention& mention : review.text.mentions) {
    judgements_.break_line();
    judgements_.key(fmt::format("{}:{}", review.id, mention.topic));
    judgements_.begin_object();
    judgements_.key("judgement");
    judgements_.string(kJudgements[static_cast<std::size_t>(mention.tone)]);
    judgements_.end_object();
  }
  flush(judgements_, *judgement_file_);
}

void DatasetWriter::extract(const Review& review) {
  for (Extraction& extraction : extractions_) {
    if (!extraction.extractor.is_relevant(review.text.text)) continue;
    extraction.extractor.write_row(review.id, review.text.text, extraction.rows);
    flush(extraction.rows, *extraction.file);
  }
}

void DatasetWriter::write_social() {
  JsonWriter json;
  write_user_mapping(options_.seed, counts_, json);
  flush(json, create("user_mapping.json"));
}

}  // namespace

void write_dataset(const DatasetOptions& options) {
  try {
    DatasetWriter(options).write();
  } catch (const std::filesystem::filesystem_error& error) {
    throw OutputError(error.what());
  }
}

}  // namespace seedc::gen
