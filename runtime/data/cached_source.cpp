// Finds the kept snapshot of a source, or makes it.
#include "runtime/data/cached_source.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <utility>

#include "runtime/base/call_lock.h"
#include "runtime/base/checksum.h"
#include "runtime/base/memory.h"
#include "runtime/data/record_source.h"
#include "runtime/data/snapshot/snapshot.h"

namespace seedc::data {
namespace {

namespace fs = std::filesystem;

/// The file in which the snapshot of a path is kept: of this version of snapshots, since others
/// would replace each other's.
std::string file_for(const std::string& folder, const std::string& path) {
  std::error_code unknown;
  const std::string whole = fs::weakly_canonical(path, unknown).string();
  const base::WideChecksum sum = base::wide_checksum_of(whole);
  return (fs::path(folder) /
          fmt::format("{:016x}{:016x}.v{}.snapshot", sum.high, sum.low, kSnapshotVersion))
      .string();
}

/// `on 2026-11-25 at 11:45 UTC`, when the file was written.
std::string time_of(const std::string& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) return "just now";
  return fmt::format("on {:%Y-%m-%d at %H:%M} UTC", fmt::gmtime(status.st_mtim.tv_sec));
}

/// Reports name the files of the run that made the snapshot; those of this run have other paths.
Retelling renaming(const SourceFiles& before, const SourceFiles& now) {
  std::vector<std::pair<std::string, std::string>> names;
  for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i) {
    if (before[i].path != now[i].path) names.emplace_back(before[i].path, now[i].path);
  }
  if (names.empty()) return {};
  return [names = std::move(names)](LoadReport& report) {
    const auto rename = [&](std::string& file) {
      const auto found =
          std::ranges::find(names, file, &std::pair<std::string, std::string>::first);
      if (found != names.end()) file = found->second;
    };
    for (LoadReport::FileCount& file : report.files) rename(file.file);
    for (LoadReport::Skipped& skipped : report.skipped) rename(skipped.file);
  };
}

/// The time of use is that of access, since some file systems do not note reading.
void note_use(const std::string& file) {
  constexpr timespec kNow{.tv_sec = 0, .tv_nsec = UTIME_NOW};
  constexpr timespec kAsItIs{.tv_sec = 0, .tv_nsec = UTIME_OMIT};
  const std::array<timespec, 2> times = {kNow, kAsItIs};
  ::utimensat(AT_FDCWD, file.c_str(), times.data(), 0);
}

bool is_unused(const fs::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const auto used = std::chrono::system_clock::from_time_t(status.st_atim.tv_sec);
  return std::chrono::system_clock::now() - used > kKeptUnused;
}

/// A process that still reads one keeps it. What cannot be removed stays.
void remove_unused(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> unused;
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    if (file->path().extension() == ".snapshot" && is_unused(file->path()))
      unused.push_back(file->path());
  }
  for (const fs::path& file : unused) fs::remove(file, error);
}

class CachedSource final : public Source {
 public:
  CachedSource(std::shared_ptr<const Source> source, std::string folder, SnapshotAccess access)
      : source_(std::move(source)),
        folder_(std::move(folder)),
        file_(file_for(folder_, source_->name())),
        access_(access) {}

  const std::string& name() const override { return source_->name(); }
  bool has_word_index() const override { return find()->has_word_index(); }
  std::optional<std::uint64_t> bytes_to_read(bool with_reviews) const override {
    return find()->bytes_to_read(with_reviews);
  }
  const RecordSource* records() const override { return source_->records(); }

  std::string kept_as() const override {
    const std::scoped_lock lock(access_to_chosen_);
    return kept_as_;
  }

  base::Result<Dataset> load(const DataNeeds& needs, const LoadOptions& options) const override {
    return find_or_make(options)->load(needs, options);
  }

  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    return find_or_make({.progress = options.progress, .call = options.call})->schema(options);
  }

 private:
  using Chosen = std::shared_ptr<const Source>;

  /// What is read from now on; null before that is decided.
  Chosen chosen() const {
    const std::scoped_lock lock(access_to_chosen_);
    return chosen_;
  }

  Chosen choose(Chosen source, std::string kept_as) const {
    const std::scoped_lock lock(access_to_chosen_);
    kept_as_ = std::move(kept_as);
    return chosen_ = std::move(source);
  }

  /// The snapshot, if there is one of the files as they are; else the source.
  Chosen find() const {
    if (Chosen known = chosen()) return known;
    Chosen found = open_if_current();
    return found ? found : source_;
  }

  Chosen find_or_make(const LoadOptions& options) const {
    const auto lock = base::lock_for(options.call, making_);
    const Chosen found = find();
    return found != source_ || chosen() ? found : make(options);
  }

  Chosen open_if_current() const {
    if (!is_snapshot(file_)) return nullptr;
    const auto now = source_->records()->files().and_then(look_at);
    const auto before = sources_of(file_);
    if (!now || !before || now->empty() || first_changed(*before, *now)) return nullptr;
    note_use(file_);
    return choose(snapshot_at(file_, access_, renaming(*before, *now)),
                  fmt::format("from the snapshot that was kept {}", time_of(file_)));
  }

  /// Only errors of the data itself end a call, and loading the source finds them.
  Chosen make(const LoadOptions& options) const {
    const auto now = source_->records()->files().and_then(look_at);
    if (!now) return source_;
    if (now->empty()) return choose(source_, "not kept: they can be read only once");
    if (auto fault = make_folder()) return choose(source_, fmt::format("not kept: {}", *fault));
    const auto saved = save(options);
    if (!saved) return choose(source_, fmt::format("not kept: {}", saved.error().text));
    remove_unused(folder_);
    return choose(snapshot_at(file_, access_),
                  fmt::format("kept as a snapshot of {:.1f} MB for the next run",
                              static_cast<double>(saved->bytes) / 1e6));
  }

  /// A snapshot needs more memory than most runs: those go on without it.
  base::Result<SavedSnapshot> save(const LoadOptions& options) const {
    try {
      return update_snapshot(
          *source_, file_,
          {.threads = options.threads, .progress = options.progress, .call = options.call},
          SourceDetail::All);
    } catch (const base::OutOfBudget&) {
      return base::fail<base::ErrorCode::NoMemoryToLoad>("a snapshot needs more");
    }
  }

  /// Why there is none; only its owner may read it.
  std::optional<std::string> make_folder() const {
    std::error_code error;
    if (fs::create_directories(folder_, error))
      fs::permissions(folder_, fs::perms::owner_all, error);
    if (!error) return std::nullopt;
    return fmt::format("cannot make the folder `{}`: {}", folder_, error.message());
  }

  Chosen source_;
  std::string folder_, file_;
  SnapshotAccess access_;
  mutable std::mutex making_;
  mutable std::mutex access_to_chosen_;  ///< of the following, held for a moment only
  mutable Chosen chosen_;
  mutable std::string kept_as_;
};

}  // namespace

std::shared_ptr<const Source> cached(std::shared_ptr<const Source> source, std::string folder,
                                     SnapshotAccess access) {
  if (source->records() == nullptr) return source;
  return std::make_shared<CachedSource>(std::move(source), std::move(folder), access);
}

}  // namespace seedc::data
