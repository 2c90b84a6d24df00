// Which cafés satisfy a request, and why one does not. `first DATA`, such as examples/cafes.
#include <iostream>
#include <seedc/seedc.hpp>

int main(int argc, char** argv) try {
  const seedc::Session session;
  const seedc::Data data = session.open(argc > 1 ? argv[1] : "examples/cafes");
  const seedc::Program program = session.compile("R1: AND(wifi_free, NOT(noise_loud))", data);
  std::cerr << program.findings_text();
  const seedc::Results results = program.prepare().run(data);
  for (const seedc::RequestResult& request : results.requests()) {
    for (const std::uint32_t item : request.matches)
      std::cout << request.id << ": " << results.item_name(item) << '\n';
  }
  std::cout << program.why(data, {.item = std::string(results.item_id(0))});
} catch (const seedc::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
