// A layer between a program and the system that makes one call fail, loaded by LD_PRELOAD. Calls are
// counted by class from the beginning of main on, in a file that is shared memory, so that what was
// counted outlives whatever becomes of the process.
//
//   SEEDC_FAULT_COUNTS  the file: a 64-bit count for each class, then that of faults made
//   SEEDC_FAULT_CLASS   which calls are to fail: a name of kClassNames
//   SEEDC_FAULT_AT      the number of the call that fails, from 1; 0 or absent: none, only count
//   SEEDC_FAULT_SITE    a site, 16 hexadecimal digits: its first call from that number on fails
//   SEEDC_FAULT_SITES   a file for the sites of the class's calls: a line each, with the number of its first
//   SEEDC_FAULT_HOW     an errno as a number, or `short` (half of what was to be written or read),
//                       or `kill` or `stop` (SIGKILL or SIGTERM comes before the call)
//   SEEDC_FAULT_ON      set: all calls of the class fail from there on, as on a disk that is full
//
// A site is a way by which the program comes to a call: the last of the callers on the stack. It is the
// same in each run, whatever order threads give the numbers of calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum Class { Open, Read, Write, Sync, Rename, Unlink, Map, Size, Alloc, Random, Close, Thread, Stat, Load, Socket, ClassCount };
static const char* const kClassNames[ClassCount] = {
    "open",  "read",   "write", "sync",   "rename", "unlink", "map", "size",
    "alloc", "random", "close", "thread", "stat",   "load",   "socket"};
enum How { Fail, Short, Kill, Stop };
static const char* const kHowNames[] = {"", "short", "kill", "stop"};

static _Atomic uint64_t own_counts[ClassCount + 1];
static _Atomic uint64_t* counts = own_counts;
static atomic_int is_counting;
static int fault_class = -1;
static uint64_t fault_at;
static uint64_t fault_site;
static atomic_int has_begun;
static int sites_file = -1;
static int goes_on;
static enum How how;
static int fault_errno;

/// Whether a library is being loaded: without memory the C library (2.36) then crashes by itself,
/// when it records that there was none.
static __thread int is_loading __attribute__((tls_model("initial-exec")));

enum { kSiteDepth = 10, kOwnFrames = 3, kMostSites = 1 << 18 };

/// Whether this thread is computing a site: unwinding may itself make calls.
static __thread int is_unwinding __attribute__((tls_model("initial-exec")));

/// The site of this call, never 0. Addresses are relative to their library.
static uint64_t site_here(void) {
  void* frames[kSiteDepth + kOwnFrames];
  const int count = backtrace(frames, kSiteDepth + kOwnFrames);
  uint64_t site = 1;
  for (int i = kOwnFrames; i < count; ++i) {
    struct dl_find_object object;
    uint64_t address = (uintptr_t)frames[i];
    if (_dl_find_object(frames[i], &object) == 0) address -= object.dlfo_link_map->l_addr;
    site = (site ^ address) * 0x9E3779B97F4A7C15u;
    site ^= site >> 29;
  }
  return site ? site : 1;
}

/// Writes the site, if it is new.
static void note_site(uint64_t site, uint64_t number) {
  static _Atomic uint64_t known[kMostSites];
  for (uint64_t at = site % kMostSites;; at = (at + 1) % kMostSites) {
    uint64_t found = 0;
    if (atomic_compare_exchange_strong(&known[at], &found, site)) break;
    if (found == site) return;
  }
  char line[64];
  const int size = snprintf(line, sizeof line, "%016" PRIx64 " %" PRIu64 "\n", site, number);
  syscall(SYS_write, sites_file, line, (size_t)size);
}

/// Whether the call, one of the class that is to fail, is the chosen one, or one after it.
static int is_meant(uint64_t number) {
  if (fault_site == 0 && sites_file < 0)
    return fault_at != 0 && (number == fault_at || (goes_on && number > fault_at));
  if (atomic_load(&has_begun)) return goes_on;
  if (is_unwinding || number < fault_at) return 0;
  ++is_unwinding;
  const uint64_t site = site_here();
  if (sites_file >= 0) note_site(site, number);
  --is_unwinding;
  return site == fault_site && (!atomic_exchange(&has_begun, 1) || goes_on);
}

/// What to do with this call: nothing, or the requested fault, with errno set.
static int is_faulty(enum Class class) {
  if (!atomic_load(&is_counting) || (class == Alloc && is_loading)) return 0;
  const uint64_t number = atomic_fetch_add(&counts[class], 1) + 1;
  if ((int)class != fault_class || !is_meant(number)) return 0;
  atomic_fetch_add(&counts[ClassCount], 1);
  if (how == Kill) raise(SIGKILL);
  if (how == Stop) raise(SIGTERM);  // which may be borne
  errno = fault_errno;
  return how != Stop;
}

