// Objects that are kept: found again, and never trusted when they are not whole.
#include "compiler/native/jit/object_cache.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "compiler/native/jit/native.h"
#include "compiler/native/jit/object_key.h"
#include "compiler/native/jit/object_linker.h"
#include "runtime/base/file_replacement.h"
#include "test/unit/dataset_folder.h"

namespace seedc {
namespace {

namespace fs = std::filesystem;
using Op = PlaneProgram::Op;

/// AND of `count` planes.
KernelSource conjunction(std::uint32_t count) {
  PlaneProgram program{.code = {{Op::Ones}}, .outputs = {2 * count}, .input_count = count};
  for (std::uint32_t i = 0; i < count; ++i) {
    program.code.push_back({Op::Input, i});
    program.code.push_back({Op::And, 2 * i, 2 * i + 1});
  }
  return {.lookup_count = 1, .programs = {program}};
}

/// Whether the kernel of conjunction(2) is what it should be.
bool computes_and(PlaneKernel kernel) {
  alignas(64) std::uint64_t planes[3][kPlaneBlockWords];
  std::mt19937_64 random;
  for (auto& plane : planes) std::generate(std::begin(plane), std::end(plane), std::ref(random));
  const std::uint64_t* inputs[] = {planes[0], planes[1]};
  std::uint64_t* outputs[] = {planes[2]};
  kernel(inputs, outputs, 0, kPlaneBlockWords);
  for (std::size_t i = 0; i < kPlaneBlockWords; ++i) {
    if (planes[2][i] != (planes[0][i] & planes[1][i])) return false;
  }
  return true;
}

class Cached : public testing::Test {
 protected:
  fs::path only_file() const { return *fs::directory_iterator(path_); }
  std::string bytes() const {
    std::ifstream in(only_file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void overwrite(const std::string& bytes) const {
    std::ofstream(only_file(), std::ios::binary) << bytes;
  }

  DatasetFolder folder_;
  fs::path path_ = folder_.file("objects");
  ObjectCache cache_{path_};
};

TEST_F(Cached, ObjectsComeBackAsTheyWere) {
  EXPECT_FALSE(cache_.find("key"));
  cache_.keep("key", "object");
  EXPECT_EQ(cache_.find("key"), "object");
  EXPECT_TRUE(cache_.has("key"));
  EXPECT_FALSE(cache_.find("another"));
  cache_.keep("key", "newer");
  EXPECT_EQ(cache_.find("key"), "newer");
}

TEST_F(Cached, DamagedFilesAreNotFound) {
  cache_.keep("key", "object");
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    overwrite(whole.substr(0, size));
    EXPECT_FALSE(cache_.find("key")) << size;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    overwrite(flipped);
    EXPECT_FALSE(cache_.find("key")) << bit;
  }
  overwrite(whole);
  EXPECT_TRUE(cache_.find("key"));
}

TEST_F(Cached, WhatOthersCanWriteIsNotRun) {
  cache_.keep("key", "object");
  fs::permissions(only_file(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(cache_.find("key"));
  cache_.keep("key", "object");
  EXPECT_TRUE(cache_.find("key"));
  fs::permissions(path_, fs::perms::others_write, fs::perm_options::add);
  cache_.keep("second", "object");
  EXPECT_FALSE(cache_.find("second"));
}

TEST_F(Cached, WhatAKilledProcessLeftGoes) {
  cache_.keep("key", "object");
  const std::string left = only_file().string() + ".11.seedc.tmp";
  std::ofstream(left) << "rubb";
  cache_.keep("key", "object");
  EXPECT_FALSE(fs::exists(left));
  EXPECT_EQ(cache_.find("key"), "object");
}

/// A file that may grow no more, as on a disk that is full; and a process that ends in the middle.
TEST_F(Cached, NothingUnfinishedIsLeft) {
  const auto keep_limited = [&](void (*on_limit)(int)) {
    std::signal(SIGXFSZ, on_limit);
    const rlimit limit{.rlim_cur = 100, .rlim_max = 100};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) std::_Exit(1);
    cache_.keep("key", std::string(1000, 'x'));
    std::_Exit(2);
  };
  const auto end_process = [](int) {
    FileReplacement::remove_unfinished();
    std::_Exit(3);
  };
  EXPECT_EXIT(keep_limited(SIG_IGN), testing::ExitedWithCode(2), "");
  EXPECT_TRUE(fs::is_empty(path_));
  EXPECT_EXIT(keep_limited(end_process), testing::ExitedWithCode(3), "");
  EXPECT_TRUE(fs::is_empty(path_));
}

TEST_F(Cached, TheOldestGo) {
  const ObjectCache small(path_, 100'000);
  for (int i = 0; i < 400; ++i) small.keep(std::to_string(i), std::string(1000, 'x'));
  std::uint64_t total = 0;
  for (const auto& file : fs::directory_iterator(path_)) total += file.file_size();
  EXPECT_LT(total, 200'000U);
  EXPECT_TRUE(small.find("399"));
}

TEST_F(Cached, WithoutAFolderNothingIsKept) {
  const ObjectCache none({});
  none.keep("key", "object");
  EXPECT_FALSE(none.find("key"));
  const ObjectCache impossible("/proc/nowhere/objects");
  impossible.keep("key", "object");
  EXPECT_FALSE(impossible.find("key"));
}

TEST_F(Cached, KernelsAreTheSameFromTheCache) {
  const KernelSource source = conjunction(2);
  EXPECT_FALSE(NativeCode::is_kept(source, cache_));
  const auto compiled = NativeCode::compile(source, cache_);
  ASSERT_TRUE(compiled) << compiled.error().text;
  EXPECT_TRUE(NativeCode::is_kept(source, cache_));
  EXPECT_FALSE(NativeCode::is_kept(conjunction(3), cache_));
  const auto kept = NativeCode::compile(source, cache_);
  ASSERT_TRUE(kept);
  EXPECT_TRUE(computes_and(compiled->programs()[0]));
  EXPECT_TRUE(computes_and(kept->programs()[0]));
}

TEST_F(Cached, ADamagedObjectIsCompiledAnew) {
  const KernelSource source = conjunction(2);
  ASSERT_TRUE(NativeCode::compile(source, cache_));
  const std::string whole = bytes();
  overwrite(whole.substr(0, whole.size() - 1));
  const auto again = NativeCode::compile(source, cache_);
  ASSERT_TRUE(again);
  EXPECT_TRUE(computes_and(again->programs()[0]));
  EXPECT_EQ(bytes(), whole);
}

TEST(ObjectKey, TellsCodeApartAndNothingElse) {
  EXPECT_EQ(object_key(conjunction(2), "a"), object_key(conjunction(2), "a"));
  EXPECT_NE(object_key(conjunction(2), "a"), object_key(conjunction(3), "a"));
  EXPECT_NE(object_key(conjunction(2), "a"), object_key(conjunction(2), "b"));
  ScoreProgram program;
  program.code = {{.op = Operation::Load, .a = 0}};
  const KernelSource source{.scores = {&program}};
  const std::string key = object_key(source, "");
  program.loads = {{.path = {"user", "fans"}}};
  EXPECT_EQ(object_key(source, ""), key) << "what is loaded is input to the code";
  program.code[0].kind = Kind::Real;
  EXPECT_NE(object_key(source, ""), key);
}

/// Every byte of an object changed, and every shorter object: refused or linked, never a crash.
/// What is linked is not run.
TEST(ObjectLinker, HostileObjects) {
  const auto object = emit_native(conjunction(2), NativeStage::Obj);
  ASSERT_TRUE(object);
  ASSERT_TRUE(link_object(*object, 1, 0));
  EXPECT_FALSE(link_object(*object, 2, 0)) << "there is one program";
  EXPECT_FALSE(link_object("", 0, 0));
  for (std::size_t size = 0; size < object->size(); size += 7)
    link_object(std::string_view(*object).substr(0, size), 1, 0);
  for (std::size_t place = 0; place < object->size(); ++place) {
    for (const char value : {'\x00', '\x7F', '\xFF'}) {
      std::string changed = *object;
      changed[place] = value;
      link_object(changed, 1, 0);
    }
  }
}

}  // namespace
}  // namespace seedc
