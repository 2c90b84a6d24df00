// Loads datasets into memory: the columns that a run needs, moved out of the loaded tables.
#include "runtime/data/record_source.h"

#include <algorithm>
#include <set>

#include "runtime/data/model/storage.h"
#include "runtime/data/model/text_column.h"

namespace seedc::data {
namespace {

using Form = ColumnSpec::Form;

std::vector<ColumnSpec> distinct_columns(const std::vector<language::Path>& paths) {
  std::vector<ColumnSpec> columns;
  for (const language::Path& path : std::set<language::Path>(paths.begin(), paths.end()))
    columns.push_back({path});
  return columns;
}

std::shared_ptr<const text::LiteralSearch> search_for(
    const std::vector<language::RequiredLiterals>& literals) {
  std::vector<std::optional<language::RequiredLiterals>> searches;
  for (const language::RequiredLiterals& each : literals) {
    if (std::ranges::find(searches, each) == searches.end()) searches.emplace_back(each);
  }
  return std::make_shared<const text::LiteralSearch>(std::move(searches));
}

}  // namespace

RecordLayout layout_for(const DataNeeds& needs, bool user_graph) {
  std::vector<ColumnSpec> review_columns = distinct_columns(needs.review_paths);
  if (needs.circles && user_graph) review_columns.push_back({kUserIdPath, Form::Name});
  if (needs.names || needs.circles) review_columns.push_back({kNamePath, Form::Name});
  RecordLayout layout(distinct_columns(needs.item_paths), std::move(review_columns), needs.texts);
  if (needs.texts && needs.searches) layout.searches = search_for(*needs.searches);
  return layout;
}

namespace {

/// All that the dataset tells of the column, which its values are made of only if they are needed.
void take_text_column(const language::Path& path, TextColumn column, Dataset::Storage& storage) {
  const auto texts = std::make_shared<const TextColumn>(std::move(column));
  storage.review_columns.try_emplace(path,
                                     [=](const base::Call& call) { return texts->column(call); });
  storage.review_rows.try_emplace(path, texts->rows());
  storage.review_tests.try_emplace(path, [=](const ValueTest& test, const base::Call& call) {
    return texts->marks(test, call);
  });
  storage.review_numbers.try_emplace(path, [=](const ValueNumber& number, const base::Call& call) {
    return texts->marks(number, call);
  });
}

void take_columns(LoadedRecords& loaded, Dataset::Storage& storage, const base::Call& call) {
  const RecordLayout& layout = *loaded.layout;
  for (std::size_t c = 0; c < layout.item_columns.size(); ++c) {
    loaded.items.codes(c) = padded(std::move(loaded.items.codes(c)));
    storage.item_columns.try_emplace(layout.item_columns[c].path,
                                     loaded.items.take_column(c, call).column(call));
  }
  std::optional<std::size_t> ids;  // before the names
  for (std::size_t c = 0; c < layout.review_columns.size(); ++c) {
    const ColumnSpec& spec = layout.review_columns[c];
    if (spec.form == Form::Name && spec.path == kUserIdPath) {
      ids = c;
    } else if (spec.form == Form::Name) {
      auto [names, graphs] = take_names(loaded, c);
      if (ids && loaded.friend_graph->is_of_users()) {
        auto [people, of_people] = take_reviewers(loaded, *ids, names, graphs, call);
        storage.reviewers.emplace(std::move(people));
        if (!of_people.empty()) storage.reviewer_graphs.emplace(std::move(of_people));
      }
      storage.names.emplace(std::move(names));
      if (!graphs.empty()) storage.name_graphs.emplace(std::move(graphs));
    } else if (loaded.reviews.has_texts(c) && !is_named(spec.path)) {
      take_text_column(spec.path, loaded.reviews.take_column(c, call), storage);
    } else {
      Column column = loaded.reviews.take_column(c, call).column(call);
      assign_names(spec.path, loaded.assigned_names, column);
      storage.review_columns.try_emplace(spec.path, std::move(column));
    }
  }
}

/// The bytes of what a dataset keeps, without the arenas.
std::uint64_t kept_bytes(const LoadedRecords& loaded) {
  return loaded.items.column_bytes() + loaded.reviews.column_bytes() +
         base::bytes_of(loaded.item_ids) + base::bytes_of(loaded.review_ids) +
         base::bytes_of(loaded.texts) + base::bytes_of(loaded.review_begins) +
         (loaded.text_keys ? loaded.text_keys->bytes() : 0);
}

}  // namespace

Dataset dataset_of(LoadedRecords& loaded, const DataNeeds& needs, const base::Call& call) {
  auto storage = std::make_shared<Dataset::Storage>();
  const std::uint64_t bytes = kept_bytes(loaded);
  take_columns(loaded, *storage, call);
  storage->items_by_id.emplace([ids = loaded.item_ids](const base::Call& reader) {
    return FlatArray(sorted_by_id(ids, reader));
  });
  storage->charge = std::exchange(loaded.charge, {});
  storage->charge.set(bytes);
  storage->memory = std::move(loaded.memory);
  storage->report = combined(loaded.reports);
  storage->item_ids = std::move(loaded.item_ids);
  storage->review_ids = std::move(loaded.review_ids);
  storage->review_begins = std::move(loaded.review_begins);
  if (needs.texts) storage->texts = std::move(loaded.texts);
  if (loaded.text_keys)
    storage->searched_texts.emplace(loaded.layout->searches, std::move(loaded.text_keys->codes(0)),
                                    loaded.text_keys->keys(0));
  if (needs.circles) storage->friend_graph.emplace(std::move(loaded.friend_graph));
  if (needs.judgements) storage->judgements.emplace(std::move(loaded.judgements));
  return Dataset(std::move(storage), call);
}

base::Result<Dataset> RecordSource::load(const DataNeeds& needs, const LoadOptions& options) const {
  return load_records(layout_for(needs, may_have_user_graph()), files_for(needs), options)
      .map([&](std::unique_ptr<LoadedRecords> loaded) {
        return dataset_of(*loaded, needs, options.call);
      });
}

}  // namespace seedc::data
