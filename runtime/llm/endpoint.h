// The address of the model service, and whether the key may be sent there.
#pragma once

#include <string>

#include "runtime/base/result.h"

namespace seedc::llm {

struct ChatEndpoint {
  std::string url;  ///< of chat completions
  std::string model;
  std::string key;           ///< empty: none is sent. Never printed, logged or stored
  std::string ca_file;       ///< certificates to trust instead of the system's; empty: the system's
  bool is_loopback = false;  ///< never leaves the machine, not even through a proxy
};

/// `url` may end before `/chat/completions`, as services document it (`http://localhost:8000/v1`).
/// Fails if it is not an http or https URL, contains a password, or would send the key over plain
/// http to another machine; and if the certificates cannot be read.
base::Result<ChatEndpoint> make_endpoint(const std::string& url, std::string model, std::string key,
                                         std::string ca_file = {});

/// `text` with every occurrence of the key replaced: services repeat it in error messages.
std::string without_key(std::string text, const std::string& key);

}  // namespace seedc::llm
