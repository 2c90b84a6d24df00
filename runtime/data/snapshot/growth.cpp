// Compares a dataset's files with those that a snapshot was made of.
#include "runtime/data/snapshot/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/base/byte_order_mark.h"
#include "runtime/data/bytes/decompressor.h"
#include "runtime/data/bytes/input_file.h"
#include "runtime/data/jsonl/line_blocks.h"

namespace seedc::data {
namespace {

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

class Comparison {
 public:
  Comparison(const SourceFiles& before, const LoadReport& report, const DatasetFiles& files,
             const base::Call& call)
      : before_(before), report_(report), files_(files), call_(call) {}

  base::Result<Growth> compare() {
    auto looked = look_at(all_of(files_));
    if (!looked) return tl::unexpected(looked.error());
    growth_.now = *std::move(looked);
    if (growth_.now.empty()) return stopped("some of its files can be read only once");
    if (!files_.users.empty()) return stopped("it has files of users");
    if (const auto gone = first_gone()) return stopped(fmt::format("`{}` is gone", *gone));
    if (auto read = read_contents(); !read) return tl::unexpected(read.error());
    const std::vector<std::string> bundle = joined_path(files_.bundle);
    for (const auto* kind : {&bundle, &files_.items, &files_.reviews}) {
      if (growth_.obstacle.empty()) compare_kind(*kind);
    }
    if (growth_.obstacle.empty() && has_more_items_ && has_left_out_reviews())
      return stopped("there are more items, of which reviews may have been left out");
    growth_.is_none = growth_.obstacle.empty() && !has_more_ && has_same_companions();
    growth_.report = renamed();
    return std::move(growth_);
  }

 private:
  base::Result<Growth> stopped(std::string obstacle) {
    growth_.obstacle = std::move(obstacle);
    return std::move(growth_);
  }

  static std::vector<std::string> joined_path(const std::string& path) {
    return path.empty() ? std::vector<std::string>() : std::vector{path};
  }

  const SourceFile* before(const std::string& path) const {
    const auto found = std::ranges::find(before_, name_of(path),
                                         [](const SourceFile& file) { return name_of(file.path); });
    return found == before_.end() ? nullptr : &*found;
  }

  bool is_beside(const SourceFile& file) const { return is_companion(file.path); }

  /// A file with records.
  std::optional<std::string> first_gone() const {
    for (const SourceFile& file : before_) {
      if (is_beside(file)) continue;
      const bool is_there = std::ranges::any_of(growth_.now, [&](const SourceFile& now) {
        return !is_beside(now) && name_of(now.path) == name_of(file.path);
      });
      if (!is_there) return name_of(file.path);
    }
    return std::nullopt;
  }

  base::Result<void> read_contents() {
    for (SourceFile& file : growth_.now) {
      const SourceFile* known = before(file.path);
      auto contents = grown_contents(file.path, known != nullptr ? known->bytes : 0, call_);
      if (!contents) return tl::unexpected(contents.error());
      file.contents = contents->contents;
      contents_.push_back(*std::move(contents));
    }
    return {};
  }

  /// Files whose records are numbered one after the other.
  void compare_kind(const std::vector<std::string>& paths) {
    bool has_more = false;
    for (const std::string& path : paths) {
      const SourceFile* known = before(path);
      if (known == nullptr) {
        has_more = true;
        continue;
      }
      if (has_more) {
        growth_.obstacle = fmt::format("there are more lines before those of `{}`", name_of(path));
        return;
      }
      has_more = compare_file(path, *known);
      if (!growth_.obstacle.empty()) return;
    }
    has_more_ = has_more_ || has_more;
    if (&paths == &files_.items) has_more_items_ = has_more;
  }

