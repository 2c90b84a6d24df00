// The batches of a formula's outputs, for streams that join several of them.
#pragma once

#include <memory>

#include "engine/report/arrow/c_interface.h"
#include "engine/report/arrow/formula_stream.h"

namespace seedc::report::arrow {

/// The column of items' ids that tables of items begin with.
Field item_id_field();

/// The type of the table of outputs.
Field output_schema(const contract::Formula& formula);

/// What `output_stream` gives, for the same arguments. The report is copied.
std::unique_ptr<BatchSource> output_batches(const FormulaReport& report,
                                            const data::Dataset& dataset,
                                            std::shared_ptr<const void> kept,
                                            const FormulaStreamOptions& options);

}  // namespace seedc::report::arrow
