// Pulls the batches of a stream.
#include "runtime/data/arrow/batches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace seedc::data::arrow {
namespace {

struct ReleaseSchema {
  void operator()(ArrowSchema* schema) const {
    if (schema->release != nullptr) schema->release(schema);
  }
};

struct ReleaseArray {
  void operator()(ArrowArray* array) const {
    if (array->release != nullptr) array->release(array);
    delete array;
  }
};

/// Those of the rows [begin, end), counted from `begin`.
std::vector<Fault> faults_of(const std::vector<Fault>& faults, std::int64_t begin,
                             std::int64_t end) {
  std::vector<Fault> within;
  for (auto fault = std::ranges::lower_bound(faults, begin, {}, &Fault::slot);
       fault != faults.end() && fault->slot < end; ++fault)
    within.push_back({fault->slot - begin, fault->reason});
  return within;
}

}  // namespace

bool Batch::is_record(std::int64_t row) const {
  return rows.is_valid(row) && !std::ranges::binary_search(faults.records, row, {}, &Fault::slot);
}

Batch Batch::slice(std::int64_t begin, std::int64_t end) const {
  return {.rows_before = rows_before + static_cast<std::uint64_t>(begin),
          .rows = rows.slice(begin, end),
          .faults = {.values = faults_of(faults.values, begin, end),
                     .records = faults_of(faults.records, begin, end)},
          .reasons = reasons,
          .owner = owner,
          .is_sparse = is_sparse};
}

OwnedStream::OwnedStream(ArrowArrayStream* given) {
  if (given != nullptr) stream_ = std::exchange(*given, ArrowArrayStream{});
}

OwnedStream::OwnedStream(OwnedStream&& other) noexcept
    : stream_(std::exchange(other.stream_, ArrowArrayStream{})) {}

OwnedStream::~OwnedStream() {
  if (stream_.release != nullptr) stream_.release(&stream_);
}

base::Result<BatchReader> BatchReader::open(OwnedStream stream, std::string name, Limits limits) {
  if (!stream.is_there()) {
    return base::fail_with_help<base::ErrorCode::ReleasedStream>("a stream can be read once", name);
  }
  if ((*stream).get_schema == nullptr || (*stream).get_next == nullptr) {
    return base::fail<base::ErrorCode::NoArrowFunctions>(name);
  }
  BatchReader reader(std::move(stream), std::move(name), std::move(limits));
  return reader.read_type().map([&] { return std::move(reader); });
}

base::Result<void> BatchReader::read_type() {
  limits_.call.check();
  ArrowSchema schema{};
  const int status = (*stream_).get_schema(&*stream_, &schema);
  if (status != 0) return fail_stream(status);
  const std::unique_ptr<ArrowSchema, ReleaseSchema> release(&schema);
  if (schema.release == nullptr) return base::fail<base::ErrorCode::NoArrowSchema>(name_);
  return type_of_table(schema, name_).map([&](Type type) {
    type_ = std::make_shared<const Type>(std::move(type));
  });
}

base::Result<std::optional<Batch>> BatchReader::next() {
  limits_.call.check();
  const std::shared_ptr<ArrowArray> array(new ArrowArray{}, ReleaseArray());  // before it is filled
  const int status = (*stream_).get_next(&*stream_, array.get());
  if (status != 0) return fail_stream(status);
  if (array->release == nullptr) return std::nullopt;
  Faults faults;
  std::vector<std::string> reasons;
  auto rows = Array::make(*type_, *array, name_, faults, reasons);
  if (!rows) return tl::unexpected(rows.error());
  const std::uint64_t before = row_count_;
  row_count_ += static_cast<std::uint64_t>(rows->length());
  if (row_count_ > limits_.rows) {
    return base::fail_with_help<base::ErrorCode::TooManyRecords>("split the data", limits_.rows,
                                                                 name_);
  }
  return Batch{before,
               *std::move(rows),
               std::move(faults),
               std::make_shared<const std::vector<std::string>>(std::move(reasons)),
               array,
               /*is_sparse=*/false};
}

/// The stream's own message, if it has one.
tl::unexpected<base::Error> BatchReader::fail_stream(int status) {
  const char* text =
      (*stream_).get_last_error == nullptr ? nullptr : (*stream_).get_last_error(&*stream_);
  return base::fail<base::ErrorCode::ArrowStreamFailed>(
      name_, text != nullptr ? text : std::strerror(status));
}

}  // namespace seedc::data::arrow
