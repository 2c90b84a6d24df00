// Writes and reads statements.
#include "tools/manifest/statement.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "include/seedc/seedc.hpp"

namespace seedc::manifest {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kType = "https://in-toto.io/Statement/v1";
constexpr const char* kPredicateType = "urn:seedc:run:v1";
constexpr const char* kMembers = "docs/manifest.md has the members";

Json json_of(const Resource& resource) {
  Json json;
  json["name"] = resource.name;
  if (!resource.role.empty()) json["role"] = resource.role;
  json["bytes"] = resource.bytes;
  json["digest"] = {{resource.algorithm, resource.digest}};
  return json;
}

Json json_of(const Option& option) { return {{"name", option.name}, {"values", option.values}}; }

template <class T>
Json list_of(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(json_of(value));
  return list;
}

/// In-toto's own description of what came out, which has other members as annotations.
Json subject_of(const Resource& output) {
  return {{"name", output.name},
          {"digest", {{output.algorithm, output.digest}}},
          {"annotations", {{"bytes", output.bytes}}}};
}

Json json_of(const AskedModel& model) {
  Json json = {{"name", model.name},
               {"host", model.host},
               {"prompts", model.prompts},
               {"requests", model.requests},
               {"stored", model.stored},
               {"calls", model.calls},
               {"prompt_tokens", model.prompt_tokens},
               {"completion_tokens", model.completion_tokens}};
  if (model.usd) json["usd"] = *model.usd;
  return json;
}

Json predicate_of(const Statement& statement) {
  Json json = {{"command", statement.command},
               {"options", list_of(statement.options)},
               {"default_parameters", statement.default_parameters},
               {"inputs", list_of(statement.inputs)},
               {"limits", statement.limits},
               {"versions", statement.versions}};
  if (statement.model) json["model"] = json_of(*statement.model);
  json["ledger"] = statement.ledger;
  json["view"] = {{"columns", statement.columns}, {"color", statement.is_coloured}};
  json["exit_status"] = statement.exit_status;
  if (!statement.caller.empty()) json["caller"] = statement.caller;
  json["times"] = {{"begun", statement.begun}, {"seconds", statement.seconds}};
  return json;
}

/// JSON that has the members, but not as a statement has them.
struct NotAStatement {
  std::string what;
};

Resource resource_of(const Json& json) {
  Resource resource = {.role = json.value("role", ""),
                       .name = json.at("name").get<std::string>(),
                       .bytes = json.at("bytes").get<std::uint64_t>()};
  const Json& digest = json.at("digest");
  const bool is_known =
      digest.size() == 1 && (digest.contains("sha256") || digest.contains("seedc-snapshot"));
  if (!is_known)
    throw NotAStatement{
        fmt::format("the digest of `{}` is not `sha256` or `seedc-snapshot`", resource.name)};
  resource.algorithm = digest.items().begin().key();
  resource.digest = digest.front().get<std::string>();
  return resource;
}

Resource output_of(const Json& subject) {
  Json flat = subject;
  flat["bytes"] = subject.at("annotations").at("bytes");
  return resource_of(flat);
}

std::vector<Resource> resources_in(const Json& list) {
  std::vector<Resource> resources;
  for (const Json& each : list) resources.push_back(resource_of(each));
  return resources;
}

AskedModel model_of(const Json& json) {
  AskedModel model = {.name = json.at("name").get<std::string>(),
                      .host = json.at("host").get<std::string>(),
                      .prompts = json.at("prompts").get<std::map<std::string, std::string>>(),
                      .requests = json.at("requests").get<std::uint64_t>(),
                      .stored = json.at("stored").get<std::uint64_t>(),
                      .calls = json.at("calls").get<std::uint64_t>(),
                      .prompt_tokens = json.at("prompt_tokens").get<std::uint64_t>(),
                      .completion_tokens = json.at("completion_tokens").get<std::uint64_t>(),
                      .usd = std::nullopt};
  if (json.contains("usd")) model.usd = json.at("usd").get<double>();
  return model;
}

Statement statement_of(const Json& json) {
  const Json& predicate = json.at("predicate");
  Statement statement;
  for (const Json& subject : json.at("subject")) statement.outputs.push_back(output_of(subject));
  statement.command = predicate.at("command").get<std::string>();
  for (const Json& option : predicate.at("options")) {
    statement.options.push_back({option.at("name").get<std::string>(),
                                 option.at("values").get<std::vector<std::string>>()});
  }
  predicate.at("default_parameters").get_to(statement.default_parameters);
  statement.inputs = resources_in(predicate.at("inputs"));
  predicate.at("limits").get_to(statement.limits);
  predicate.at("versions").get_to(statement.versions);
  if (predicate.contains("model")) statement.model = model_of(predicate.at("model"));
  predicate.at("ledger").get_to(statement.ledger);
  predicate.at("view").at("columns").get_to(statement.columns);
  predicate.at("view").at("color").get_to(statement.is_coloured);
  predicate.at("exit_status").get_to(statement.exit_status);
  if (predicate.contains("caller")) predicate.at("caller").get_to(statement.caller);
  predicate.at("times").at("begun").get_to(statement.begun);
  predicate.at("times").at("seconds").get_to(statement.seconds);
  return statement;
}

[[noreturn]] void refuse_statement(const std::string& name, std::string_view what,
                                   std::string help) {
  throw Error(ErrorKind::Data, fmt::format("`{}` is no manifest: {}", name, what), std::move(help));
}

/// Rejects other JSON than a statement about a run, and one of another version.
void check_types(const std::string& name, const Json& json) {
  constexpr const char* kHelp = "`seedc run --manifest FILE` makes one";
  if (json.is_discarded())
    refuse_statement(name, "it is not JSON, or cut short", "make it again, or take a whole copy");
  if (!json.is_object()) refuse_statement(name, "it is not a JSON object", kHelp);
  if (json.contains("payloadType"))
    refuse_statement(name, "it is a signed envelope of one",
                     "`seedc verify FILE --key KEY -o run.json` checks it and writes the manifest");
  if (json.value("_type", Json()) != kType) refuse_statement(name, "its `_type` is another", kHelp);
  if (json.value("predicateType", Json()) != kPredicateType)
    refuse_statement(
        name,
        fmt::format("its `predicateType` is not `{}`, which this version reads", kPredicateType),
        "replay it with the version of seedc that made it");
}

}  // namespace

std::string to_json(const Statement& statement) {
  Json subjects = Json::array();
  for (const Resource& output : statement.outputs) subjects.push_back(subject_of(output));
  const Json json = {{"_type", kType},
                     {"subject", std::move(subjects)},
                     {"predicateType", kPredicateType},
                     {"predicate", predicate_of(statement)}};
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + '\n';
}

Statement read_statement(const std::string& name, std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  check_types(name, json);
  try {
    return statement_of(json);
  } catch (const NotAStatement& error) {
    refuse_statement(name, error.what, kMembers);
  } catch (const Json::exception& error) {
    const std::string_view what = error.what();
    const std::size_t number = what.find("] ");  // the JSON library's own number of the error ends
    refuse_statement(name,
                     fmt::format("a member is missing or of another kind ({})",
                                 what.substr(number == std::string_view::npos ? 0 : number + 2)),
                     kMembers);
  }
}

std::vector<Resource> resources_of(std::string_view lines, const std::string& role) {
  std::vector<Resource> resources;
  for (const std::string& line : detail::lines(lines)) {
    Resource resource = resource_of(Json::parse(line));
    resource.role = role;
    resources.push_back(std::move(resource));
  }
  return resources;
}

}  // namespace seedc::manifest
