// Implements access to a loaded dataset.
#include "runtime/data/model/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runtime/base/damaged_data.h"
#include "runtime/data/model/storage.h"

namespace seedc::data {
namespace {

template <class Mark>
ColumnMarks<Mark> marks_of(const Column& column, const MarkOf<Mark>& mark, const base::Call& call) {
  return marks_of<Mark>(column.codes.packed(), column.values, column.values.size(), mark, call);
}

/// The caller reads something that is not in its DataNeeds: a bug in this program.
[[noreturn]] void not_asked_for(const std::string& what) {
  throw std::logic_error(what + " was read from a dataset without being in its DataNeeds");
}

const Column& column_at(const std::map<language::Path, Lazy<Column>>& columns,
                        const language::Path& path, std::string_view of, const base::Call& call) {
  const auto column = columns.find(path);
  if (column == columns.end())
    not_asked_for(fmt::format("the {} path `{}`", of, language::to_string(path)));
  return column->second.get(call);
}

}  // namespace

void DataNeeds::add(const DataNeeds& more) {
  item_paths.insert(item_paths.end(), more.item_paths.begin(), more.item_paths.end());
  review_paths.insert(review_paths.end(), more.review_paths.begin(), more.review_paths.end());
  add_texts(more);
  names = names || more.names;
  circles = circles || more.circles;
  judgements = judgements || more.judgements;
}

/// Texts that one of them reads otherwise are kept.
void DataNeeds::add_texts(const DataNeeds& more) {
  if (!more.texts) return;
  if (!texts) {
    searches = more.searches;
  } else if (searches && more.searches) {
    searches->insert(searches->end(), more.searches->begin(), more.searches->end());
  } else {
    searches.reset();
  }
  texts = true;
}

Dataset::Dataset(std::shared_ptr<const Storage> storage, base::Call call)
    : storage_(std::move(storage)), call_(std::move(call)) {}

std::uint32_t Dataset::item_count() const {
  return static_cast<std::uint32_t>(storage_->item_ids.size());
}

std::uint32_t Dataset::review_count() const {
  return storage_->review_begins[storage_->item_ids.size()];
}

std::string_view Dataset::item_id(std::uint32_t item) const { return storage_->item_ids[item]; }

std::optional<std::uint32_t> Dataset::find_item(std::string_view id) const {
  const FlatArray<std::uint32_t>& items = storage_->items_by_id->get(call_);
  const auto item = std::lower_bound(
      items.begin(), items.end(), id,
      [this](std::uint32_t at, std::string_view wanted) { return item_id(at) < wanted; });
  return item != items.end() && item_id(*item) == id ? std::optional(*item) : std::nullopt;
}

std::uint32_t Dataset::review_begin(std::uint32_t item) const {
  return storage_->review_begins[item];
}

std::string_view Dataset::review_id(std::uint32_t review) const {
  return storage_->review_ids[review];
}

std::string_view Dataset::text(std::uint32_t review) const {
  if (!storage_->texts) not_asked_for("the reviews' text");
  const std::string_view text = (*storage_->texts)[review];
  if (text.data() == kNotKept.data()) not_asked_for("a text that was searched");
  return text;
}

bool Dataset::has_text(std::uint32_t review) const {
  if (!storage_->texts) not_asked_for("the reviews' text");
  return !(*storage_->texts)[review].empty();
}

const SearchedTexts* Dataset::searched_texts() const {
  return storage_->searched_texts ? &*storage_->searched_texts : nullptr;
}

const text::WordIndex* Dataset::word_index() const {
  return storage_->word_index ? &storage_->word_index->get(call_) : nullptr;
}

std::uint64_t Dataset::text_bytes() const { return storage_->texts->stored_bytes(); }

const Column& Dataset::item_column(const language::Path& path) const {
  return column_at(storage_->item_columns, path, "item", call_);
}

const Column& Dataset::review_column(const language::Path& path) const {
  return column_at(storage_->review_columns, path, "review", call_);
}

RowValues Dataset::review_values(const language::Path& path) const {
  const auto rows = storage_->review_rows.find(path);
  if (rows != storage_->review_rows.end()) return rows->second.get(call_);
  const Column& column = review_column(path);
  return {column.values.size(),
          [&column](std::uint32_t row) { return column.values[column.codes[row]]; }};
}

ColumnFlags Dataset::review_flags(const language::Path& path, const ValueTest& test) const {
  const auto tested = storage_->review_tests.find(path);
  if (tested != storage_->review_tests.end()) {
    if (auto flags = tested->second(test, call_)) return *std::move(flags);
  }
  return marks_of(review_column(path), test, call_);
}

ColumnNumbers Dataset::review_numbers(const language::Path& path, const ValueNumber& number) const {
  const auto numbered = storage_->review_numbers.find(path);
  if (numbered != storage_->review_numbers.end()) {
    if (auto numbers = numbered->second(number, call_)) return *std::move(numbers);
  }
  return marks_of(review_column(path), number, call_);
}

const Column& Dataset::reviewer_names() const {
  if (!storage_->names) not_asked_for("the reviewers' names");
  return storage_->names->get(call_);
}

const FriendGraph& Dataset::friend_graph() const {
  if (!storage_->friend_graph) not_asked_for("the friend graph");
  return *storage_->friend_graph->get(call_);
}

std::uint32_t Dataset::Storage::graph_of_reviewer(const FriendGraph& graph,
                                                  std::uint32_t code) const {
  const auto& graphs = graph.is_of_users() ? reviewer_graphs : name_graphs;
  if (!graphs) return 0;
  if (code >= graphs->size()) throw base::DamagedData();
  return (*graphs)[code];
}

std::uint32_t Dataset::graph_of_reviewer(std::uint32_t code) const {
  return storage_->graph_of_reviewer(friend_graph(), code);
}

const Column& Dataset::reviewers() const {
  return friend_graph().is_of_users() ? storage_->reviewers->get(call_) : reviewer_names();
}

std::span<const std::uint32_t> Dataset::people_of_reviewers() const {
  const auto look_up = [this](const base::Call& call) {
    const FriendGraph& graph = friend_graph();
    const std::vector<language::Value>& values = reviewers().values;
    Storage::People people{
        .charge = {call, "the values of reviews", values.size() * sizeof(std::uint32_t)},
        .numbers = std::vector(values.size(), kNobody)};
    base::StepCounter steps(call, FriendGraph::kPeoplePerCheck);
    for (std::uint32_t code = 0; code < values.size(); ++code) {
      steps.step();
      if (const auto* name = values[code].as<std::string>())
        people.numbers[code] =
            graph.find(storage_->graph_of_reviewer(graph, code), *name).value_or(kNobody);
    }
    return people;
  };
  return storage_->people_of_reviewers.get(call_, look_up).numbers;
}

TopicJudgements Dataset::judgements(std::string_view topic) const {
  if (!storage_->judgements) not_asked_for("the judgements");
  return storage_->judgements->get(call_).of_topic(topic, review_count());
}

const LoadReport& Dataset::report() const { return storage_->report; }

}  // namespace seedc::data
