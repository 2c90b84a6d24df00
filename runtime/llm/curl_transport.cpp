// Drives all calls with one multi handle; finished easy handles are reused, connections kept.
#include "runtime/llm/curl_transport.h"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_map>

#include "runtime/llm/curl.h"

namespace seedc::llm {
namespace {

using Fault = HttpResponse::Fault;

/// The state that curl writes to during a call. It is never moved.
struct Call {
  std::uint64_t number = 0;
  std::string request;
  std::size_t sent = 0;  ///< bytes of it
  std::string body;
  bool is_too_large = false;
  char error[CURL_ERROR_SIZE] = {};
};

/// Provides the request's body only once: curl cannot rewind it, and so cannot repeat a call on its
/// own when a connection breaks. Only the code that pays for calls may repeat them.
std::size_t give_body(char* target, std::size_t /*always_one*/, std::size_t size, void* source) {
  Call& call = *static_cast<Call*>(source);
  const std::size_t given = call.request.copy(target, size, call.sent);
  call.sent += given;
  return given;
}

std::size_t take_body(char* bytes, std::size_t /*always_one*/, std::size_t size, void* target) {
  Call& call = *static_cast<Call*>(target);
  call.is_too_large = call.body.size() + size > CurlTransport::kMostBytes;
  if (call.is_too_large) return 0;
  call.body.append(bytes, size);
  return size;
}

Fault fault_of(CURLcode code, const Call& call) {
  switch (code) {
    case CURLE_OK:
      return Fault::None;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
      return Fault::Unreachable;
    case CURLE_OPERATION_TIMEDOUT:
      return Fault::Timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
      return Fault::Tls;
    default:
      return call.is_too_large ? Fault::TooLarge : Fault::Disconnected;
  }
}

std::string text_of(CURL* easy, CURLINFO info) {
  const char* text = nullptr;
  curl().easy_getinfo(easy, info, &text);
  return text == nullptr ? "" : text;
}

HttpResponse response_of(CURL* easy, CURLcode code, Call& call) {
  HttpResponse response{.fault = fault_of(code, call), .body = std::move(call.body)};
  if (response.fault == Fault::TooLarge) {
    response.message =
        fmt::format("the response is longer than {} bytes", CurlTransport::kMostBytes);
  } else if (response.fault != Fault::None) {
    response.message = call.error[0] == '\0' ? curl().easy_strerror(code) : call.error;
  }
  curl().easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &response.status);
  response.location = text_of(easy, CURLINFO_REDIRECT_URL);
  curl_off_t number = 0;
  if (curl().easy_getinfo(easy, CURLINFO_RETRY_AFTER, &number) == CURLE_OK)
    response.retry_after = std::chrono::seconds(number);
  if (curl().easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &number) == CURLE_OK)
    response.taken = std::chrono::microseconds(number);
  return response;
}

struct FreeEasy {
  void operator()(CURL* easy) const { curl().easy_cleanup(easy); }
};
struct FreeMulti {
  void operator()(CURLM* multi) const { curl().multi_cleanup(multi); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, FreeEasy>;

void start_up() {
  static const CURLcode started = curl().global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw std::runtime_error("libcurl cannot be initialised");
}

}  // namespace

struct CurlTransport::State {
  struct Running {
    Easy easy;
    std::unique_ptr<Call> call;
  };

  ChatEndpoint endpoint;
  std::chrono::milliseconds timeout;
  std::unique_ptr<CURLM, FreeMulti> multi;
  std::unique_ptr<curl_slist, FreeList> headers;
  std::vector<Easy> idle;
  std::unordered_map<CURL*, Running> running;

