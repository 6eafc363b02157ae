#include "app/command_line/arguments.h"
#include "app/command_line/device_output.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/text_table.h"
#include "app/command_line/work_progress.h"
#include "core/base/error/quotation.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/format/writing.h"
#include "core/planner/generate/generated_problem.h"

namespace arenascope {
namespace {

Expected<Document> generated_document(const ConvertArguments& arguments) {
    if (!arguments.common.file.empty()) {
        return failure("--generate makes up a problem, so it takes no file",
                       "leave out " + in_quotes(arguments.common.file) + " or --generate");
    }
    const auto kind = generated_kind_named(arguments.generate);
    if (!kind) {
        return failure("there is no kind of problem " + in_quotes(arguments.generate),
                       "the kinds are: " + listed(generated_kinds, [](GeneratedKind each) { return name_of(each); }));
    }
    if (arguments.count == 0) {
        return failure("--generate needs a number of buffers", "add --count N");
    }
    return generated_problem(*kind, arguments.count, arguments.common.seed).map([](Problem problem) {
        Document document;
        document.problem = std::move(problem);
        document.layout = empty_layout(document.problem);
        return document;
    });
}

bool is_binary_trace(const std::string& path) {
    return trace_format_of(path) == FileFormat::trace_binary;
}

/// The document to write: generated, or read from the file.
Expected<Document> document_to_convert(const ConvertArguments& arguments) {
    if (!arguments.generate.empty()) {
        return generated_document(arguments);
    }
    if (arguments.count > 0) {
        return failure("--count is the number of buffers of a generated problem", "add --generate KIND");
    }
    if (arguments.common.file.empty()) {
        return failure("there is no file to convert", "name a file, or give --generate KIND --count N");
    }
    return open_document(arguments.common, arguments.common.file);
}

/// Whether all files can be written, as far as that is known before reading.
Expected<void> check_targets(const ConvertArguments& arguments) {
    if (arguments.output.empty() && arguments.trace.empty()) {
        return failure("convert needs a file to write", "add -o FILE, or --trace FILE for the trace of a trace");
    }
    if (!arguments.output.empty() && !is_binary_trace(arguments.output)) {
        if (const auto format = plan_format_of(arguments.output); !format) {
            return failure(format.error());
        }
    }
    return {};
}

Expected<void> write_converted(const ConvertArguments& arguments, const Document& document, const std::string& path,
                               bool is_trace) {
    const WritingProgress shown(arguments.common, path);
    const AddressColumn addresses = arguments.addresses ? AddressColumn::written : AddressColumn::left_out;
    return is_trace ? write_trace(path, document.problem, document.layout, *document.trace, annotations_of(document))
                    : write_document(path, document.problem, document.layout, document.provenance, addresses,
                                     annotations_of(document));
}

}  // namespace

ExitStatus run_convert(const ConvertArguments& arguments) {
    if (const auto settings = check_settings(arguments.common); !settings) {
        return fail(arguments.common, settings.error());
    }
    if (is_for_device(arguments)) {
        return write_for_device(arguments);
    }
    if (const auto targets = check_targets(arguments); !targets) {
        return fail(arguments.common, targets.error());
    }
    for (const std::string& path : {arguments.output, arguments.trace}) {
        if (const auto writable = path.empty() ? Expected<void>() : check_target(path); !writable) {
            return fail(arguments.common, writable.error(), ExitStatus::unwritten);
        }
    }
    const auto document = document_to_convert(arguments);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    const bool is_trace_output = is_binary_trace(arguments.output);
    if ((is_trace_output || !arguments.trace.empty()) && !document->trace) {
        return fail(arguments.common, {source_name(arguments.common.file), 0, "it holds no trace",
                                       "record one: arenascope plan FILE --trace TRACE"});
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    report_switch_notes(arguments.common, *document);
    if (!arguments.output.empty()) {
        const AddressColumn addresses = arguments.addresses ? AddressColumn::written : AddressColumn::left_out;
        report_lost(arguments.common, arguments.output, lost_in(arguments.output, *document, addresses));
        if (auto written = write_converted(arguments, *document, arguments.output, is_trace_output); !written) {
            return fail(arguments.common, written.error(), ExitStatus::unwritten);
        }
    }
    if (!arguments.trace.empty()) {
        if (auto written = write_converted(arguments, *document, arguments.trace, true); !written) {
            return fail(arguments.common, written.error(), ExitStatus::unwritten);
        }
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
