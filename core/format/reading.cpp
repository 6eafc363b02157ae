#include "core/format/reading.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/plain_text.h"
#include "core/base/threads/ordered_parts.h"
#include "core/format/assignment_csv.h"
#include "core/format/detection.h"
#include "core/format/feature_rules_text.h"
#include "core/format/flatbuffers/executorch_program.h"
#include "core/format/flatbuffers/tflite_model.h"
#include "core/format/format_switches.h"
#include "core/format/model_content.h"
#include "core/format/ncnn_param.h"
#include "core/format/onnx/onnx_model.h"
#include "core/format/openvino/openvino_model.h"
#include "core/format/plan/deployment_json.h"
#include "core/format/plan/embedded_plan.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/printed/one_tracealloc.h"
#include "core/format/printed/tflm_log.h"
#include "core/format/printed/vela_log.h"
#include "core/format/pytorch/memory_snapshot.h"
#include "core/format/scratch_rules_text.h"
#include "core/format/stedgeai/c_graph.h"
#include "core/format/stedgeai/c_info.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/format/table/sequence_csv.h"
#include "core/format/table/sequence_json.h"
#include "core/format/tvm/graph_executor.h"
#include "core/format/without_exceptions.h"
#include "core/format/xla/hlo_proto.h"
#include "core/format/xla/memory_viewer.h"
#include "core/format/xla/xla_assignment.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/import_switches.h"
#include "core/planner/body_planner.h"

