// libcurl, loaded when a service is first used: it loads thirty further libraries, which took a
// third of the start-up time of every process.
#pragma once

#include <curl/curl.h>

#include "runtime/base/result.h"

namespace seedc::llm {

/// All its functions that are used, by their names without `curl_`.
// clang-format off
#define SEEDC_CURL_FUNCTIONS(X) \
  X(global_init) X(free) \
  X(easy_init) X(easy_cleanup) X(easy_setopt) X(easy_getinfo) X(easy_strerror) \
  X(multi_init) X(multi_cleanup) X(multi_add_handle) X(multi_remove_handle) \
  X(multi_perform) X(multi_poll) X(multi_info_read) \
  X(slist_append) X(slist_free_all) \
  X(url) X(url_cleanup) X(url_set) X(url_get)
// clang-format on

struct CurlFunctions {
#define SEEDC_CURL_MEMBER(name) decltype(&::curl_##name) name = nullptr;
  SEEDC_CURL_FUNCTIONS(SEEDC_CURL_MEMBER)
#undef SEEDC_CURL_MEMBER
};

/// Loads it once. Fails with kind Service, or Limit if memory ran out.
const base::Result<CurlFunctions>& load_curl();
/// The loaded functions.
inline const CurlFunctions& curl() { return load_curl().value(); }

}  // namespace seedc::llm
