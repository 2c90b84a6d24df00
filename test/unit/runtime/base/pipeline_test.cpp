// Results in order, and exceptions of each step, which free all that is in flight.
#include "runtime/base/pipeline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace seedc::base {
namespace {

constexpr int kJobs = 1000;
constexpr unsigned kThreads = 4;

/// Counts the objects that there are.
class Counted {
 public:
  explicit Counted(int number) : number_(number) { ++live; }
  Counted(const Counted& other) : number_(other.number_) { ++live; }
  Counted(Counted&& other) noexcept : number_(other.number_) { ++live; }
  Counted& operator=(const Counted&) = default;
  Counted& operator=(Counted&&) noexcept = default;
  ~Counted() { --live; }
  int number() const { return number_; }

  static inline std::atomic<int> live = 0;

 private:
  int number_;
};

/// Gives out jobs 0, 1, …, of which `failing` throws.
auto jobs(int failing = -1) {
  return [next = 0, failing]() mutable -> std::optional<Counted> {
    if (next == failing) throw std::runtime_error("job " + std::to_string(next));
    if (next == kJobs) return std::nullopt;
    return Counted(next++);
  };
}

Counted twice(const Counted& job) { return Counted(2 * job.number()); }

/// The message of what `run` throws.
template <class Run>
std::string thrown_by(const Run& run) {
  try {
    run();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Pipeline, TakesResultsInOrder) {
  std::vector<int> taken;
  run_pipeline(kThreads, jobs(), twice,
               [&](const Counted& result) { taken.push_back(result.number()); });
  ASSERT_EQ(taken.size(), kJobs);
  for (int i = 0; i < kJobs; ++i) EXPECT_EQ(taken[i], 2 * i);
  EXPECT_EQ(Counted::live, 0);
}

TEST(Pipeline, AnExceptionOfAnyStepFreesWhatIsInFlight) {
  const auto ignore = [](const Counted&) {};
  EXPECT_EQ(thrown_by([&] { run_pipeline(kThreads, jobs(500), twice, ignore); }), "job 500");
  EXPECT_EQ(Counted::live, 0);
  EXPECT_EQ(thrown_by([&] {
              run_pipeline(
                  kThreads, jobs(),
                  [](const Counted& job) {
                    if (job.number() == 500) throw std::runtime_error("work 500");
                    return twice(job);
                  },
                  ignore);
            }),
            "work 500");
  EXPECT_EQ(Counted::live, 0);
  EXPECT_EQ(thrown_by([&] {
              run_pipeline(kThreads, jobs(), twice, [](const Counted& result) {
                if (result.number() == 500) throw std::runtime_error("take 500");
              });
            }),
            "take 500");
  EXPECT_EQ(Counted::live, 0);
}

TEST(Pipeline, NothingIsTakenBehindAnException) {
  int taken = 0;
  const std::string thrown = thrown_by([&] {
    run_pipeline(kThreads, jobs(), twice, [&](const Counted&) {
      if (++taken == 10) throw std::runtime_error("the tenth");
    });
  });
  EXPECT_EQ(thrown, "the tenth");
  EXPECT_EQ(taken, 10);
}

}  // namespace
}  // namespace seedc::base
