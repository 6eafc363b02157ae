#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/format/file_format.h"
#include "core/graph/import_options.h"

namespace arenascope {

/// Whether an import switch (see import_option_specs) has a meaning for files of a format. All switches of the import
/// of networks are for models only; others are for any file, and a few for one kind of plan.
[[nodiscard]] bool is_switch_of(FileFormat format, std::string_view key);

/// The import switches of a format, in their order. Where a switch takes other values for this format, it is described
/// as such: `inputs` of a TVM graph is a list of names.
[[nodiscard]] std::vector<OptionSpec> switches_of(FileFormat format);

/// The error for switches that were set although files of this format do not have them, and that could not be meant for
/// another kind of file by default: the device and the segments of a snapshot, weights, and names of inputs.
[[nodiscard]] Expected<void> check_switches(FileFormat format, const ImportOptions& options, const std::string& source);

}  // namespace arenascope
