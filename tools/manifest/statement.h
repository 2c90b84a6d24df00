// The record of a run: what was read, how it was called, and what came out, as an in-toto
// Statement. docs/manifest.md has its members and their JSON Schema.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::manifest {

/// A file, or what was written to standard output, by its digest.
struct Resource {
  std::string role;  ///< of inputs: program, data, …
  std::string name;
  std::uint64_t bytes = 0;
  std::string algorithm = "sha256";  ///< or seedc-snapshot, of snapshots, which have their own
  std::string digest;                ///< in hexadecimal

  bool operator==(const Resource&) const = default;
};

/// An option with its values as they were given; a flag has none. A name without dashes is that of
/// arguments.
struct Option {
  std::string name;
  std::vector<std::string> values;
};

/// The language model that was asked, and what that took.
struct AskedModel {
  std::string name, host;
  std::map<std::string, std::string> prompts;  ///< SHA-256 of each
  std::uint64_t requests = 0, stored = 0;      ///< and those of them that the store answered
  std::uint64_t calls = 0, prompt_tokens = 0, completion_tokens = 0;
  std::optional<double> usd;  ///< if there are prices
};

struct Statement {
  std::vector<Resource> outputs;
  std::string command;
  std::vector<Option> options;
  std::vector<std::string> default_parameters;  ///< `NAME=VALUE`, which a configuration gave
  std::vector<Resource> inputs;
  std::map<std::string, std::uint64_t> limits;
  std::map<std::string, std::string> versions;
  std::optional<AskedModel> model;
  std::vector<std::string> ledger;
  std::uint32_t columns = 0;  ///< of a terminal, or of COLUMNS; 0: of neither
  bool is_coloured = false;
  int exit_status = 0;
  std::map<std::string, std::string> caller;  ///< user, host, folder: if asked for
  std::string begun;                          ///< UTC, as RFC 3339 has it
  double seconds = 0;
};

/// One line.
std::string to_json(const Statement& statement);

/// Throws Error (Data), which calls the file `name`, if the text is cut, or no statement of this
/// version.
Statement read_statement(const std::string& name, std::string_view text);

/// Lines of JSON with `name`, `bytes`, and `sha256` or `seedc-snapshot`, as the library gives them.
std::vector<Resource> resources_of(std::string_view lines, const std::string& role);

}  // namespace seedc::manifest
