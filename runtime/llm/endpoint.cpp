// Parses URLs with curl, which will also use them, so that check and use agree.
#include "runtime/llm/endpoint.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <string_view>

#include "runtime/language/text.h"
#include "runtime/llm/curl.h"

namespace seedc::llm {
namespace {

constexpr std::string_view kPath = "/chat/completions";

class Url {
 public:
  Url() : handle_(curl().url(), curl().url_cleanup) {
    if (!handle_) throw std::bad_alloc();
  }
  bool set(CURLUPart part, const std::string& text) {
    return is_done(curl().url_set(handle_.get(), part, text.c_str(), 0));
  }
  std::string get(CURLUPart part) const {
    char* text = nullptr;
    if (!is_done(curl().url_get(handle_.get(), part, &text, 0))) return {};
    std::string copy = text;
    curl().free(text);
    return copy;
  }

 private:
  static bool is_done(CURLUcode code) {
    if (code == CURLUE_OUT_OF_MEMORY) throw std::bad_alloc();
    return code == CURLUE_OK;
  }

  std::unique_ptr<CURLU, void (*)(CURLU*)> handle_;
};

/// The names that never leave the machine; curl itself resolves `localhost` to loopback.
bool is_loopback(const std::string& given_host) {
  const std::string host = language::lower(given_host);
  const bool is_ipv4 =
      host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_ipv4 || host == "localhost" || host == "[::1]";
}

}  // namespace

base::Result<ChatEndpoint> make_endpoint(const std::string& url, std::string model, std::string key,
                                         std::string ca_file) {
  if (!load_curl()) return tl::unexpected(load_curl().error());
  Url parsed;
  const std::string help = "an example is http://localhost:8000/v1";
  if (!parsed.set(CURLUPART_URL, url) || parsed.get(CURLUPART_HOST).empty())
    return base::fail(base::ErrorKind::Usage,
                      fmt::format("`{}` is not the URL of a model service", url), help);
  const std::string scheme = parsed.get(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") {
    return base::fail(base::ErrorKind::Usage,
                      fmt::format("models are called over https or http, not `{}`", scheme), help);
  }
  if (!parsed.get(CURLUPART_USER).empty() || !parsed.get(CURLUPART_PASSWORD).empty()) {
    return base::fail(base::ErrorKind::Usage,
                      "the URL of the model service contains a user name or a password",
                      "give a key instead", base::Setting::ServiceKey);
  }
  if (!ca_file.empty() && !std::ifstream(ca_file)) {
    return base::fail(
        base::ErrorKind::Usage,
        fmt::format("cannot read the certificates in `{}`: {}", ca_file, std::strerror(errno)),
        "give a file of certificates in PEM", base::Setting::Certificates);
  }
  const bool stays_here = is_loopback(parsed.get(CURLUPART_HOST));
  if (scheme == "http" && !key.empty() && !stays_here) {
    return base::fail(
        base::ErrorKind::Usage,
        fmt::format("the key would go over plain http to `{}`, where others can read it",
                    parsed.get(CURLUPART_HOST)),
        "use https, or give no key");
  }
  std::string path = parsed.get(CURLUPART_PATH);
  while (path.ends_with('/')) path.pop_back();
  if (!path.ends_with(kPath)) path += kPath;
  parsed.set(CURLUPART_PATH, path);
  return ChatEndpoint{parsed.get(CURLUPART_URL), std::move(model), std::move(key),
                      std::move(ca_file), stays_here};
}

std::string without_key(std::string text, const std::string& key) {
  if (key.empty()) return text;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at))
    text.replace(at, key.size(), "…");
  return text;
}

}  // namespace seedc::llm
