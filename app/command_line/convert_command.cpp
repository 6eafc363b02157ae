#include "app/command_line/convert_command.h"

#include "app/command_line/message.h"
#include "app/command_line/work_progress.h"
#include "core/error/quotation.h"
#include "core/file/atomic_file.h"
#include "core/format/writing.h"
#include "core/generate/generated_problem.h"

namespace arenascope {
namespace {

std::string list_of_generated_kinds() {
    std::string list;
    for (const GeneratedKind kind : generated_kinds) {
        list += (list.empty() ? "" : ", ") + std::string(name_of(kind));
    }
    return list;
}

Expected<Document> generated_document(const ConvertArguments& arguments) {
    if (!arguments.common.file.empty()) {
        return failure("--generate makes up a problem, so it takes no file",
                       "leave out " + in_quotes(arguments.common.file) + " or --generate");
    }
    const auto kind = generated_kind_named(arguments.generate);
    if (!kind) {
        return failure("there is no kind of problem " + in_quotes(arguments.generate),
                       "the kinds are: " + list_of_generated_kinds());
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

}  // namespace

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
    const auto document = document_to_convert(arguments);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    report_switch_notes(arguments.common, *document);
    const AddressColumn addresses = arguments.addresses ? AddressColumn::written : AddressColumn::left_out;
    report_lost(arguments.common, arguments.output, lost_in(arguments.output, *document, addresses));
    const WritingProgress shown(arguments.common, arguments.output);
    const auto written = write_document(arguments.output, document->problem, document->layout, document->provenance,
                                        addresses, document->hand_edits);
    if (!written) {
        return fail(arguments.common, written.error(), ExitStatus::unwritten);
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
