// A run of programs over a small dataset, whose results are read as Arrow.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "engine/run.h"
#include "runtime/data/source.h"
#include "test/unit/dataset_folder.h"

namespace seedc::unit {

/// Four items, three of them with reviews; `of` runs requests and a formula over them.
class ArrowRun {
 public:
  ArrowRun() {
    folder_.write("items.jsonl",
                  "{\"business_id\":\"a\",\"stars\":4,\"mixed\":\"x\",\"open\":true}\n"
                  "{\"business_id\":\"b\",\"stars\":2.5,\"mixed\":7}\n"
                  "{\"business_id\":\"ü\",\"mixed\":true,\"open\":false}\n"
                  "{\"business_id\":\"d\",\"stars\":\"many\"}\n");
    folder_.write("reviews.jsonl",
                  "{\"review_id\":\"r1\",\"business_id\":\"a\",\"stars\":5,\"useful\":2,\"text\":"
                  "\"cozy\"}\n"
                  "{\"review_id\":\"r2\",\"business_id\":\"a\",\"stars\":1,\"useful\":3}\n"
                  "{\"review_id\":\"r3\",\"business_id\":\"b\",\"stars\":2,\"useful\":0.5}\n"
                  "{\"review_id\":\"r4\",\"business_id\":\"ü\",\"stars\":3,\"useful\":1}\n");
  }

  /// Names of programs and their texts.
  std::shared_ptr<const engine::ProgramRun> of(
      const std::vector<std::pair<std::string, std::string_view>>& programs,
      const engine::FormulaRunOptions& options = {}) const {
    const DatasetFolder written;
    std::vector<std::string> files;
    for (const auto& [name, text] : programs) {
      written.write(name, text);
      files.push_back(written.file(name));
    }
    const auto compilation =
        engine::compile_files(files, {.data = data::source_at(folder_.path())});
    EXPECT_TRUE(compilation);
    auto run = engine::run_requests(**compilation, engine::plan_of(**compilation, false),
                                    {.data = data::source_at(folder_.path())});
    EXPECT_TRUE(run) << run.error().text;
    const auto done = engine::run_formulas(*run, **compilation, options);
    EXPECT_TRUE(done) << done.error().text;
    return std::make_shared<const engine::ProgramRun>(std::move(*run));
  }

 private:
  DatasetFolder folder_;
};

}  // namespace seedc::unit