  /// Whether it has more lines.
  bool compare_file(const std::string& path, const SourceFile& known) {
    const auto at = std::ranges::find(growth_.now, path, &SourceFile::path);
    const GrownContents& contents = contents_[static_cast<std::size_t>(at - growth_.now.begin())];
    const bool has_more = at->bytes > known.bytes;
    if (at->bytes < known.bytes || contents.beginning != known.contents) {
      growth_.obstacle = fmt::format("`{}` has changed", name_of(path));
    } else if (auto obstacle = has_more ? obstacle_at_begin(path, known.bytes) : std::string();
               !obstacle.empty()) {
      growth_.obstacle = std::move(obstacle);
    } else if (contents.goes_on_line) {
      growth_.obstacle = fmt::format("`{}` goes on in its last line", name_of(path));
    }
    growth_.before[path] = {.bytes = known.bytes, .lines = contents.lines, .is_all = !has_more};
    return has_more;
  }

  /// Why a file that had so many bytes cannot be read on, by how it begins. If all of them are
  /// blank, what follows begins the file: there a byte order mark is skipped, and an array or an
  /// archive refused.
  static std::string obstacle_at_begin(const std::string& path, std::uint64_t bytes) {
    const auto file = InputFile::open(path);
    if (!file) return {};
    if (is_blank(base::without_byte_order_mark(file->head().substr(0, bytes))))
      return fmt::format("`{}` was empty", name_of(path));
    const Compression compression = compression_of(file->head(), path).value_or(Compression::None);
    return compression == Compression::None
               ? std::string()
               : fmt::format("`{}` has grown, and is compressed", name_of(path));
  }

  bool has_left_out_reviews() const {
    return std::ranges::any_of(report_.files, [&](const LoadReport::FileCount& file) {
      return file.skipped > 0 && std::ranges::any_of(files_.reviews, [&](const std::string& path) {
               return name_of(path) == name_of(file.file);
             });
    });
  }

  bool has_same_companions() const {
    if (before_.size() != growth_.now.size()) return false;
    return std::ranges::all_of(growth_.now, [&](const SourceFile& file) {
      const SourceFile* known = before(file.path);
      return known != nullptr && known->contents == file.contents;
    });
  }

  LoadReport renamed() const {
    LoadReport report = report_;
    const auto rename = [&](std::string& path) {
      const auto now = std::ranges::find(growth_.now, name_of(path),
                                         [](const SourceFile& file) { return name_of(file.path); });
      if (now != growth_.now.end()) path = now->path;
    };
    for (LoadReport::FileCount& file : report.files) rename(file.file);
    for (LoadReport::Skipped& skipped : report.skipped) rename(skipped.file);
    return report;
  }

  const SourceFiles& before_;
  const LoadReport& report_;
  const DatasetFiles& files_;
  const base::Call& call_;
  Growth growth_;
  std::vector<GrownContents> contents_;  ///< of the files of now
  bool has_more_ = false, has_more_items_ = false;
};

}  // namespace

base::Result<Growth> growth_of(const SourceFiles& before, const LoadReport& report,
                               const DatasetFiles& files, const base::Call& call) {
  return Comparison(before, report, files, call).compare();
}

LoadReport joined(const LoadReport& before, const LoadReport& more) {
  LoadReport all;
  for (const LoadReport::FileCount& file : more.files) {
    all.files.push_back(file);
    for (const LoadReport::FileCount& earlier : before.files) {
      if (earlier.file != file.file) continue;
      all.files.back().records += earlier.records;
      all.files.back().accepted += earlier.accepted;
      all.files.back().skipped += earlier.skipped;
    }
    for (const LoadReport* report : {&before, &more}) {
      std::ranges::copy_if(
          report->skipped, std::back_inserter(all.skipped),
          [&](const LoadReport::Skipped& skipped) { return skipped.file == file.file; });
    }
  }
  all.skipped_count = before.skipped_count + more.skipped_count;
  if (all.skipped.size() > LoadReport::kMaxReported) all.skipped.resize(LoadReport::kMaxReported);
  return all;
}

}  // namespace seedc::data
