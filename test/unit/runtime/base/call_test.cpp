// When a call is to stop, and how often it asks.
#include "runtime/base/call.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>
#include <vector>

namespace seedc::base {
namespace {

using namespace std::chrono_literals;

std::optional<Stopped::Reason> reason(const Call& call) {
  try {
    call.check();
  } catch (const Stopped& stopped) {
    return stopped.reason();
  }
  return std::nullopt;
}

TEST(Call, WithoutLimitsNeverStops) {
  const Call call;
  EXPECT_FALSE(call.has_limits());
  EXPECT_EQ(reason(call), std::nullopt);
}

TEST(Call, StopsWhenItsTokenAsks) {
  const auto token = std::make_shared<StopToken>();
  const Call call({.stop = token});
  const std::vector<Call> copies(2, call);
  EXPECT_EQ(reason(call), std::nullopt);
  std::thread([&] { token->request(); }).join();
  EXPECT_EQ(reason(call), Stopped::Reason::Cancelled);
  EXPECT_EQ(reason(copies.back()), Stopped::Reason::Cancelled);
}

StopToken* token_of_handler = nullptr;

TEST(Call, StopsAfterARequestFromASignalHandler) {
  const auto token = std::make_shared<StopToken>();
  token_of_handler = token.get();
  const auto before = std::signal(SIGUSR1, [](int) { token_of_handler->request(); });
  const Call call({.stop = token});
  EXPECT_EQ(reason(call), std::nullopt);
  std::raise(SIGUSR1);
  EXPECT_EQ(reason(call), Stopped::Reason::Cancelled);
  std::signal(SIGUSR1, before);
}

TEST(Call, StopsAtItsDeadline) {
  EXPECT_EQ(reason(Call({.deadline = Call::Clock::now() + 1h})), std::nullopt);
  EXPECT_EQ(reason(Call({.deadline = Call::Clock::now()})), Stopped::Reason::Time);
}

TEST(Call, StaysCancelledWhateverItsFunctionReturnsLater) {
  int calls = 0;
  const Call call({.is_cancelled = [&] { return ++calls == 2; }});
  EXPECT_EQ(reason(call), std::nullopt);
  EXPECT_EQ(reason(call), Stopped::Reason::Cancelled);
  EXPECT_EQ(reason(call), Stopped::Reason::Cancelled);
  EXPECT_EQ(calls, 2);
}

TEST(Call, DividesWorkIntoStepsEachAfterACheck) {
  int checks = 0;
  const Call call({.is_cancelled = [&] { return ++checks == 4; }});
  std::vector<std::pair<std::uint64_t, std::uint64_t>> steps;
  const auto note = [&](std::uint64_t begin, std::uint64_t end) { steps.emplace_back(begin, end); };
  call.in_steps(7, 3, note);
  EXPECT_EQ(steps, (decltype(steps){{0, 3}, {3, 6}, {6, 7}}));
  call.in_steps(0, 3, note);
  EXPECT_EQ(checks, 3);
  EXPECT_THROW(call.in_steps(7, 3, note), Stopped);
  EXPECT_EQ(steps.size(), 3U);
}

TEST(Call, CountsShortStepsBetweenChecks) {
  int checks = 0;
  const Call call({.is_cancelled = [&] { return ++checks > 2; }});
  StepCounter counter(call, 10);
  for (int step = 0; step < 29; ++step) counter.step();
  EXPECT_EQ(checks, 2);
  EXPECT_THROW(counter.step(), Stopped);
}

}  // namespace
}  // namespace seedc::base
