#include "core/format/document.h"

#include <algorithm>

#include "core/base/error/quotation.h"

namespace arenascope {

Annotations annotations_of(const Document& document) {
    return {document.hand_edits, document.pinned_notes, document.bookmarks};
}

OpenSizes open_sizes(const Document& document) {
    return open_sizes(document.problem, document.left_out);
}

OpenSizes open_sizes(const Problem& problem, std::size_t left_out) {
    OpenSizes sizes;
    sizes.left_out = left_out;
    if (const auto& graph = problem.graph) {
        sizes.unknown = graph->unknown_sizes.size();
        sizes.assumed = graph->assumed_dimensions.size();
        sizes.bounded = graph->bounded_sizes.size();
    }
    return sizes;
}

bool has_uncertain_sizes(const Document& document) {
    const OpenSizes sizes = open_sizes(document);
    return sizes.unknown + sizes.assumed + sizes.left_out > 0;
}

bool lacks_all_sizes(const Problem& problem) {
    return problem.buffers.empty() && problem.graph && !problem.graph->unknown_sizes.empty();
}

namespace {

/// How a file gets the shapes that it lacks.
std::string cure_for_shapes(FileFormat format) {
    switch (format) {
        case FileFormat::ncnn_param:
            return "write the extents of each input into its layer Input (0=W 1=H 2=C) and let ncnn's tool "
                   "ncnnoptimize "
                   "add the shapes of the others, or write each one into the line of its layer, as in -23330=4,3,W,H,C "
                   "(the count of numbers, the dimensions, then the extents)";
        case FileFormat::onnx:
            return "store the shapes of its tensors in the model (value_info), as ONNX's shape inference does";
        case FileFormat::tflite:
            return "convert the model again, with fixed shapes";
        case FileFormat::openvino:
            return "give the model fixed shapes, and save it again";
        default:
            return "import the model again after it got the shapes of its tensors";
    }
}

/// Where the knowledge of shapes ends: at inputs without a shape, else at operators.
std::string missing_shapes(const std::vector<UnknownSize>& unknown) {
    const auto is_source = [](const UnknownSize& one) { return one.operator_name.empty(); };
    const auto first = std::ranges::find_if(unknown, is_source);
    const UnknownSize& named = first == unknown.end() ? unknown.front() : *first;
    const std::size_t others = unknown.size() - 1;
    return "the shape of " + in_quotes(named.tensor) + " is missing" +
           (first == unknown.end() ? ", which " + in_quotes(named.operator_name) + " leads to" : std::string()) +
           (others == 0   ? std::string()
            : others == 1 ? ", and with it that of 1 more tensor"
                          : ", and with it those of " + std::to_string(others) + " more tensors");
}

}  // namespace

std::vector<std::string> uncounted_notes(const Problem& problem, FileFormat format) {
    std::vector<std::string> notes;
    if (problem.graph && !problem.graph->unknown_sizes.empty()) {
        notes.push_back(missing_shapes(problem.graph->unknown_sizes) + ": " + cure_for_shapes(format));
    }
    if (problem.graph && problem.graph->has_only_tensors) {
        notes.emplace_back(
            "the figures are those of the tensors alone: scratch of the kernels, and what the runtime "
            "keeps for itself, come on top");
    }
    return notes;
}

}  // namespace arenascope
