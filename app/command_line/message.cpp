#include "app/command_line/message.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/stat.h>

#include "app/command_line/gate_report.h"
#include "app/command_line/work_progress.h"
#include "core/base/error/quotation.h"
#include "core/base/text/nearest_name.h"

namespace arenascope {
namespace {

void write_line(const Error& error) {
    hide_progress();
    std::fprintf(stderr, "%s\n", to_string(error).c_str());
}

Json error_json(const Error& error) {
    return {{"error",
             {{"file", text_or_null(error.source)},
              {"line", error.line > 0 ? Json(error.line) : Json()},
              {"what", error.cause},
              {"cure", text_or_null(error.cure)}}}};
}

/// Whether a file to open does not exist. A file that cannot be examined counts as existing.
bool is_missing(const std::string& file) {
    struct stat status = {};
    return file != "-" && ::stat(file.c_str(), &status) != 0 &&
           (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
}

}  // namespace

ExitStatus fail(const FileArguments& common, const Error& error, ExitStatus status) {
    write_line(error);
    if (common.gate != GateFormat::none) {
        const GateRun run{"", error.source, {}, {gate_finding("unusable", error)}};
        return print(gate_text(common, run)) ? status : ExitStatus::unwritten;
    }
    if (common.json && !print(json_text(error_json(error)))) {
        return ExitStatus::unwritten;
    }
    return status;
}

void note(const FileArguments& common, const Error& error) {
    if (!common.quiet) {
        write_line(error);
    }
}

bool print_result(const FileArguments& common, const std::function<Json()>& json,
                  const std::function<std::string()>& text) {
    if (common.json) {
        return print(json_text(json()));
    }
    return common.quiet || print(text());
}

bool print(const std::string& text) {
    hide_progress();
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!whole) {
        write_line({"standard output", 0, std::string("cannot write it: ") + std::strerror(errno), {}});
    }
    return whole;
}

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
