// Pulls the batches of a stream.
#include "runtime/data/arrow/table.h"

#include <fmt/format.h>

#include <cstring>

namespace seedc::data::arrow {

void Table::Release::operator()(ArrowArray* array) const {
  if (array->release != nullptr) array->release(array);
  delete array;
}

namespace {

struct ReleaseSchema {
  void operator()(ArrowSchema* schema) const {
    if (schema->release != nullptr) schema->release(schema);
  }
};

struct ReleaseStream {
  void operator()(ArrowArrayStream* stream) const {
    if (stream->release != nullptr) stream->release(stream);
  }
};

}  // namespace

class TableReader {
 public:
  TableReader(ArrowArrayStream& stream, std::string name, const Limits& limits)
      : stream_(stream), limits_(limits), table_(std::make_shared<Table>()) {
    table_->name_ = std::move(name);
  }

  base::Result<std::shared_ptr<const Table>> read() {
    if (auto done = read_type(); !done) return tl::unexpected(done.error());
    while (true) {
      limits_.call.check();
      const auto more = read_batch();
      if (!more) return tl::unexpected(more.error());
      if (!*more) return std::shared_ptr<const Table>(std::move(table_));
    }
  }

 private:
  base::Result<void> read_type() {
    ArrowSchema schema{};
    const int status = stream_.get_schema(&stream_, &schema);
    if (status != 0) return fail_stream(status);
    const std::unique_ptr<ArrowSchema, ReleaseSchema> release(&schema);
    if (schema.release == nullptr)
      return base::fail(base::ErrorKind::Data,
                        fmt::format("Arrow data `{}` has no schema", table_->name_));
    return type_of_table(schema, table_->name_).map([&](Type type) {
      table_->type_ = std::make_unique<const Type>(std::move(type));
    });
  }

  /// Whether there was one.
  base::Result<bool> read_batch() {
    const Table::OwnedArray& array =
        table_->arrays_.emplace_back(new ArrowArray{});  // owned before it is filled
    const int status = stream_.get_next(&stream_, array.get());
    if (status != 0) return fail_stream(status);
    if (array->release == nullptr) {
      table_->arrays_.pop_back();
      return false;
    }
    Faults faults;
    auto rows = Array::make(*table_->type_, *array, table_->name_, faults, table_->reasons_);
    if (!rows) return tl::unexpected(rows.error());
    const std::uint64_t before = table_->row_count_;
    table_->row_count_ += static_cast<std::uint64_t>(rows->length());
    if (table_->row_count_ > limits_.rows) {
      return base::fail(base::ErrorKind::Limit,
                        fmt::format("more than {} {}", limits_.rows, table_->name_),
                        "split the data");
    }
    table_->batches_.push_back({before, *std::move(rows), std::move(faults)});
    return true;
  }

  /// The stream's own message, if it has one.
  tl::unexpected<base::Error> fail_stream(int status) {
    const char* text =
        stream_.get_last_error == nullptr ? nullptr : stream_.get_last_error(&stream_);
    return base::fail(base::ErrorKind::Data,
                      fmt::format("the Arrow stream `{}` failed: {}", table_->name_,
                                  text != nullptr ? text : std::strerror(status)));
  }

  ArrowArrayStream& stream_;
  const Limits& limits_;
  std::shared_ptr<Table> table_;
};

base::Result<std::shared_ptr<const Table>> read_table(ArrowArrayStream* stream, std::string name,
                                                      const Limits& limits) {
  if (stream == nullptr || stream->release == nullptr) {
    return base::fail(base::ErrorKind::Usage,
                      fmt::format("the Arrow stream `{}` is null or released already", name),
                      "a stream can be read once");
  }
  const std::unique_ptr<ArrowArrayStream, ReleaseStream> release(stream);
  if (stream->get_schema == nullptr || stream->get_next == nullptr) {
    return base::fail(base::ErrorKind::Data,
                      fmt::format("the Arrow stream `{}` has no functions", name));
  }
  return TableReader(*stream, std::move(name), limits).read();
}

}  // namespace seedc::data::arrow