  void add_header(const std::string& line) {
    curl_slist* longer = curl().slist_append(headers.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    (void)headers.release();
    headers.reset(longer);
  }

  /// A handle with the options common to all calls.
  Easy make_easy() const {
    Easy easy(curl().easy_init());
    if (!easy) throw std::bad_alloc();
    CURL* handle = easy.get();
    curl().easy_setopt(handle, CURLOPT_URL, endpoint.url.c_str());
    curl().easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl().easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl().easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    curl().easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!endpoint.ca_file.empty())
      curl().easy_setopt(handle, CURLOPT_CAINFO, endpoint.ca_file.c_str());
    if (endpoint.is_loopback) curl().easy_setopt(handle, CURLOPT_PROXY, "");
    curl().easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
    curl().easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl().easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                       static_cast<long>(std::min(timeout, kConnectTimeout).count()));
    curl().easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
    curl().easy_setopt(handle, CURLOPT_POST, 1L);
    curl().easy_setopt(handle, CURLOPT_READFUNCTION, &give_body);
    curl().easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take_body);
    return easy;
  }

  /// Removes a finished call.
  Completed finish(const CURLMsg& message) {
    const auto found = running.find(message.easy_handle);
    auto [easy, call] = std::move(found->second);
    running.erase(found);
    Completed done{call->number, response_of(easy.get(), message.data.result, *call)};
    curl().multi_remove_handle(multi.get(), easy.get());
    idle.push_back(std::move(easy));
    return done;
  }

  static constexpr std::chrono::milliseconds kConnectTimeout{10'000};
};

CurlTransport::CurlTransport(const ChatEndpoint& endpoint, std::chrono::milliseconds timeout)
    : state_(std::make_unique<State>()) {
  start_up();
  state_->endpoint = endpoint;
  state_->timeout = timeout;
  state_->multi.reset(curl().multi_init());
  if (!state_->multi) throw std::bad_alloc();
  state_->add_header("Content-Type: application/json");
  state_->add_header("Accept: application/json");
  state_->add_header("Expect:");  // avoids a round trip before the body
  if (!endpoint.key.empty()) state_->add_header("Authorization: Bearer " + endpoint.key);
  for (const std::string& header : endpoint.headers) state_->add_header(header);
}

CurlTransport::~CurlTransport() {
  for (const auto& [easy, running] : state_->running)
    curl().multi_remove_handle(state_->multi.get(), easy);
}

std::vector<std::uint64_t> CurlTransport::abandon() {
  std::vector<std::uint64_t> numbers;
  for (const auto& [easy, running] : state_->running) {
    numbers.push_back(running.call->number);
    curl().multi_remove_handle(state_->multi.get(), easy);
  }
  state_->running.clear();
  return numbers;
}

void CurlTransport::start(std::uint64_t number, std::string body) {
  Easy easy = state_->idle.empty() ? state_->make_easy() : std::move(state_->idle.back());
  if (!state_->idle.empty()) state_->idle.pop_back();
  auto call = std::make_unique<Call>();
  call->number = number;
  call->request = std::move(body);
  CURL* handle = easy.get();
  curl().easy_setopt(handle, CURLOPT_READDATA, call.get());
  curl().easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(call->request.size()));
  curl().easy_setopt(handle, CURLOPT_WRITEDATA, call.get());
  curl().easy_setopt(handle, CURLOPT_ERRORBUFFER, call->error);
  state_->running.emplace(handle, State::Running{std::move(easy), std::move(call)});
  if (curl().multi_add_handle(state_->multi.get(), handle) != CURLM_OK)
    throw std::runtime_error("libcurl accepts no more calls");
}

std::size_t CurlTransport::in_flight() const { return state_->running.size(); }

std::vector<CurlTransport::Completed> CurlTransport::wait(std::chrono::milliseconds longest) {
  CURLM* multi = state_->multi.get();
  int running = 0;
  curl().multi_perform(multi, &running);
  std::vector<Completed> done;
  const auto collect = [&] {
    int left = 0;
    while (const CURLMsg* message = curl().multi_info_read(multi, &left))
      if (message->msg == CURLMSG_DONE) done.push_back(state_->finish(*message));
  };
  collect();
  if (!done.empty()) return done;
  curl().multi_poll(multi, nullptr, 0, static_cast<int>(longest.count()), nullptr);
  curl().multi_perform(multi, &running);
  collect();
  return done;
}

}  // namespace seedc::llm
