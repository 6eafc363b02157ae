#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"
#include "core/graph/import_options.h"

namespace arenascope {

/// What stands at byte 4 of each ExecuTorch program.
inline constexpr std::string_view executorch_identifier = "ET12";

/// Reads the memory plan of an ExecuTorch program, whole in memory at an address that is a multiple of 8. Of several
/// methods it takes the first one, or the one that `options.subgraph` names; the notes name the others. Each memory id
/// is a region of its own with the size that the program asks for, each tensor that was planned into one a buffer.
/// Steps are instructions: a buffer lives from the first that has it as an argument to the last one, an input from
/// step 0, an output to the last step, a tensor with initial data throughout. A tensor that is read where an earlier
/// one was written is a view of it. Linear in the file. Errors name the value or instruction.
[[nodiscard]] Expected<Document> parse_executorch_program(std::string_view content, const ImportOptions& options,
                                                          const std::string& source);

}  // namespace arenascope
