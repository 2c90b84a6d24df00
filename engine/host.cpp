// The silent host: the default for calls without a host of their own.
#include "engine/host.h"

namespace seedc {

Host& silent_host() {
  static Host host;
  return host;
}

}  // namespace seedc
