#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/file_format.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
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

/// What plans a model as its runtime sees it. `import`: sizes of whole 16 bytes, variables left to the runtime;
/// `planning`: offsets of whole 16 bytes.
struct RuntimeSwitches {
    std::vector<KeyValue> import;
    std::vector<KeyValue> planning;
};
[[nodiscard]] RuntimeSwitches runtime_switches();

/// The model of a file with the offsets of a plan inside, as TFLite Micro reads them. The plan is not believed: its
/// offsets are checked against the sizes (multiples of 16 bytes) and the lifetimes that the model has in its own order.
/// Variables, and tensors that the plan need not place, are left to the runtime. The error says which tensor is wrong,
/// and how to plan the model.
[[nodiscard]] Expected<std::string> model_with_plan(std::string_view content, const std::string& source,
                                                    const Problem& planned, const Layout& plan);

}  // namespace arenascope
