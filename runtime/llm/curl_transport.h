// HTTP calls to one endpoint, many at a time, on one thread. The only place that names libcurl,
// besides the reading of URLs.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/limits.h"
#include "runtime/llm/endpoint.h"

namespace seedc {

struct HttpResponse {
  enum class Fault : std::uint8_t { None, Unreachable, Disconnected, Timeout, Tls, TooLarge };
  Fault fault = Fault::None;  ///< why there is no whole response
  std::string message;        ///< of a fault, for people
  long status = 0;
  std::string body;
  std::string location;                          ///< where a redirect points to; it is not followed
  std::chrono::duration<double> retry_after{0};  ///< as the service asked; 0 if it did not
  std::chrono::duration<double> taken{0};
};

class CurlTransport {
 public:
  static constexpr std::size_t kMostBytes = limits::kResponseBytes;  ///< of a response's body

  CurlTransport(const ChatEndpoint& endpoint, std::chrono::milliseconds timeout);
  ~CurlTransport();

  /// Begins to post a JSON body.
  void start(std::uint64_t call, std::string body);
  std::size_t in_flight() const;

  struct Completed {
    std::uint64_t call;
    HttpResponse response;
  };
  /// The calls that are done, once there are some; none if there are none in so long a time.
  std::vector<Completed> wait(std::chrono::milliseconds longest);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seedc
