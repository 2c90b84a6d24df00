// Takes the time of a stage's scope.
#include "engine/stage.h"

#include <exception>

#include "engine/host.h"

namespace seedc::engine {

Stage::Stage(Host& host, std::string_view name)
    : host_(host), exceptions_(std::uncaught_exceptions()) {
  time_.name = name;
  time_.begin = std::chrono::steady_clock::now();
}

Stage::~Stage() {
  if (std::uncaught_exceptions() > exceptions_) return;
  time_.elapsed = std::chrono::steady_clock::now() - time_.begin;
  host_.timed(time_);
}

}  // namespace seedc::engine
