#pragma once

#include "app/command_line/arguments.h"
#include "app/exit_status.h"

namespace arenascope {

struct ConvertArguments {
    FileArguments common;
    std::string output;
    bool addresses = false;  ///< a column of CSV
};

/// `arenascope convert`: writes a file in another format, picked by suffix.
[[nodiscard]] ExitStatus run_convert(const ConvertArguments& arguments);

}  // namespace arenascope