static int fails(enum Class class) { return is_faulty(class) && how == Fail; }

/// How many of `size` bytes may be read or written; -1 if none because of a fault.
static ssize_t bytes_for(enum Class class, size_t size) {
  if (!is_faulty(class)) return (ssize_t)size;
  if (how == Short) return (ssize_t)(size > 1 ? size / 2 : size);
  return -1;
}

static void read_settings(void) {
  const char* file = getenv("SEEDC_FAULT_COUNTS");
  const int shared = file ? open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (shared >= 0 && ftruncate(shared, sizeof own_counts) == 0) {
    void* mapped = mmap(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    if (mapped != MAP_FAILED) counts = mapped;
  }
  if (shared >= 0) close(shared);
  const char* class = getenv("SEEDC_FAULT_CLASS");
  for (int i = 0; class && i < ClassCount; ++i)
    if (strcmp(class, kClassNames[i]) == 0) fault_class = i;
  const char* at = getenv("SEEDC_FAULT_AT");
  fault_at = at ? strtoull(at, NULL, 10) : 0;
  const char* site = getenv("SEEDC_FAULT_SITE");
  fault_site = site ? strtoull(site, NULL, 16) : 0;
  const char* sites = getenv("SEEDC_FAULT_SITES");
  sites_file = sites ? open(sites, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  goes_on = getenv("SEEDC_FAULT_ON") != NULL;
  const char* wanted = getenv("SEEDC_FAULT_HOW");
  for (int i = Short; wanted && i <= Stop; ++i)
    if (strcmp(wanted, kHowNames[i]) == 0) how = i;
  fault_errno = wanted ? atoi(wanted) : EIO;
}

typedef int Main(int, char**, char**);
static Main* real_main;

static int counted_main(int argc, char** argv, char** env) {
  read_settings();
  void* frame;
  backtrace(&frame, 1);  // which loads what it needs
  atomic_store(&is_counting, 1);
  return real_main(argc, argv, env);
}

// The function of this name that would have been called. Those of allocation have other names too,
// as dlsym itself allocates.
#define REAL(name) \
  static __typeof__(&name) real;   \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int __libc_start_main(Main* main, int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
  REAL(__libc_start_main);
  real_main = main;
  return real(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

/// Whether Roaring (0.2.66) makes a call: where it has no memory it may crash by itself, and its
/// allocations cannot be replaced.
static int is_of_roaring(const void* caller) {
  struct dl_find_object object;
  return _dl_find_object((void*)caller, &object) == 0 && strstr(object.dlfo_link_map->l_name, "libroaring") != NULL;
}

#define FAILS_TO_ALLOCATE (!is_of_roaring(__builtin_return_address(0)) && fails(Alloc))

void* malloc(size_t size) { return FAILS_TO_ALLOCATE ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return FAILS_TO_ALLOCATE ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return FAILS_TO_ALLOCATE ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) { return FAILS_TO_ALLOCATE ? NULL : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return FAILS_TO_ALLOCATE ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void** place, size_t alignment, size_t size) {
  if (FAILS_TO_ALLOCATE) return ENOMEM;
  *place = __libc_memalign(alignment, size);
  return *place ? 0 : ENOMEM;
}

#define OPEN_MODE(flags)                          \
  mode_t mode = 0;                                \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {        \
    va_list rest;                                 \
    va_start(rest, flags);                        \
    mode = va_arg(rest, mode_t);                  \
    va_end(rest);                                 \
  }
#define OPEN(name)                                        \
  int name(const char* path, int flags, ...) {            \
    OPEN_MODE(flags)                                      \
    REAL(name);                                           \
    return fails(Open) ? -1 : real(path, flags, mode);    \
  }
#define OPEN_AT(name)                                             \
  int name(int folder, const char* path, int flags, ...) {        \
    OPEN_MODE(flags)                                              \
    REAL(name);                                                   \
    return fails(Open) ? -1 : real(folder, path, flags, mode);    \
  }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

// The result `failed` if the call fails, without being made.
#define CALL(class, result, failed, name, parameters, arguments) \
  result name parameters {                                       \
    REAL(name);                                                  \
    return fails(class) ? (failed) : real arguments;             \
  }
CALL(Open, FILE*, NULL, fopen, (const char* path, const char* mode), (path, mode))
CALL(Open, FILE*, NULL, fopen64, (const char* path, const char* mode), (path, mode))
CALL(Open, int, -1, mkdir, (const char* path, mode_t mode), (path, mode))
CALL(Sync, int, -1, fsync, (int file), (file))
CALL(Sync, int, -1, fdatasync, (int file), (file))
CALL(Rename, int, -1, rename, (const char* from, const char* to), (from, to))
CALL(Rename, int, -1, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to))
CALL(Unlink, int, -1, unlink, (const char* path), (path))
CALL(Unlink, int, -1, unlinkat, (int folder, const char* path, int flags), (folder, path, flags))
CALL(Unlink, int, -1, remove, (const char* path), (path))
CALL(Map, void*, MAP_FAILED, mmap, (void* at, size_t size, int access, int flags, int file, off_t offset),
     (at, size, access, flags, file, offset))
CALL(Map, void*, MAP_FAILED, mmap64, (void* at, size_t size, int access, int flags, int file, off64_t offset),
     (at, size, access, flags, file, offset))
CALL(Map, int, -1, mprotect, (void* at, size_t size, int access), (at, size, access))
CALL(Size, int, -1, ftruncate, (int file, off_t size), (file, size))
CALL(Size, int, -1, ftruncate64, (int file, off64_t size), (file, size))
CALL(Size, int, fault_errno, posix_fallocate, (int file, off_t begin, off_t size), (file, begin, size))
CALL(Size, int, fault_errno, posix_fallocate64, (int file, off64_t begin, off64_t size), (file, begin, size))
CALL(Random, ssize_t, -1, getrandom, (void* bytes, size_t size, unsigned flags), (bytes, size, flags))
CALL(Thread, int, fault_errno, pthread_create,
     (pthread_t * thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument),
     (thread, attributes, run, argument))
CALL(Stat, int, -1, stat, (const char* restrict path, struct stat* restrict status), (path, status))
CALL(Stat, int, -1, lstat, (const char* restrict path, struct stat* restrict status), (path, status))
CALL(Stat, int, -1, fstat, (int file, struct stat* status), (file, status))
CALL(Stat, int, -1, stat64, (const char* restrict path, struct stat64* restrict status), (path, status))
CALL(Stat, int, -1, lstat64, (const char* restrict path, struct stat64* restrict status), (path, status))
CALL(Stat, int, -1, fstat64, (int file, struct stat64* status), (file, status))
CALL(Load, FILE*, NULL, fmemopen, (void* bytes, size_t size, const char* mode), (bytes, size, mode))
CALL(Socket, int, -1, socket, (int domain, int type, int protocol), (domain, type, protocol))
CALL(Socket, int, -1, connect, (int socket, const struct sockaddr* address, socklen_t size), (socket, address, size))
CALL(Socket, int, -1, setsockopt, (int socket, int level, int name, const void* value, socklen_t size),
     (socket, level, name, value, size))
CALL(Socket, ssize_t, -1, send, (int socket, const void* bytes, size_t size, int flags), (socket, bytes, size, flags))
CALL(Socket, ssize_t, -1, recv, (int socket, void* bytes, size_t size, int flags), (socket, bytes, size, flags))

/// As if the library did not exist, so that dlerror has a message.
void* dlopen(const char* path, int flags) {
  REAL(dlopen);
  const char* loaded = fails(Load) ? "/nowhere" : path;
  ++is_loading;
  void* library = real(loaded, flags);
  --is_loading;
  return library;
}

/// The descriptor is gone all the same, as on Linux.
int close(int file) {
  REAL(close);
  const int is_failing = fails(Close);
  const int reason = errno;
  const int done = real(file);
  if (is_failing) errno = reason;
  return is_failing ? -1 : done;
}

#define TRANSFER(class, name, type, after, arguments)              \
  ssize_t name(int file, type bytes, size_t size after) {          \
    REAL(name);                                                    \
    const ssize_t most = bytes_for(class, size);                   \
    return most < 0 ? -1 : real arguments;                         \
  }
#define COMMA ,
TRANSFER(Read, read, void*, , (file, bytes, (size_t)most))
TRANSFER(Read, pread, void*, COMMA off_t offset, (file, bytes, (size_t)most, offset))
TRANSFER(Read, pread64, void*, COMMA off64_t offset, (file, bytes, (size_t)most, offset))
TRANSFER(Write, pwrite, const void*, COMMA off_t offset, (file, bytes, (size_t)most, offset))
TRANSFER(Write, pwrite64, const void*, COMMA off64_t offset, (file, bytes, (size_t)most, offset))

/// Error output never fails, so that it can be checked.
ssize_t write(int file, const void* bytes, size_t size) {
  REAL(write);
  const ssize_t most = file == STDERR_FILENO ? (ssize_t)size : bytes_for(Write, size);
  return most < 0 ? -1 : real(file, bytes, (size_t)most);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  REAL(writev);
  if (file != STDERR_FILENO && is_faulty(Write)) return how == Short ? real(file, parts, 1) : -1;
  return real(file, parts, count);
}

/// stdio reads within libc; what an error leaves is a flag of the stream.
size_t fread(void* bytes, size_t size, size_t count, FILE* file) {
  REAL(fread);
  enum { kErrorSeen = 0x20 };
  if (!fails(Read)) return real(bytes, size, count, file);
  file->_flags |= kErrorSeen;
  return 0;
}
