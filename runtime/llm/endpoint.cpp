// Parses URLs with curl, which will also use them, so that check and use agree.
#include "runtime/llm/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "runtime/language/decimal.h"
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

constexpr std::string_view kOwnHeaders[] = {"content-type", "content-length", "host",
                                            "expect",       "connection",     "transfer-encoding"};

bool is_header_name(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool is_control(char c) { return (c >= 0 && c < ' ' && c != '\t') || c == '\x7f'; }

/// A header as it is sent.
base::Result<std::string> checked_header(std::string_view written, bool has_key) {
  const std::size_t colon = written.find(':');
  const std::string_view name = written.substr(0, colon);
  if (colon == std::string_view::npos || !is_header_name(name))
    return base::fail_with_help<base::ErrorCode::NamelessHeader>("write `Name: value`");
  const std::string_view value = language::trim_blanks(written.substr(colon + 1));
  if (std::ranges::any_of(value, is_control)) {
    return base::fail_with_help<base::ErrorCode::HeaderHasControl>("a header is one line", name);
  }
  if (value.empty())
    return base::fail_with_help<base::ErrorCode::EmptyHeader>("write `Name: value`", name);
  const std::string lower = language::lower(name);
  if (std::ranges::find(kOwnHeaders, lower) != std::end(kOwnHeaders))
    return base::fail_with_help<base::ErrorCode::OwnHeader>("leave it out", name);
  if (has_key && lower == "authorization") {
    return base::fail_with_help<base::ErrorCode::KeyAndHeader>("give one of the two", name);
  }
  return fmt::format("{}: {}", name, value);
}

/// A header's value, and its long words: `Bearer WORD`. What is short is not secret.
void add_secrets_of(const std::string& header, std::vector<std::string>& secrets) {
  constexpr std::size_t kShortestValue = 4, kShortestWord = 8;
  const std::string_view value = std::string_view(header).substr(header.find(':') + 2);
  if (value.size() >= kShortestValue) secrets.emplace_back(value);
  for (std::size_t begin = 0; begin < value.size();) {
    const std::size_t end = std::min(value.find(' ', begin), value.size());
    if (end - begin >= kShortestWord && end - begin < value.size())
      secrets.emplace_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
}

/// Checks the endpoint's secrets against where they would go.
std::optional<base::Error> find_exposure(const ChatEndpoint& endpoint, const std::string& scheme,
                                         const std::string& host) {
  if (scheme != "http" || endpoint.is_loopback) return std::nullopt;
  if (!endpoint.key.empty()) {
    return base::error<base::ErrorCode::KeyWouldShow>(host).with_help("use https, or give no key");
  }
  if (endpoint.headers.empty()) return std::nullopt;
  return base::error<base::ErrorCode::HeadersWouldShow>(host).with_help(
      "use https, or give no headers");
}

}  // namespace

base::Result<ChatEndpoint> make_endpoint(const std::string& url, std::string model, std::string key,
                                         std::string ca_file,
                                         std::span<const std::string> headers) {
  if (!load_curl()) return tl::unexpected(load_curl().error());
  Url parsed;
  const std::string help = "an example is http://localhost:8000/v1";
  if (!parsed.set(CURLUPART_URL, url) || parsed.get(CURLUPART_HOST).empty())
    return base::fail_with_help<base::ErrorCode::NotAServiceUrl>(help, url);
  const std::string scheme = parsed.get(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") {
    return base::fail_with_help<base::ErrorCode::UnknownScheme>(help, scheme);
  }
  if (!parsed.get(CURLUPART_USER).empty() || !parsed.get(CURLUPART_PASSWORD).empty()) {
    return base::fail(base::error<base::ErrorCode::CredentialsInUrl>().with_help(
        "give a key instead", base::Setting::ServiceKey));
  }
  if (!ca_file.empty() && !std::ifstream(ca_file)) {
    return base::fail(
        base::error<base::ErrorCode::UnreadableCertificates>(ca_file, std::strerror(errno))
            .with_help("give a file of certificates in PEM", base::Setting::Certificates));
  }
  while (key.ends_with('\n') || key.ends_with('\r')) key.pop_back();  // of a file
  if (std::ranges::any_of(key, [](char c) { return c <= ' ' || c > '~'; }))
    return base::fail_with_help<base::ErrorCode::KeyHasBlank>("a key is one word on one line");
  ChatEndpoint endpoint{.model = std::move(model),
                        .key = std::move(key),
                        .ca_file = std::move(ca_file),
                        .is_loopback = is_loopback(parsed.get(CURLUPART_HOST))};
  if (!endpoint.key.empty()) endpoint.secrets.push_back(endpoint.key);
  for (const std::string& written : headers) {
    auto header = checked_header(written, !endpoint.key.empty());
    if (!header) return tl::unexpected(header.error());
    add_secrets_of(*header, endpoint.secrets);
    endpoint.headers.push_back(*std::move(header));
  }
  if (auto error = find_exposure(endpoint, scheme, parsed.get(CURLUPART_HOST)))
    return tl::unexpected(*std::move(error));
  std::string path = parsed.get(CURLUPART_PATH);
  while (path.ends_with('/')) path.pop_back();
  if (!path.ends_with(kPath)) path += kPath;
  parsed.set(CURLUPART_PATH, path);
  endpoint.url = parsed.get(CURLUPART_URL);
  return endpoint;
}

std::string without_secrets(std::string text, const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets) {
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
      text.replace(at, secret.size(), "…");
  }
  return text;
}

}  // namespace seedc::llm
