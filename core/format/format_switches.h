#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/format/file_format.h"
#include "core/model/network/import_options.h"

namespace arenascope {

/// Whether an import switch (see import_option_specs) has a meaning for files of a format: some are for any file, some
/// for models, and some for a few formats. Any `dim.NAME` goes with `unknown-dimension`.
[[nodiscard]] bool is_switch_of(FileFormat format, std::string_view key);

/// The import switches of a format, in their order. Where a switch takes other values for this format, it is described
/// as such: `inputs` of a TVM graph is a list of names.
[[nodiscard]] std::vector<OptionSpec> switches_of(FileFormat format);

/// The error for a switch that was given (ImportOptions::given) and has no meaning for any of these formats, of which
/// there is at least one. The error lists those that have one.
[[nodiscard]] Expected<void> check_switches(const std::vector<FileFormat>& formats, const ImportOptions& options,
                                            const std::string& source);

}  // namespace arenascope
