// The silent host: the default for calls without a host of their own.
#include "engine/host.h"

namespace seedc::engine {

Host& silent_host() {
  static Host host;
  return host;
}

}  // namespace seedc::engine
