// A source that holds tables, and extractions from a table.
#include "runtime/data/arrow/arrow_source.h"

#include <utility>

#include "runtime/data/arrow/json_text.h"
#include "runtime/data/arrow/table_loader.h"
#include "runtime/data/record_source.h"

namespace seedc::data::arrow {
namespace {

class ArrowSource final : public RecordSource {
 public:
  ArrowSource(Tables tables, ItemLayout items) : tables_(std::move(tables)), items_(items) {}

  const std::string& name() const override { return tables_.items->name(); }

  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    return schema_of_tables(tables_, items_, options);
  }

  std::optional<std::uint64_t> bytes_to_read(bool) const override { return 0; }

  base::Result<std::unique_ptr<LoadedRecords>> load_records(
      RecordLayout layout, FilesBeside beside, const LoadOptions& options) const override {
    return load_tables(tables_, items_, std::move(layout), beside, options);
  }

 private:
  Tables tables_;
  ItemLayout items_;
};

}  // namespace

base::Result<std::shared_ptr<const Source>> source_of(Tables tables) {
  return check_tables(tables).map([&](ItemLayout items) -> std::shared_ptr<const Source> {
    return std::make_shared<ArrowSource>(std::move(tables), items);
  });
}

/// Each row becomes a line: the rules of lines, and their reports, are those of rows too.
base::Result<std::string> extraction_lines(const Table& table, const base::Call& call) {
  if (auto done = check_text(table.type(), "review_id", table.name()); !done)
    return tl::unexpected(done.error());
  std::string lines;
  base::MemoryCharge charge(call, "the lines of extractions");
  constexpr std::uint32_t kRowsPerCheck = 64;
  base::StepCounter steps(call, kRowsPerCheck);
  for (const Batch& batch : table.batches()) {
    for (std::int64_t row = 0; row < batch.rows.length(); ++row) {
      steps.step();
      if (batch.is_sparse && !batch.rows.is_valid(row)) continue;
      append_json_with_faults(lines, batch.rows, row);
      lines += '\n';
      charge.set(base::bytes_of(lines));
    }
  }
  return lines;
}

base::Result<Extractions> load_extractions(const Table& table,
                                           std::span<const contract::Field> fields,
                                           const std::set<std::string>& known_elsewhere,
                                           const Dataset& dataset, const LoadOptions& options) {
  const auto lines = extraction_lines(table, options.call);
  if (!lines) return tl::unexpected(lines.error());
  return parse_extractions(table.name(), {*lines}, fields, known_elsewhere, dataset, options);
}

}  // namespace seedc::data::arrow
