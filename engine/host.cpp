// The host of calls that nobody watches.
#include "engine/host.h"

namespace seedc {

Host& silent_host() {
  static Host host;
  return host;
}

}  // namespace seedc
