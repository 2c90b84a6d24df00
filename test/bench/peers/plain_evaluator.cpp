// The peer that reads semantics.md to the letter: the oracle of the differential tests, on one
// core.
//
//   seedc-plain-evaluator DATA REQUESTS.jsonl
//
// Prints a JSON object of the answer and its seconds, as duckdb_peer.py does: "first" with loading,
// "again" without.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "test/differential/plain/evaluator.h"

namespace {

namespace fs = std::filesystem;
using seedc::plain::Json;

std::vector<Json> read_lines(const fs::path& file) {
  std::vector<Json> records;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) records.push_back(Json::parse(line));
  return records;
}

Json read_json(const fs::path& file) {
  std::ifstream in(file);
  return in ? Json::parse(in) : Json();
}

/// For a folder written by the generator: users are inlined in their reviews.
seedc::plain::World read_world(const fs::path& folder) {
  seedc::plain::Records records;
  records.items = read_lines(folder / "restaurants.jsonl");
  records.reviews = read_lines(folder / "reviews.jsonl");
  records.user_mapping = read_json(folder / "user_mapping.json");
  records.judgement_cache = read_json(folder / "judgement_cache.json");
  return seedc::plain::world_of(records);
}

/// {"matches": sorted ids, "unknown": count}
Json answer(seedc::plain::Evaluator& evaluator, const Json& request) {
  const std::vector<seedc::language::Tri> values = evaluator.evaluate(request.at("structure"));
  std::vector<std::string> matches;
  std::size_t unknown = 0;
  for (std::size_t item = 0; item < values.size(); ++item) {
    const Json& id = evaluator.world().items[item].value.at("business_id");
    if (values[item] == seedc::language::Tri::Yes) matches.push_back(id);
    if (values[item] == seedc::language::Tri::Unknown) ++unknown;
  }
  std::sort(matches.begin(), matches.end());
  return {{"matches", matches}, {"unknown", unknown}};
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: seedc-plain-evaluator DATA REQUESTS.jsonl\n";
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  seedc::plain::Evaluator evaluator(read_world(arguments[1]));
  const auto loaded = std::chrono::steady_clock::now();
  Json answers = Json::object();
  for (const Json& request : read_lines(arguments[2])) {
    answers[request.at("id").get<std::string>()] = answer(evaluator, request);
  }
  const Json seconds = {{"first", seconds_since(begin)}, {"again", seconds_since(loaded)}};
  std::cout << Json{{"answer", answers}, {"seconds", seconds}};
}
