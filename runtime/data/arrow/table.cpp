// Reads a stream to its end.
#include "runtime/data/arrow/table.h"

#include <utility>

namespace seedc::data::arrow {

base::Result<std::shared_ptr<const Table>> read_table(OwnedStream stream, std::string name,
                                                      const Limits& limits) {
  auto reader = BatchReader::open(std::move(stream), std::move(name), limits);
  if (!reader) return tl::unexpected(reader.error());
  std::vector<Batch> batches;
  while (true) {
    auto batch = reader->next();
    if (!batch) return tl::unexpected(batch.error());
    if (!*batch) break;
    batches.push_back(**std::move(batch));
  }
  return std::make_shared<const Table>(reader->name(), reader->type(), std::move(batches));
}

}  // namespace seedc::data::arrow
