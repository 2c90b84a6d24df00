// The address of the model service, and whether the key may be sent there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/base/result.h"

namespace seedc::llm {

struct ChatEndpoint {
  std::string url;  ///< of chat completions
  std::string model;
  std::string key;      ///< empty: none is sent. Never printed, logged or stored
  std::string ca_file;  ///< certificates to trust instead of the system's; empty: the system's
  std::vector<std::string> headers;  ///< `Name: value`, sent with every call
  /// The key, and the values of headers, any of which may be one. Never printed, logged or stored.
  std::vector<std::string> secrets;
  bool is_loopback = false;  ///< never leaves the machine, not even through a proxy
};

/// `url` may end before `/chat/completions`, as services document it (`http://localhost:8000/v1`).
/// `headers` are written `Name: value`. Fails if it is not an http or https URL, contains a
/// password, or would send the key or a header over plain http to another machine; if a header is
/// invalid or one that the client itself writes; and if the certificates cannot be read. No message
/// repeats a header's value.
base::Result<ChatEndpoint> make_endpoint(const std::string& url, std::string model, std::string key,
                                         std::string ca_file = {},
                                         std::span<const std::string> headers = {});

/// `text` with every occurrence of a secret replaced: services repeat them in error messages.
std::string without_secrets(std::string text, const std::vector<std::string>& secrets);

}  // namespace seedc::llm
