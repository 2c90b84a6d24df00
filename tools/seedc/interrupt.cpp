// The signal handler, which only sets a flag.
#include "tools/seedc/interrupt.h"

namespace seedc::tool {
namespace {

volatile std::sig_atomic_t is_noted = 0;

}  // namespace

Interrupt::Interrupt() {
  is_noted = 0;
  struct sigaction action{};
  action.sa_handler = [](int) { is_noted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool Interrupt::is_requested() { return is_noted != 0; }

}  // namespace seedc::tool
