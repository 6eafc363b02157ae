#pragma once

#include <cstdint>
#include <string>

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

struct ConvertArguments {
    FileArguments common;     ///< without a file if a problem is generated
    std::string generate;     ///< the kind of problem; empty: none is generated
    std::uint64_t count = 0;  ///< buffers of a generated problem; 0: not given
    std::string output;       ///< empty: only the trace is written
    std::string trace;        ///< file for the trace of a trace; empty: none
    bool addresses = false;   ///< a column of CSV
};

/// `arenascope convert`: writes a file, or a problem of a generated kind, in a format picked by suffix.
[[nodiscard]] ExitStatus run_convert(const ConvertArguments& arguments);

}  // namespace arenascope
