// Where the model is asked, and whether the key may go there.
#pragma once

#include <string>

#include "runtime/base/result.h"

namespace seedc {

struct ChatEndpoint {
  std::string url;  ///< of chat completions
  std::string model;
  std::string key;           ///< empty: none is sent. Never printed, logged or stored
  std::string ca_file;       ///< certificates to trust instead of the system's; empty: those
  bool is_loopback = false;  ///< never leaves the machine, nor through a proxy
};

/// `url` may end before `/chat/completions`, as services give it (`http://localhost:8000/v1`). An
/// error if it is no URL of http or https, holds a password, or would carry the key over plain http
/// to another machine; and if the certificates cannot be read.
Result<ChatEndpoint> make_endpoint(const std::string& url, std::string model, std::string key,
                                   std::string ca_file = {});

/// `text` with every occurrence of the key replaced: services repeat it in their complaints.
std::string without_key(std::string text, const std::string& key);

}  // namespace seedc
