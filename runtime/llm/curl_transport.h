// HTTP calls to one endpoint, many at a time, on one thread. Only this file and the parsing of URLs
// use libcurl.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/limits.h"
#include "runtime/llm/endpoint.h"

namespace seedc::llm {

struct HttpResponse {
  enum class Fault : std::uint8_t { None, Unreachable, Disconnected, Timeout, Tls, TooLarge };
  Fault fault = Fault::None;  ///< why there is no complete response
  std::string message;        ///< of a fault, for people
  long status = 0;
  std::string body;
  std::string location;                          ///< the target of a redirect; it is not followed
  std::chrono::duration<double> retry_after{0};  ///< as requested by the service; 0 if it did not
  std::chrono::duration<double> taken{0};
};

class CurlTransport {
 public:
  static constexpr std::size_t kMostBytes = base::limits::kResponseBytes;  ///< of a response's body

  CurlTransport(const ChatEndpoint& endpoint, std::chrono::milliseconds timeout);
  ~CurlTransport();

  /// Starts to post a JSON body.
  void start(std::uint64_t call, std::string body);
  std::size_t in_flight() const;

  struct Completed {
    std::uint64_t call;
    HttpResponse response;
  };
  /// Waits for calls to complete and returns those that did; empty if none did within the given
  /// time.
  std::vector<Completed> wait(std::chrono::milliseconds longest);
  /// Ends the calls in flight without their responses, and returns their numbers.
  std::vector<std::uint64_t> abandon();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seedc::llm
