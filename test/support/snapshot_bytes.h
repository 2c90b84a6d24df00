// Snapshots as bytes: modified in ways that no checksum reveals, and read from end to end.
#pragma once

#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "runtime/data/snapshot/snapshot.h"
#include "runtime/text/word_index.h"

namespace seedc::support {

/// Recomputes the checksums of a snapshot, whatever else is wrong with it, as far as its header
/// locates them.
inline void reseal(std::string& bytes) {
  data::SnapshotHeader header;
  if (bytes.size() < sizeof header) return;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.magic = data::kSnapshotMagic;
  header.version = data::kSnapshotVersion;
  header.file_bytes = bytes.size();
  const std::uint64_t contents = header.contents_offset;
  if (contents >= sizeof header && contents <= bytes.size()) {
    const auto put_sum = [&](std::uint64_t place, std::uint64_t begin, std::uint64_t end) {
      if (place + sizeof(std::uint64_t) > bytes.size() || end > bytes.size()) return;
      const std::uint64_t sum = XXH3_64bits(bytes.data() + begin, end - begin);
      std::memcpy(bytes.data() + place, &sum, sizeof sum);
    };
    const std::uint64_t body_bytes = contents - sizeof header;
    const std::uint64_t blocks =
        (body_bytes + data::kChecksumBlockBytes - 1) / data::kChecksumBlockBytes;
    const std::uint64_t groups = (blocks + data::kSumsPerGroup - 1) / data::kSumsPerGroup;
    const std::uint64_t of_groups =
        contents + std::uint64_t{header.section_count} * sizeof(data::SectionEntry);
    const std::uint64_t of_blocks = of_groups + groups * sizeof(std::uint64_t);
    for (std::uint64_t block = 0; block < blocks; ++block) {
      const std::uint64_t begin = sizeof header + block * data::kChecksumBlockBytes;
      put_sum(of_blocks + block * sizeof(std::uint64_t), begin,
              std::min(begin + data::kChecksumBlockBytes, contents));
    }
    for (std::uint64_t group = 0; group < groups; ++group) {
      const std::uint64_t first = group * data::kSumsPerGroup;
      put_sum(of_groups + group * sizeof(std::uint64_t), of_blocks + first * sizeof(std::uint64_t),
              of_blocks + std::min(first + data::kSumsPerGroup, blocks) * sizeof(std::uint64_t));
    }
    const std::uint64_t verified = std::min<std::uint64_t>(of_blocks, bytes.size()) - contents;
    header.contents_checksum = XXH3_64bits(bytes.data() + contents, verified);
  }
  header.checksum = XXH3_64bits(&header, offsetof(data::SnapshotHeader, checksum));
  std::memcpy(bytes.data(), &header, sizeof header);
}

/// Everything that a dataset answers about some paths, as text, but its report. Throws DamagedData.
inline std::string answers_of(const data::Dataset& dataset, const data::DataNeeds& needs,
                              const std::vector<std::string>& topics) {
  std::string all;
  const auto add_column = [&](const language::Path& path, const data::Column& column,
                              std::uint32_t rows) {
    all += "\n" + language::to_string(path) + ":";
    for (std::uint32_t row = 0; row < rows; ++row)
      all += " " + language::to_json(column.values.at(column.codes[row]));
  };
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    all += std::string(dataset.item_id(item)) + std::to_string(dataset.review_begin(item));
    if (dataset.find_item(dataset.item_id(item)) != item) all += " not found";
  }
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review)
    all += "\n" + std::string(dataset.review_id(review)) + std::string(dataset.text(review));
  for (const language::Path& path : needs.item_paths)
    add_column(path, dataset.item_column(path), dataset.item_count());
  for (const language::Path& path : needs.review_paths) {
    const data::Column& column = dataset.review_column(path);
    add_column(path, column, dataset.review_count());
    const data::RowValues values = dataset.review_values(path);
    const auto is_odd = [](const language::Value& value) {
      return language::to_json(value).size() % 2 == 1;
    };
    const data::ColumnFlags flags = dataset.review_flags(path, is_odd);
    const auto length = [](const language::Value& value) {
      return static_cast<std::uint16_t>(language::to_json(value).size());
    };
    const data::ColumnNumbers numbers = dataset.review_numbers(path, length);
    for (std::uint32_t row = 0; row < dataset.review_count(); ++row) {
      if (flags.holds(row) != is_odd(column.values[column.codes[row]]))
        all += " but the test of row " + std::to_string(row) + " differs";
      if (numbers.of(row) != length(column.values[column.codes[row]]))
        all += " but the number of row " + std::to_string(row) + " differs";
      if (values[row] != column.values[column.codes[row]])
        all += " but row " + std::to_string(row) + " is " + language::to_json(values[row]);
    }
    if (values.distinct_count() + 1 < column.values.size()) all += " has fewer values than said";
  }
  add_column({"names"}, dataset.reviewer_names(), dataset.review_count());
  add_column({"reviewers"}, dataset.reviewers(), dataset.review_count());
  const data::FriendGraph& graph = dataset.friend_graph();
  for (std::uint32_t person = 0; person < graph.person_count(); ++person) {
    all += "\n" + std::string(graph.name(person)) + ":";
    for (const std::uint32_t number : graph.friends(person))
      all += " " + std::string(graph.name(number));
    if (graph.is_of_users()) all += " is " + std::string(graph.user_name(person));
  }
  for (const std::string& topic : topics) {
    all += "\n" + topic + ":";
    const data::TopicJudgements judgements = dataset.judgements(topic);
    for (std::uint32_t review = 0; review < dataset.review_count(); ++review)
      all += std::to_string(static_cast<int>(judgements.of(review)));
  }
  return all;
}

/// The same with its report.
inline std::string everything_of(const data::Dataset& dataset, const data::DataNeeds& needs,
                                 const std::vector<std::string>& topics) {
  std::string all = answers_of(dataset, needs, topics);
  for (const data::LoadReport::Skipped& skipped : dataset.report().skipped)
    all += "\n" + skipped.file + std::to_string(skipped.line) + skipped.reason;
  for (const data::LoadReport::FileCount& file : dataset.report().files)
    all += "\n" + file.file + std::to_string(file.records) + "/" + std::to_string(file.accepted);
  return all;
}

}  // namespace seedc::support
