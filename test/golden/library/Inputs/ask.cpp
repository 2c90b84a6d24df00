// ask extract FORMULA DATA STORE | ask judge CLASSIFICATIONS CONTEXT GUIDELINES STORE | ask
// estimate (as judge): asks the model of the environment, with the parameter PARAM and the header
// HEADER, the FIELD that limits answers and their FORMAT.
#include <cstdlib>
#include <iostream>
#include <seedc/seedc.hpp>

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  seedc::ModelOptions model{.url = std::getenv("SEEDC_LLM_URL"),
                            .name = std::getenv("SEEDC_LLM_MODEL"),
                            .store = words.back(),
                            .retries = -1};
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (!variable("PARAM").empty()) model.params = {variable("PARAM")};
  if (!variable("HEADER").empty()) model.headers = {variable("HEADER")};
  model.response_format = variable("FORMAT");
  model.max_tokens_field = variable("FIELD");
  const seedc::Session session;
  const seedc::Call call{.log = [](bool, std::string_view text) { std::cerr << text << '\n'; }};
  seedc::Answers answers;
  if (words.front() == "extract") {
    const seedc::Data data = session.open(words[2]);
    answers = session.compile({{words[1]}}, {.data = data}).extract(data, model, call);
  } else {
    const seedc::JudgeOptions judge{
        .classifications = words[1], .context = words[2], .guidelines = words[3], .batch_size = 12};
    if (words.front() == "estimate") {
      answers.lines = session.estimate_judging(judge, model, call);
    } else {
      answers = session.judge(judge, model, call);
    }
  }
  std::cout << answers.lines;
  if (answers.incomplete) std::cerr << "incomplete: " << answers.incomplete->what() << '\n';
} catch (const seedc::Error& error) {
  std::cerr << "error: " << error.what() << '\n';
  return 1;
}
