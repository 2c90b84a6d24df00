// The signal handler: sets a flag, and the second time ends the process.
#include "tools/seedc/interrupt.h"

#include "tools/seedc/sudden_end.h"

namespace seedc::tool {
namespace {

volatile std::sig_atomic_t is_noted = 0;

void note(int signal) {
  if (is_noted != 0) end_by(signal);
  is_noted = 1;
}

}  // namespace

Interrupt::Interrupt() {
  is_noted = 0;
  struct sigaction action{};
  action.sa_handler = note;
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
