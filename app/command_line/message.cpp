#include "app/command_line/message.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/command_line/work_progress.h"

namespace arenascope {
namespace {

void write_line(const Error& error) {
    hide_progress();
    std::fprintf(stderr, "%s\n", to_string(error).c_str());
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json error_json(const Error& error) {
    return {{"error",
             {{"file", text_or_null(error.source)},
              {"line", error.line > 0 ? Json(error.line) : Json()},
              {"what", error.cause},
              {"cure", text_or_null(error.cure)}}}};
}

}  // namespace

ExitStatus fail(const FileArguments& common, const Error& error, ExitStatus status) {
    write_line(error);
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

}  // namespace arenascope
