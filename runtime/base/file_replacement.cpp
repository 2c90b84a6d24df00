// Writes files to a temporary name, renames them, and cleans up after interrupted processes.
#include "runtime/base/file_replacement.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

namespace seedc::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBesideEnd = ".seedc.tmp";

Error cannot_write_error(const std::string& path) {
  return error<ErrorCode::UnwritableFile>(path, std::strerror(errno));
}

/// Paths of files being written, one per slot; the one that takes a path out removes the file. A
/// path that finds no free slot is left to the next run.
constexpr std::size_t kMostAtOnce = 16;
std::array<std::atomic<const std::string*>, kMostAtOnce> unfinished{};

std::size_t note_unfinished(std::unique_ptr<const std::string> path) noexcept {
  for (std::size_t slot = 0; slot < kMostAtOnce; ++slot) {
    const std::string* none = nullptr;
    if (!unfinished[slot].compare_exchange_strong(none, path.get())) continue;
    (void)path.release();
    return slot;
  }
  return kMostAtOnce;
}

void forget_unfinished(std::size_t slot) {
  if (slot < kMostAtOnce) delete unfinished[slot].exchange(nullptr);
}

/// `NAME.PID.seedc.tmp`, or `NAME.PID-N.seedc.tmp` if that belongs to another process, as is
/// possible on a disk shared by several machines.
bool is_beside(std::string_view name, std::string_view target) {
  if (!name.starts_with(target) || !name.ends_with(kBesideEnd)) return false;
  if (name.size() < target.size() + kBesideEnd.size()) return false;
  name.remove_prefix(target.size());
  name.remove_suffix(kBesideEnd.size());
  return name.size() > 1 && name.front() == '.' &&
         name.find_first_not_of("0123456789-", 1) == std::string_view::npos;
}

/// Removes the file if nobody is writing it: a lock ends with the process that holds it.
void remove_if_abandoned(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(file);
}

void remove_abandoned(const fs::path& target) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) {
    if (is_beside(entry->d_name, target.filename().native()))
      remove_if_abandoned(folder / entry->d_name);
  }
}

/// Locks the new file; false if another process considered it abandoned before that.
bool is_kept_ours(int file) {
  struct stat status{};
  const bool is_locked = ::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  return is_locked && (::fstat(file, &status) != 0 || status.st_nlink > 0);
}

}  // namespace

Result<FileReplacement> FileReplacement::begin(const std::string& path) {
  std::error_code unknown;
  const auto target = fs::weakly_canonical(path, unknown);  // a link stays a link
  const std::string replaced = target.empty() ? path : target.string();
  struct stat old{};
  const bool is_there = ::stat(replaced.c_str(), &old) == 0;
  if (is_there && !S_ISREG(old.st_mode)) return fail<ErrorCode::NotARegularFile>(path);
  remove_abandoned(replaced);
  FileReplacement replacement(path, replaced);
  if (!replacement.open_beside()) return replacement.cannot_write();
  if (is_there) ::fchmod(replacement.file_, old.st_mode & 07777);
  return replacement;
}

FileReplacement::FileReplacement(std::string named, std::string path)
    : named_(std::move(named)), path_(std::move(path)), slot_(kMostAtOnce) {}

/// Registered before the file exists, so that a signal in between leaves nothing behind; a name
/// that is taken is not registered.
bool FileReplacement::open_beside() {
  constexpr int kMostAttempts = 100;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const std::string number = attempt == 0 ? "" : fmt::format("-{}", attempt);
    std::string name = fmt::format("{}.{}{}{}", path_, ::getpid(), number, kBesideEnd);
    if (::access(name.c_str(), F_OK) == 0) continue;
    slot_ = note_unfinished(std::make_unique<const std::string>(name));
    file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int reason = file_ < 0 ? errno : EEXIST;
    if (file_ >= 0 && is_kept_ours(file_)) {
      beside_.swap(name);
      appender_ = FileAppender(file_, 0);
      return true;
    }
    forget_unfinished(std::exchange(slot_, kMostAtOnce));
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    errno = reason;
    if (reason != EEXIST) return false;
  }
  errno = EEXIST;
  return false;
}

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : named_(std::move(other.named_)),
      path_(std::move(other.path_)),
      beside_(std::exchange(other.beside_, {})),
      file_(std::exchange(other.file_, -1)),
      appender_(other.appender_),
      slot_(std::exchange(other.slot_, kMostAtOnce)) {}

FileReplacement::~FileReplacement() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
  forget_unfinished(slot_);
  if (file_ >= 0) ::close(file_);
}

void FileReplacement::remove_unfinished() {
  for (auto& slot : unfinished) {
    if (const std::string* path = slot.exchange(nullptr)) ::unlink(path->c_str());
  }
}

tl::unexpected<Error> FileReplacement::cannot_write() const {
  return tl::unexpected(cannot_write_error(named_));
}

Result<void> FileReplacement::append(std::string_view bytes) {
  if (!appender_.append(bytes)) return cannot_write();
  return {};
}

Result<void> FileReplacement::commit(std::string_view beginning) {
  if (!appender_.overwrite_beginning(beginning) || ::fsync(file_) != 0) return cannot_write();
  return put_in_place();
}

/// Renamed while it is locked, so that no process considers it abandoned.
Result<void> FileReplacement::put_in_place() {
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) return cannot_write();
  beside_.clear();
  return {};
}

}  // namespace seedc::base
