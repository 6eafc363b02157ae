#include "app/command_line/device_output.h"

#include <filesystem>
#include <string>

#include "app/command_line/arguments.h"
#include "app/command_line/message.h"
#include "app/command_line/work_progress.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/format/detection.h"
#include "core/format/model_export.h"
#include "core/format/plan/c_header.h"
#include "core/format/reading.h"

namespace arenascope {
namespace {

Expected<std::string> model_with_plan_of(const ConvertArguments& arguments) {
    return open_document(arguments.common, arguments.common.file).and_then([&](const Document& plan) {
        return read_content(arguments.into, document_limits).and_then([&](const std::string& model) {
            return model_with_plan(model, source_name(arguments.into), plan.problem, plan.layout);
        });
    });
}

Expected<std::string> ordered_model(const ConvertArguments& arguments) {
    const auto settings = settings_of(arguments.common);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    return import_options(settings->import).and_then([&](const ImportOptions& options) {
        return read_content(arguments.common.file, document_limits).and_then([&](const std::string& model) {
            return model_in_order(model, options, source_name(arguments.common.file));
        });
    });
}

Expected<std::string> header_of_plan(const ConvertArguments& arguments) {
    return open_document(arguments.common, arguments.common.file).and_then([&](const Document& plan) {
        return c_header_text(plan.problem, plan.layout, std::filesystem::path(arguments.output).stem().string(),
                             source_name(arguments.common.file));
    });
}

Expected<std::string> device_content(const ConvertArguments& arguments) {
    if (arguments.common.file.empty() || !arguments.generate.empty()) {
        return failure("there is no plan to write", "name a file");
    }
    if (!arguments.trace.empty() || arguments.addresses) {
        return failure("a file for a device holds neither a trace nor a column of addresses",
                       "leave out --trace and --addresses");
    }
    if (!arguments.into.empty()) {
        return is_model_name(arguments.output)
                   ? model_with_plan_of(arguments)
                   : failure("--into writes a model again, so the output is one", "write -o OUT.tflite");
    }
    return is_c_header_name(arguments.output) ? header_of_plan(arguments) : ordered_model(arguments);
}

}  // namespace

bool is_for_device(const ConvertArguments& arguments) {
    return !arguments.into.empty() || is_model_name(arguments.output) || is_c_header_name(arguments.output);
}

ExitStatus write_for_device(const ConvertArguments& arguments) {
    if (const auto writable = check_target(arguments.output); !arguments.output.empty() && !writable) {
        return fail(arguments.common, writable.error(), ExitStatus::unwritten);
    }
    const auto content = device_content(arguments);
    if (!content) {
        return fail(arguments.common, content.error());
    }
    const WritingProgress shown(arguments.common, arguments.output);
    const auto written = write_atomically(arguments.output, *content);
    return written ? ExitStatus::fine : fail(arguments.common, written.error(), ExitStatus::unwritten);
}

}  // namespace arenascope
