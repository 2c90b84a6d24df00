// Allocates large memory in huge pages where the kernel provides them quickly.
#include "runtime/data/model/large_memory.h"

#include <sys/mman.h>

#include <atomic>
#include <ctime>
#include <new>

namespace seedc::data {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// A virtual machine may have returned its free memory to its host. If the host has to find it
/// again, a huge page takes longer than the small ones it replaces.
std::atomic<bool> huge_pages_are_slow = false;

double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// If huge pages are unavailable, small ones are used.
void ask_for_huge_pages(char* memory, std::size_t size) {
  constexpr double kMillisecondsOfSmallPages = 1;
  if (huge_pages_are_slow) return;
  ::madvise(memory, size, MADV_HUGEPAGE);
  const double begin = thread_milliseconds();
  *static_cast<volatile char*>(memory) = 0;
  if (thread_milliseconds() - begin < kMillisecondsOfSmallPages) return;
  huge_pages_are_slow = true;
  ::madvise(memory + kHugePage, size - kHugePage, MADV_NOHUGEPAGE);
}

}  // namespace

LargeMemory allocate_large(std::size_t size, const std::shared_ptr<base::MemoryAccount>& account,
                           const char* purpose) {
  const bool is_large = size >= kHugePage;
  if (is_large) size = (size + kHugePage - 1) / kHugePage * kHugePage;
  base::MemoryCharge charge(account, purpose, size);
  void* const bytes = is_large ? std::aligned_alloc(kHugePage, size) : std::malloc(size);
  if (bytes == nullptr) throw std::bad_alloc();
  LargeMemory memory(static_cast<char*>(bytes), {std::move(charge)});
  if (is_large) ask_for_huge_pages(memory.get(), size);
  return memory;
}

}  // namespace seedc::data
