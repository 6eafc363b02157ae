#include "app/command_line/usage_error.h"

#include <algorithm>
#include <cerrno>

#include <sys/stat.h>

#include "core/base/error/quotation.h"
#include "core/base/text/nearest_name.h"

namespace arenascope {
namespace {

/// Whether a file to open does not exist. A file that cannot be examined counts as existing.
bool is_missing(const std::string& file) {
    struct stat status = {};
    return file != "-" && ::stat(file.c_str(), &status) != 0 &&
           (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
}

}  // namespace

std::optional<Error> missing_file(const std::vector<std::string>& files, const std::vector<std::string>& commands) {
    const auto missing = std::find_if(files.begin(), files.end(), is_missing);
    if (missing == files.end()) {
        return std::nullopt;
    }
    if (missing != files.begin()) {
        return Error{*missing, 0, "there is no such file", "check the path"};
    }
    const std::string nearest = nearest_name(*missing, commands);
    return Error{{},
                 0,
                 in_quotes(*missing) + " is neither a sub-command nor a file",
                 (nearest.empty() ? "" : "did you mean " + in_quotes(nearest) + "? ") +
                     "arenascope --help lists the sub-commands"};
}

Error usage_error(const std::string& reason, const std::string& command, const std::vector<std::string>& files,
                  const std::vector<std::string>& commands) {
    if (command.empty()) {
        if (auto missing = missing_file(files, commands)) {
            return *missing;
        }
    }
    return {{}, 0, reason, "arenascope " + (command.empty() ? "" : command + " ") + "--help lists the arguments"};
}

}  // namespace arenascope
