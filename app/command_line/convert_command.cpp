#include "app/command_line/convert_command.h"

#include "core/format/document.h"

namespace arenascope {

ExitStatus run_convert(const ConvertArguments& arguments) {
    if (const auto settings = check_settings(arguments.common); !settings) {
        report(settings.error());
        return ExitStatus::unusable;
    }
    const auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        report(document.error());
        return ExitStatus::unusable;
    }
    tell_open_sizes(*document, arguments.common.file);
    tell_switches(*document);
    if (const auto lost = lost_in(arguments.output, *document); !lost.empty()) {
        report({arguments.output, 0, "this format has no room for " + lost, "write .json to keep it"});
    }
    const auto written = write_document(arguments.output, document->problem, document->layout, document->provenance);
    if (!written) {
        report(written.error());
        return ExitStatus::unusable;
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
