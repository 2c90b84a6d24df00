// What a service says when it refuses a request: every vendor has a shape of its own.
#pragma once

#include <optional>
#include <string>

#include "runtime/llm/curl_transport.h"
#include "runtime/llm/request_form.h"

namespace seedc::llm {

/// Each is empty if the service does not say it.
struct Complaint {
  std::string message;  ///< for people, in one line
  std::string code;
  std::string type;
  std::string parameter;  ///< the member of the request that it is about: `response_format.type`
};

/// Reads a body of these shapes, or the first line of any other text; pages of HTML say nothing.
///
///   {"error": {"message", "code", "type", "param"}}      OpenAI, Azure, most others
///   [{"error": {…}}]                                     Gemini
///   {"error": "…", "code": "…"}, {"message": "…"}        xAI, Ollama; older vLLM
///   {"detail": "…"}, {"detail": [{"loc", "msg"}]}        FastAPI
///   {"message": {"detail": [{"loc", "msg"}]}}            Mistral
Complaint complaint_of(const HttpResponse& response);

/// The part of the request's form that the service does not take; std::nullopt if the complaint is
/// about something else, such as the request's content or an answer's size.
std::optional<FormPart> refused_part(long status, const Complaint& complaint);

/// Whether it is about a parameter that the user set.
bool names_parameter(long status, const Complaint& complaint, const RequestChoice& choice);

}  // namespace seedc::llm
