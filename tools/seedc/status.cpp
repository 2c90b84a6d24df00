// Decides when and where the progress of a call is shown.
#include "tools/seedc/status.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "runtime/language/display_text.h"
#include "tools/seedc/view.h"
#include "tools/terminal/progress.h"

namespace seedc::tool {
namespace {

using Clock = std::chrono::steady_clock;

/// Of one step of work.
struct Bar {
  explicit Bar(std::string_view its_step) : step(its_step), line(step) {}
  std::string step;
  std::uint64_t done = 0;
  terminal::Progress line;
};
std::optional<Bar> bar;

/// Of one conversation.
class ConversationLine {
 public:
  explicit ConversationLine(std::string_view step) : step_(step) {}
  ~ConversationLine() { hide(); }
  ConversationLine(const ConversationLine&) = delete;
  ConversationLine& operator=(const ConversationLine&) = delete;

  const std::string& step() const { return step_; }
  /// Until it is due again.
  void hide() {
    if (is_shown_ && on_terminal_) fmt::print(stderr, "\r\x1b[K");
    is_shown_ = false;
  }
  void show(std::string_view text) {
    constexpr std::chrono::milliseconds kPauseOnTerminal{200};
    const auto now = Clock::now();
    if (now < next_show_) return;
    next_show_ = now + (on_terminal_ ? Clock::duration(kPauseOnTerminal) : kPauseElsewhere);
    is_shown_ = true;
    // A line that fills the terminal would begin another one.
    constexpr std::uint32_t kDefault = 80;
    const std::size_t width = (message_width() == 0 ? kDefault : message_width()) - 1;
    if (on_terminal_) {
      fmt::print(stderr, "\r{}\x1b[K", language::clip(text, width));
    } else {
      fmt::print(stderr, "{}\n", text);
    }
    std::fflush(stderr);
  }

 private:
  static constexpr Clock::duration kFirstPauseOnTerminal = std::chrono::seconds(1);
  static constexpr Clock::duration kPauseElsewhere = std::chrono::seconds(30);

  std::string step_;
  bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  bool is_shown_ = false;
  Clock::time_point next_show_ =
      Clock::now() + (on_terminal_ ? kFirstPauseOnTerminal : kPauseElsewhere);
};
std::unique_ptr<ConversationLine> conversation;

}  // namespace

void show_progress(std::string_view step, std::uint64_t done, std::uint64_t total) {
  if (conversation || view().quiet) return;
  if (!bar || bar->step != step || done < bar->done) {
    bar.reset();
    bar.emplace(step);
  }
  bar->done = done;
  bar->line.show(done, total);
}

void show_conversation(std::string_view step, std::string_view text) {
  if (view().quiet) return;
  bar.reset();
  if (!conversation || conversation->step() != step) {
    conversation.reset();
    conversation = std::make_unique<ConversationLine>(step);
  }
  conversation->show(text);
}

void hide_status() {
  bar.reset();
  if (conversation) conversation->hide();
}

}  // namespace seedc::tool
