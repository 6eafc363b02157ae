#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/format.h"
#include "core/model/network/import_options.h"

namespace arenascope {

/// The identifier at byte 4 of every ExecuTorch program.
inline constexpr std::string_view executorch_identifier = "ET12";

/// Reads the memory plan of an ExecuTorch program. `content` must be complete and aligned to 8 bytes. If there are
/// several methods, it reads the first, or the one that `options.subgraph` names; a note lists the others.
/// Each memory id is a region with the size that the program asks for. Each tensor planned into it is a buffer. Steps
/// are instructions: a buffer lives from the first to the last instruction that has it as an argument. An input lives
/// from step 0, an output until the last step, and a tensor with initial data throughout. If a tensor is read without
/// being written, it is a view of the tensor last written to the same bytes.
/// Linear in the file. Errors name the value or instruction.
[[nodiscard]] Expected<Document> parse_executorch_program(std::string_view content, const ImportOptions& options,
                                                          const std::string& source);

/// The format of such programs.
[[nodiscard]] Format executorch_format();

}  // namespace arenascope