namespace arenascope {
namespace {

/// Removes zero bytes from names, so that every format of the program can store them.
void make_writable(Network& network) {
    for (Tensor& tensor : network.tensors) {
        tensor.name = without_zeros(tensor.name);
    }
    for (Node& node : network.nodes) {
        node.name = without_zeros(node.name);
        node.type = without_zeros(node.type);
    }
    for (std::string& dimension : network.assumed_dimensions) {
        dimension = without_zeros(dimension);
    }
}

Expected<Document> imported(FileFormat format, Expected<Network> network, const ImportOptions& options,
                            const std::string& source) {
    if (!network) {
        return failure(std::move(network.error()));
    }
    make_writable(*network);
    auto model = imported_model(*network, options, planner_of_bodies(), source);
    if (!model) {
        return failure(std::move(model.error()));
    }
    Document document;
    document.format = format;
    document.problem = std::move(model->problem);
    document.layout = std::move(model->layout);
    document.import = std::move(model->report);
    document.notes = std::move(network->notes);
    document.dimensions = std::move(network->dimensions);
    document.notes.insert(document.notes.end(), model->notes.begin(), model->notes.end());
    return document;
}

/// The error for a format whose library was missing when the program was built.
[[maybe_unused]] Expected<Document> missing(FileFormat format, const std::string& source) {
    return failure(Error{source, 0, "this build does not read " + std::string(name_of(format)),
                         "install " + std::string(needed_for(format)) + " and build it again"});
}

Expected<Document> parse_as(FileFormat format, std::string_view content, const std::string& source,
                            const ImportOptions& options, const ReadProgress& progress) {
    switch (format) {
        case FileFormat::minimalloc_csv:
            return parse_minimalloc_csv(content, source, progress);
        case FileFormat::sequence_csv:
            return parse_sequence_csv(content, source, progress);
        case FileFormat::sequence_json:
            return parse_sequence_json(content, source);
        case FileFormat::plan_json:
            return parse_plan_json(content, source, progress);
        case FileFormat::trace_json:
            return parse_trace_json(content, source);
        case FileFormat::trace_binary:
            return parse_trace_binary(content, source);
        case FileFormat::deployment_json:
            return parse_deployment_json(content, source);
        case FileFormat::ncnn_param:
            return imported(format, parse_ncnn_param(content, source), options, source);
        case FileFormat::tflm_log:
            return parse_tflm_log(content, source);
        case FileFormat::vela_log:
            return parse_vela_log(content, source);
        case FileFormat::xla_assignment:
            return parse_xla_assignment({content, source});

        case FileFormat::openvino:
            return imported(format, parse_openvino_model(content, options, source), options, source);
        case FileFormat::xla_memory_viewer:
            return parse_memory_viewer(content, source);
        case FileFormat::hlo_proto:
            return parse_hlo_proto(content, source);
        case FileFormat::stedgeai_info:
            return parse_stedgeai_info(content, source, options);
        case FileFormat::stedgeai_graph:
            return parse_stedgeai_graph(content, source);
        case FileFormat::one_tracealloc:
            return parse_one_tracealloc(content, source);
        case FileFormat::tvm_graph:
            return parse_tvm_graph(content, source, options);
        case FileFormat::memory_snapshot:
            return parse_memory_snapshot(content, options, source);
        case FileFormat::report:
            return parse_report(content, source);

        case FileFormat::onnx:
#ifdef ARENASCOPE_ONNX
            return imported(format, parse_onnx(content, source, options), options, source);
#else
            return missing(format, source);
#endif
#ifdef ARENASCOPE_FLATBUFFERS
        case FileFormat::tflite:
            return imported(format, parse_tflite_model(content, options, source), options, source);
        case FileFormat::executorch:
            return parse_executorch_program(content, options, source);
#else
        case FileFormat::tflite:
        case FileFormat::executorch:
            return missing(format, source);
#endif
    }
    return failure("the format is unknown");
}

/// What a tail and the alignment of a buffer above it add up to.
struct Reach {
    Bytes widest = Bytes(1);  ///< the largest alignment
    Offset highest;           ///< the largest tail
};

Reach reach_of(const Document& document) {
    constexpr std::size_t part_buffers = std::size_t{1} << 16U;
    const std::size_t count = document.problem.buffers.size();
    Reach all;
    in_ordered_parts<Reach>((count + part_buffers - 1) / part_buffers,
                            [&](std::size_t part, Reach& reach) {
                                reach = {};
                                for (std::size_t i = part * part_buffers;
                                     i < std::min((part + 1) * part_buffers, count); ++i) {
                                    const Buffer& buffer = document.problem.buffers[i];
                                    reach.widest = std::max(reach.widest, alignment_of(document.problem, buffer));
                                    if (const auto& placement = document.layout.placements[i]) {
                                        reach.highest = std::max(reach.highest, placement->offset + buffer.size);
                                    }
                                }
                            },
                            [&all](std::size_t /*part*/, Reach& reach) {
                                all = {std::max(all.widest, reach.widest), std::max(all.highest, reach.highest)};
                                return true;
                            });
    return all;
}

/// A buffer on top of a tail starts at the next multiple of its own alignment. That address must fit in 64 bits too.
Expected<void> check_tails(const Document& document, const std::string& source) {
    const Reach all = reach_of(document);
    if (checked_add(all.highest.value(), all.widest.value() - 1)) {
        return {};
    }
    for (std::size_t i = 0; i < document.problem.buffers.size(); ++i) {
        const Buffer& buffer = document.problem.buffers[i];
        const auto& placement = document.layout.placements[i];
        if (placement && !checked_add((placement->offset + buffer.size).value(), all.widest.value() - 1)) {
            return failure(Error{source, 0,
                                 "the tail of buffer " + in_quotes(buffer.name) +
                                     ", aligned for the next buffer, does not fit in 64 bits",
                                 "keep the sum of offset, size and alignment below 2^63"});
        }
    }
    return {};
}

/// Only variable scratch uses a minimum. A note says so if fixed scratch has one.
void note_ignored_minimums(Document& document) {
    const auto is_ignored = [](const ScratchRequest& request) {
        return !request.variable && request.minimum > Bytes(0);
    };
    const auto& requests = document.problem.scratch;
    const auto first = std::find_if(requests.begin(), requests.end(), is_ignored);
    if (first == requests.end()) {
        return;
    }
    const auto others = std::count_if(first, requests.end(), is_ignored) - 1;
    document.notes.push_back("scratch " + in_quotes(document.problem.buffers[first->buffer].name) +
                             (others > 0 ? " and " + std::to_string(others) + " more have" : std::string(" has")) +
                             " a minimum, which has no effect without the kind variable");
}

/// An empty list is read, because plans of nothing are written, too. It may also be a mistake, so a note says it.
void note_empty_list(Document& document) {
    const Problem& problem = document.problem;
    if (problem.buffers.empty() && !problem.graph && !problem.history && !document.import) {
        document.notes.push_back("the file lists no buffers");
    }
}

/// Reads the file that a switch names into `file`; an empty path: none.
template <class Lines>
Expected<void> read_switch_file(const std::string& path,
                                Expected<Lines> (*parse)(std::string_view content, const std::string& source),
                                SwitchFile<Lines>& file) {
    if (path.empty()) {
        return {};
    }
    file.source = source_name(path);
    return read_content_or_nothing(path)
        .and_then([&](const std::string& content) { return parse(content, file.source); })
        .map([&](Lines lines) { file.lines = std::move(lines); });
}

/// Reads the files that the switches name.
Expected<SwitchFiles> switch_files(const ImportOptions& options) {
    SwitchFiles files;
    return read_switch_file(options.operator_features, parse_feature_rules, files.operator_features)
        .and_then([&] { return read_switch_file(options.assignment, parse_assignment_csv, files.assignment); })
        .and_then([&] { return read_switch_file(options.scratch_rules, parse_scratch_rules, files.scratch_rules); })
        .map([&] { return std::move(files); });
}

/// Checks and switches for every file, after its format has been read.
Expected<Document> finished(Expected<Document> document, const ImportOptions& options, const std::string& source) {
    const bool is_checked = document && !options.is_for_another_file_too;
    if (auto known = is_checked ? check_switches({document->format}, options, source) : Expected<void>(); !known) {
        return failure(std::move(known.error()));
    }
    if (auto tails = document ? check_tails(*document, source) : Expected<void>(); !tails) {
        return failure(std::move(tails.error()));
    }
    if (document) {
        note_ignored_minimums(*document);
        const auto uncounted = uncounted_notes(document->problem, document->format);
        document->notes.insert(document->notes.end(), uncounted.begin(), uncounted.end());
        note_empty_list(*document);
    }
    if (document && document->deployment) {
        // It says what runs where. The switches of the model it was made of are not for it.
        ImportOptions own;
        own.capacity = options.capacity;
        return with_switches(std::move(*document), own, source);
    }
    return document ? with_switches(std::move(*document), options, source) : std::move(document);
}

/// Reads a text of XLA's dump. Also reads the dump's other text if it is needed and in the same folder.
Expected<Document> read_xla(std::string_view content, const std::string& source) {
    const auto other_path = other_xla_path(source);
    if (other_path && lacks_xla_part(content)) {
        std::error_code no_file;
        if (std::filesystem::exists(*other_path, no_file)) {
            const auto other = read_file(*other_path);
            if (!other) {
                return failure(other.error());
            }
            return parse_xla_assignment({content, source}, XlaText{other->bytes, *other_path});
        }
    }
    return parse_xla_assignment({content, source});
}

}  // namespace

Expected<Document> with_switches(Document document, const ImportOptions& options, const std::string& source) {
    const auto files = switch_files(options);
    if (!files) {
        return failure(files.error());
    }
    auto made = with_import_switches({std::move(document.problem), std::move(document.layout), {}, {}, false}, options,
                                     *files, source);
    if (!made) {
        return failure(std::move(made.error()));
    }
    document.problem = std::move(made->problem);
    document.layout = std::move(made->layout);
    document.notes.insert(document.notes.end(), made->notes.begin(), made->notes.end());
    document.switch_notes = std::move(made->switch_notes);
    if (made->has_changed) {
        document.layout.misstated.clear();
        document.trace.reset();
        document.provenance.reset();
    }
    if (document.import) {
        document.import->threshold_without_scratch = threshold_without_scratch(document.problem);
    }
    return document;
}

std::vector<FileFormat> missing_formats() {
    return {
#ifndef ARENASCOPE_FLATBUFFERS
        FileFormat::tflite,
        FileFormat::executorch,
#endif
#ifndef ARENASCOPE_ONNX
        FileFormat::onnx,
#endif
    };
}

std::string_view needed_for(FileFormat format) {
    switch (format) {
        case FileFormat::onnx:
            return "libonnx-dev and libprotobuf-dev";
        case FileFormat::tflite:
        case FileFormat::executorch:
            return "libflatbuffers-dev and flatbuffers-compiler";
        default:
            return {};
    }
}

Expected<Document> parse_document(std::string_view content, const std::string& source, const ImportOptions& options,
                                  const ReadProgress& progress) {
    return without_exceptions(source, "to read it", [&]() -> Expected<Document> {
        const auto format = detect_format(content, source);
        if (!format) {
            return failure(format.error());
        }
        return finished(parse_as(*format, content, source, options, progress), options, source);
    });
}

Expected<Document> parse_document_as(FileFormat format, std::string_view content, const std::string& source,
                                     const ImportOptions& options) {
    return without_exceptions(source, "to read it", [&] { return parse_as(format, content, source, options, {}); });
}

Expected<Document> read_document(const std::string& path, const ImportOptions& options, const ReadProgress& progress) {
    const std::string source = source_name(path);
    ReadProgress reading;
    ReadProgress understanding;
    if (progress) {
        reading = [&progress](std::uint64_t done, std::uint64_t total) { progress(done, 2 * total); };
        understanding = [&progress](std::uint64_t done, std::uint64_t total) { progress(total + done, 2 * total); };
    }
    return without_exceptions(source, "to read it", [&]() -> Expected<Document> {
        const auto content = read_file(path, document_limits, reading);
        if (!content) {
            return failure(content.error());
        }
        const auto format = detect_format(content->bytes, source);
        if (!format) {
            return failure(format.error());
        }
        if (*format == FileFormat::xla_assignment) {
            return finished(read_xla(content->bytes, source), options, source);
        }
        return finished(parse_as(*format, content->bytes, source, options, understanding), options, source);
    });
}

}  // namespace arenascope
