#include "core/format/model_export.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"
#include "core/format/detection.h"
#include "core/format/reading.h"
#include "core/format/registry.h"
#include "core/model/network/network_problem.h"
#include "core/planner/body_planner.h"

namespace arenascope {
namespace {

/// TFLite Micro's alignment of tensors in the arena.
constexpr std::int64_t runtime_alignment = 16;

Expected<const Format*> written_format(std::string_view content, const std::string& source) {
    return detect_format(content, source).and_then([&](FileFormat format) -> Expected<const Format*> {
        if (!can_write_model(format)) {
            return failure(Error{source, 0, "a file of the format " + std::string(name_of(format)) + " is not written",
                                 "give a TFLite model"});
        }
        return &format_of(format);
    });
}

Error wrong_plan(const std::string& source, std::string cause) {
    std::string command = "arenascope plan MODEL";
    const RuntimeSwitches switches = runtime_switches();
    for (const auto& group : {switches.import, switches.planning}) {
        for (const auto& [key, value] : group) {
            command += " --set " + key + "=" + value;
        }
    }
    return {source, 0, std::move(cause), "plan the model for it: " + command + " -o PLAN"};
}

/// How the runtime sees the model: sizes of whole 16 bytes, its own variables, the order of the file.
ImportOptions options_of_runtime() {
    ImportOptions options;
    options.variables = Residence::outside;
    options.size_multiple = Bytes(runtime_alignment);
    return options;
}

/// The tensor of each buffer. An import shows an offset of the model at the buffer of its tensor, so offsets that are
/// the numbers of the tensors tell which is which.
std::vector<TensorIndex> tensors_of(const ImportedModel& numbered) {
    std::vector<TensorIndex> tensors(numbered.problem.buffers.size(), TensorIndex::none());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (const auto& placement = numbered.layout.placements[i]) {
            tensors[i] = TensorIndex(static_cast<std::size_t>(placement->offset.value()));
        }
    }
    return tensors;
}

/// The offsets of the plan at the buffers of the model, by name.
Expected<Layout> layout_of_plan(const Problem& model, const Problem& planned, const Layout& plan,
                                const std::string& source) {
    std::map<std::string_view, const Placement*> places;
    for (std::size_t i = 0; i < planned.buffers.size(); ++i) {
        const auto& placement = plan.placements[i];
        places.emplace(planned.buffers[i].name, placement ? &*placement : nullptr);
    }
    Layout layout = empty_layout(model);
    for (std::size_t i = 0; i < model.buffers.size(); ++i) {
        const Buffer& buffer = model.buffers[i];
        const auto found = places.find(buffer.name);
        if (found == places.end() || found->second == nullptr) {
            return failure(wrong_plan(source, "the plan has no place for " + in_quotes(buffer.name)));
        }
        const Offset offset = found->second->offset;
        if (offset.value() % runtime_alignment != 0) {
            return failure(wrong_plan(source, in_quotes(buffer.name) + " lies at " + std::to_string(offset.value()) +
                                                  ", which is no multiple of 16"));
        }
        if (offset < Offset(0) || (offset + buffer.size).value() > std::numeric_limits<std::int32_t>::max()) {
            return failure(wrong_plan(source, in_quotes(buffer.name) + " lies beyond 2 GiB"));
        }
        layout.placements[i] = Placement{offset, RegionIndex(0)};
    }
    return layout;
}

/// What the runtime would not find as the plan says.
Expected<void> check_for_runtime(const Problem& model, const Layout& layout, const std::string& source) {
    const CheckReport report = check(model, layout);
    if (!report.overlaps.empty()) {
        const Overlap& first = report.overlaps.front();
        return failure(wrong_plan(source, in_quotes(model.buffers[first.a].name) + " and " +
                                              in_quotes(model.buffers[first.b].name) +
                                              " overlap in the order of the model"));
    }
    return is_clean(report) ? Expected<void>()
                            : failure(wrong_plan(source, "the checker refuses the plan for this model"));
}

}  // namespace

bool can_write_model(FileFormat format) {
    return format_of(format).model_writing.in_order != nullptr;
}

RuntimeSwitches runtime_switches() {
    const std::string multiple = std::to_string(runtime_alignment);
    return {{{"size-multiple", multiple}, {"variables", "outside"}}, {{"alignment", multiple}}};
}

bool is_model_name(std::string_view path) {
    return path.ends_with(".tflite");
}

Expected<std::string> model_in_order(std::string_view content, const ImportOptions& options,
                                     const std::string& source) {
    const auto format = written_format(content, source);
    if (!format) {
        return tl::unexpected(format.error());
    }
    const auto ordered = parse_document(content, source, options);
    if (!ordered) {
        return tl::unexpected(ordered.error());
    }
    const FormatInput input{content, source, options, ReadProgress{}};
    const auto network = (*format)->read_model(input);
    if (!network) {
        return tl::unexpected(network.error());
    }
    std::map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < network->nodes.size(); ++i) {
        positions.emplace(network->nodes[i].name, i);
    }
    std::vector<std::size_t> later;
    std::set<std::size_t> run;
    for (const Operator& one : ordered->problem.graph->operators) {
        const auto found = positions.find(one.name);
        if (found == positions.end() || !run.insert(found->second).second) {
            return failure(Error{source, 0, "operator " + in_quotes(one.name) + " is none of the model's own",
                                 "leave out parts, recompute and cores"});
        }
        later.push_back(found->second);
    }
    // Folded operators read constants alone, so they may come first.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < network->nodes.size(); ++i) {
        if (!run.contains(i)) {
            order.push_back(i);
        }
    }
    order.insert(order.end(), later.begin(), later.end());
    return (*format)->model_writing.in_order(input, order);
}

Expected<std::string> model_with_plan(std::string_view content, const std::string& source, const Problem& planned,
                                      const Layout& plan) {
    const auto format = written_format(content, source);
    if (!format) {
        return tl::unexpected(format.error());
    }
    const ImportOptions options = options_of_runtime();
    const FormatInput input{content, source, options, ReadProgress{}};
    auto network = (*format)->read_model(input);
    if (!network) {
        return tl::unexpected(network.error());
    }
    if (std::ranges::any_of(network->nodes, [](const Node& node) { return !node.bodies.empty(); })) {
        return failure(Error{source, 0, "its operators run other subgraphs, whose tensors share the arena",
                             "let the runtime plan this model"});
    }
    network->offline_plan.resize(network->tensors.size());
    for (std::size_t i = 0; i < network->tensors.size(); ++i) {
        network->offline_plan[i] = Offset(static_cast<std::int64_t>(i));
    }
    const auto model = imported_model(*network, options, planner_of_bodies(), source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    if (!model->problem.graph->unknown_sizes.empty()) {
        return failure(Error{source, 0, "the size of some of its tensors is unknown", "convert it with fixed shapes"});
    }
    const auto layout = layout_of_plan(model->problem, planned, plan, source);
    if (const auto checked =
            layout.and_then([&](const Layout& found) { return check_for_runtime(model->problem, found, source); });
        !checked) {
        return tl::unexpected(checked.error());
    }
    const std::vector<TensorIndex> tensors = tensors_of(*model);
    std::vector<std::optional<Offset>> offsets(network->tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i] != TensorIndex::none()) {
            offsets[tensors[i].value()] = layout->placements[i]->offset;
        }
    }
    return (*format)->model_writing.with_plan(input, offsets);
}

}  // namespace arenascope
