// Reads a DuckDB database with a limit: duckdb_stop LIBRARY DATABASE time|cancel|memory; prints how
// it ended, and whether soon.
#include <chrono>
#include <iostream>
#include <seedc/seedc.hpp>
#include <string>
#include <thread>

int main(int, char** arguments) {
  using namespace std::chrono_literals;
  const std::string mode = arguments[3];
  const seedc::Session session({.threads = 2, .duckdb = arguments[1]});
  const seedc::Data data = session.open(arguments[2]);
  const seedc::Cancel cancel;
  seedc::Call call;
  if (mode == "time") call.time_limit = 500ms;
  if (mode == "cancel") call.cancel = cancel;
  if (mode == "memory") call.memory_limit = 60'000'000;
  std::jthread canceller;
  if (mode == "cancel") {
    canceller = std::jthread([&] {
      std::this_thread::sleep_for(500ms);
      cancel.request();
    });
  }
  const auto begin = std::chrono::steady_clock::now();
  try {
    data.schema(call);
    std::cout << "read\n";
  } catch (const seedc::Error& error) {
    std::cout << static_cast<int>(error.kind()) << ": " << error.what() << '\n';
  }
  std::cout << (std::chrono::steady_clock::now() - begin < 10s ? "soon" : "late") << '\n';
}
