// seedc-gen: generates a dataset of any size from a seed, with the same bytes on every machine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tools/gen/dataset_writer.h"
#include "tools/gen/extraction.h"
#include "tools/gen/output_file.h"
#include "tools/gen/review_counts.h"

namespace {

using seedc::gen::DatasetOptions;

constexpr int kUsageStatus = 2;
constexpr int kDataStatus = 3;

void add_options(CLI::App& app, DatasetOptions& options) {
  using CLI::Range;
  app.add_option("--items", options.items, "how many items")
      ->check(Range(1U, seedc::gen::kMaxItems))
      ->capture_default_str();
  app.add_option("--reviews", options.reviews, "how many reviews, of all items together")
      ->check(Range(0U, seedc::gen::kMaxReviews))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "the number that everything follows from")
      ->capture_default_str();
  app.add_option("-o,--output", options.folder, "the folder to write, made if needed")->required();
  app.add_option("--users", options.users,
                 "how many reviewers (default: one for every five reviews)")
      ->check(Range(1U, seedc::gen::kMaxReviews));
  app.add_option("--review-words", options.review_words, "how many words a review has on average")
      ->check(Range(1, 1000))
      ->capture_default_str();
  app.add_option("--allergies", options.allergy_percent,
                 "how many of 100 reviews speak of an allergy")
      ->check(Range(0, 100))
      ->capture_default_str();
  app.add_option("--extract", options.formulas,
                 "write what the reviews say for this Formula Seed, as NAME.extractions.jsonl")
      ->type_name("FORMULA")
      ->allow_extra_args(false);
  auto* split =
      app.add_option("--split", options.review_files, "write the reviews as that many files")
          ->check(Range(1, 1000))
          ->capture_default_str();
  app.add_flag("--bundle", options.bundle, "write one file of items with their reviews")
      ->excludes(split);
  app.footer("Example:\n  seedc-gen --items 10000 --reviews 250000 --seed 1 -o /tmp/data");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Makes a dataset from a seed number, the same bytes on every machine.", "seedc-gen");
  DatasetOptions options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
    seedc::gen::write_dataset(options);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::Error& error) {
    fmt::print(stderr, "seedc-gen: error: {}\nhelp: see `seedc-gen --help`\n", error.what());
    return kUsageStatus;
  } catch (const seedc::gen::FormulaError& error) {
    fmt::print(stderr, "seedc-gen: error: {}\n", error.what());
    return kUsageStatus;
  } catch (const std::exception& error) {  // also if memory runs out for the tables
    fmt::print(stderr, "seedc-gen: error: {}\n", error.what());
    return kDataStatus;
  }
  return 0;
}
