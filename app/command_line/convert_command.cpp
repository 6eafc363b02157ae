#include "app/command_line/convert_command.h"

#include "app/command_line/message.h"
#include "app/command_line/work_progress.h"
#include "core/file/atomic_file.h"
#include "core/format/writing.h"

namespace arenascope {

ExitStatus run_convert(const ConvertArguments& arguments) {
    if (const auto settings = check_settings(arguments.common); !settings) {
        return fail(arguments.common, settings.error());
    }
    if (const auto format = plan_format_of(arguments.output); !format) {
        return fail(arguments.common, format.error());
    }
    if (const auto writable = check_target(arguments.output); !writable) {
        return fail(arguments.common, writable.error(), ExitStatus::unwritten);
    }
    const auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    report_switch_notes(arguments.common, *document);
    const AddressColumn addresses = arguments.addresses ? AddressColumn::written : AddressColumn::left_out;
    report_lost(arguments.common, arguments.output, lost_in(arguments.output, *document, addresses));
    const WritingProgress shown(arguments.common, arguments.output);
    const auto written =
        write_document(arguments.output, document->problem, document->layout, document->provenance, addresses);
    if (!written) {
        return fail(arguments.common, written.error(), ExitStatus::unwritten);
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
