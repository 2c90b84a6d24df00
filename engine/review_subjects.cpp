// Gathers people from reviews and the friend graph, topics and paths from the schema.
#include "engine/review_subjects.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "compiler/resolve/words.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/text.h"

namespace seedc::engine {
namespace {

using Person = ReviewSubjects::Person;

std::vector<Person> people_of(const data::Dataset& dataset) {
  std::map<std::string, Person, std::less<>> people;  // as the friend graph calls them
  const auto person = [&](std::string_view name) -> Person& {
    const auto known = people.find(name);
    if (known != people.end()) return known->second;
    return people.emplace(name, Person{.name = std::string(name)}).first->second;
  };
  constexpr std::uint32_t kPeoplePerCheck = 1024;
  base::StepCounter steps(dataset.call(), kPeoplePerCheck);
  const data::Column& names = dataset.reviewers();
  for (std::size_t review = 0; review < names.codes.size(); ++review) {
    steps.step();
    if (const auto* name = names.values[names.codes[review]].as<std::string>())
      ++person(*name).reviews;
  }
  const data::FriendGraph& graph = dataset.friend_graph();
  for (std::uint32_t number = 0; number < graph.person_count(); ++number) {
    steps.step();
    const auto friends = graph.friends(number);
    Person& listing = person(graph.name(number));
    listing.friends += friends.size();
    if (graph.is_of_users() && !graph.is_own(number)) listing.id = graph.name(number);
    for (const std::uint32_t other : friends) ++person(graph.name(other)).friend_of;
  }
  for (std::uint32_t number = 0; graph.is_of_users() && number < graph.person_count(); ++number) {
    const std::string_view name = graph.user_name(number);
    if (!name.empty()) person(graph.name(number)).name = name;
  }
  std::vector<Person> sorted;
  for (auto& [name, each] : people) sorted.push_back(std::move(each));
  std::ranges::stable_sort(sorted, std::greater(), &Person::reviews);
  return sorted;
}

std::string examples(const language::SchemaPath& path) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, path.commonest.size()); ++i)
    text += (i == 0 ? "" : ", ") + path.commonest[i].first;
  return path.commonest.size() > kShown || !path.is_whole ? text + ", …" : text;
}

std::string people_table(const std::vector<Person>& people, std::size_t most,
                         const report::Layout& layout) {
  report::TextTable table({{"people"},
                           {"reviews", report::TextTable::Align::Right},
                           {"friends", report::TextTable::Align::Right},
                           {"friend of", report::TextTable::Align::Right}});
  for (const Person& person : std::span(people).first(std::min(most, people.size())))
    table.add_row({person.id.empty() || person.id == person.name
                       ? person.name
                       : fmt::format("{} ({})", person.name, person.id),
                   std::to_string(person.reviews), std::to_string(person.friends),
                   std::to_string(person.friend_of)});
  std::string text = table.text(layout);
  if (people.size() > most) text += fmt::format("and {} more\n", people.size() - most);
  return text;
}

std::string topics_table(const std::vector<language::TextCount>& topics,
                         const report::Layout& layout) {
  report::TextTable table({{"topics"}, {"reviews", report::TextTable::Align::Right}});
  for (const auto& [topic, reviews] : topics) table.add_row({topic, std::to_string(reviews)});
  return table.text(layout);
}

std::string paths_table(const std::vector<language::SchemaPath>& paths,
                        const report::Layout& layout) {
  report::TextTable table({{"paths of reviews"},
                           {"type"},
                           {"present", report::TextTable::Align::Right},
                           {"commonest"}});
  for (const language::SchemaPath& path : paths) {
    table.add_row({language::to_string(path.path), fmt::format("{}", fmt::join(path.types, "|")),
                   std::to_string(path.present), examples(path)});
  }
  return table.text(layout);
}

}  // namespace

bool has_word(const std::string& text, const std::vector<std::string>& words) {
  if (words.empty()) return true;
  const std::string lower = language::lower(text);
  const resolve::Words parts = resolve::words_of(text);
  return std::ranges::any_of(words, [&](const std::string& word) {
    const std::string wanted = language::lower(word);
    return lower.starts_with(wanted) || std::ranges::any_of(parts, [&](const std::string& part) {
             return part.starts_with(wanted);
           });
  });
}

bool is_id_path(const language::Path& path) {
  if (path.empty()) return false;
  const resolve::Words words = resolve::words_of(path.back());
  return !words.empty() && words.back() == "id";
}

base::Result<ReviewSubjects> review_subjects(const EvaluateOptions& evaluate,
                                             const SubjectOptions& options) {
  auto schema =
      evaluate.data->schema({.progress = evaluate.host->begin("reading the schema of reviews"),
                             .call = evaluate.host->call()});
  if (!schema) return tl::unexpected(schema.error());
  const auto dataset =
      evaluate.data->load({.circles = true}, {.threads = evaluate.threads,
                                              .progress = evaluate.host->begin("reading people"),
                                              .call = evaluate.host->call()});
  if (!dataset) return tl::unexpected(dataset.error());
  ReviewSubjects subjects{.people = people_of(*dataset),
                          .topics = std::move(schema->topics),
                          .paths = std::move(schema->review_paths)};
  const auto is_unwanted = [&](const std::string& text) { return !has_word(text, options.words); };
  std::erase_if(subjects.people, [&](const Person& each) { return is_unwanted(each.name); });
  std::erase_if(subjects.topics, [&](const auto& each) { return is_unwanted(each.first); });
  std::erase_if(subjects.paths, [&](const language::SchemaPath& each) {
    const bool is_object = each.types == std::vector<std::string>{"object"};
    return is_object || (!options.ids && is_id_path(each.path)) ||
           is_unwanted(language::to_string(each.path));
  });
  return subjects;
}

std::string subjects_table(const ReviewSubjects& subjects, std::size_t most_people,
                           const report::Layout& layout) {
  std::vector<std::string> tables;
  if (!subjects.people.empty())
    tables.push_back(people_table(subjects.people, most_people, layout));
  if (!subjects.topics.empty()) tables.push_back(topics_table(subjects.topics, layout));
  if (!subjects.paths.empty()) tables.push_back(paths_table(subjects.paths, layout));
  return fmt::format("{}", fmt::join(tables, "\n"));
}

language::Dict subjects_json(const ReviewSubjects& subjects) {
  const auto number = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  language::List people, topics, paths;
  for (const Person& person : subjects.people) {
    language::Dict entry = {{"name", person.name},
                            {"reviews", number(person.reviews)},
                            {"friends", number(person.friends)},
                            {"friend_of", number(person.friend_of)}};
    if (!person.id.empty()) entry.insert(entry.begin() + 1, {"id", person.id});
    people.push_back(std::move(entry));
  }
  for (const auto& [topic, reviews] : subjects.topics)
    topics.push_back(language::Dict{{"topic", topic}, {"reviews", number(reviews)}});
  for (const language::SchemaPath& path : subjects.paths) {
    paths.push_back(language::Dict{{"path", language::List(path.path.begin(), path.path.end())},
                                   {"types", language::List(path.types.begin(), path.types.end())},
                                   {"present", number(path.present)},
                                   {"distinct", number(path.distinct)}});
  }
  return {{"people", std::move(people)},
          {"topics", std::move(topics)},
          {"review_paths", std::move(paths)}};
}

}  // namespace seedc::engine
