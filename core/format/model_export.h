#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/document.h"
#include "core/model/network/import_options.h"

namespace arenascope {

/// The way back: what was found goes into the model that a runtime loads. Everything else in the model stays.

/// Whether models of the format can be written with another order, or with a plan inside.
[[nodiscard]] bool can_write_model(FileFormat format);
/// Whether a file with this name is to hold such a model.
[[nodiscard]] bool is_model_name(std::string_view path);

/// The model of a file with its operators in the order that the switches choose. Errors: those of reading; other
/// switches change the operators; the format is not written.
[[nodiscard]] Expected<std::string> model_in_order(std::string_view content, const ImportOptions& options,
                                                   const std::string& source);

/// The model of a file with the offsets of a plan inside, as TFLite Micro reads them. The plan is not believed: its
/// offsets are checked against the sizes (multiples of 16 bytes) and the lifetimes that the model has in its own order.
/// Variables, and tensors that the plan need not place, are left to the runtime. The error says which tensor is wrong,
/// and how to plan the model.
[[nodiscard]] Expected<std::string> model_with_plan(std::string_view content, const std::string& source,
                                                    const Document& plan);

}  // namespace arenascope
