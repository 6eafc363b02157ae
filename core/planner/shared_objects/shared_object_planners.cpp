#include "core/planner/shared_objects/shared_object_planners.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/greedy_by_size_assignment.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/min_cost_flow_assignment.h"
#include "core/planner/shared_objects/object_bands.h"
#include "core/planner/shared_objects/placement_trace.h"
#include "core/planner/shared_objects/usage_records.h"

namespace arenascope {
namespace {

/// The input of a strategy besides the records.
struct Setting {
    const OptionValues& options;
    UsageEdges edges;  ///< empty: no usage graph
    RunMeter& meter;
};

/// Looks at objects that explain a recorded run; they take about a second.
constexpr std::uint64_t most_explaining_looks = std::uint64_t{1} << 25U;

template <class Size>
using Assign = std::function<ObjectsAssignment<Size>(UsageRecords<Size>, const Setting&)>;

struct Strategy {
    Assign<Bytes> plain;
    Assign<TextureSize> textures = nullptr;  ///< null: the strategy takes no textures
    std::size_t most_dimensions = 4;         ///< of textures, if it takes any
};

std::vector<std::vector<std::int64_t>> dimensions_of(const std::vector<TextureSize>& objects, std::size_t count) {
    std::vector<std::vector<std::int64_t>> dimensions;
    dimensions.reserve(objects.size());
    for (const TextureSize& object : objects) {
        dimensions.emplace_back(object.extent.begin(), object.extent.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return dimensions;
}

Expected<void> check_buffers(const Problem& problem, const Strategy& strategy, std::string_view planner) {
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.pin) {
            return failure("buffer " + in_quotes(buffer.name) + " is pinned to offset " +
                               std::to_string(buffer.pin->value()) + ", but " + std::string(planner) +
                               " places shared objects and keeps no offsets",
                           "remove the pin, or choose a planner of the kind offsets");
        }
        const std::string subject =
            "buffer " + in_quotes(buffer.name) + " has " + std::to_string(buffer.dimensions().size()) + " dimensions, ";
        if (!buffer.dimensions().empty() && !strategy.textures) {
            return failure(subject + "but " + std::string(planner) + " compares sizes in bytes",
                           buffer.dimensions().size() > 3
                               ? "choose naive or equality, which compare shapes of four dimensions"
                               : "choose naive, equality or greedy-in-order, which compare shapes");
        }
        if (buffer.dimensions().size() > strategy.most_dimensions) {
            return failure(subject + "but " + std::string(planner) + " compares at most " +
                               std::to_string(strategy.most_dimensions),
                           "choose naive or equality, which compare whole shapes");
        }
    }
    return {};
}

class Run {
public:
    Run(const PlanRequest& request, const Strategy& strategy)
        : request_(request), strategy_(strategy), meter_(request.stop, request.progress), bands_(request.problem) {}

    Expected<PlanResult> plan() {
        for (const RecordedBuffers& group : recorded_buffers(request_.problem)) {
            if (auto added = group.dimensions == 1 ? add_plain(group) : add_textures(group); !added) {
                return tl::unexpected(added.error());
            }
        }
        for (const BufferIndex buffer : bands_.place_buffers_of_no_bytes()) {
            order_.push_back({buffer});
        }
        PlanResult result;
        result.layout = bands_.layout();
        result.threshold = threshold(request_.problem);
        result.lower_bound = result.threshold;
        result.goal = meter_.stopped() ? Goal::stopped : notes_.empty() ? Goal::complete : Goal::work_spent;
        result.notes = std::move(notes_);
        result.work = meter_.work();
        result.reproducible = !meter_.stopped();
        if (request_.trace != nullptr) {
            trace_placements(*request_.trace, request_.problem, result, order_);
        }
        return result;
    }

private:
    template <class Size>
    ObjectsAssignment<Size> assign(const Assign<Size>& strategy, const RecordedBuffers& group,
                                   UsageRecords<Size> records) {
        const std::vector<std::vector<RecordIndex>> edges = usage_edges(request_.problem, group);
        ObjectsAssignment<Size> assignment = strategy(records, {request_.options, edges, meter_});
        if (!assignment.cut.empty()) {
            const Region& region = request_.problem.regions[group.region];
            notes_.push_back((request_.problem.regions.size() > 1 ? in_quotes(region.name) + ": " : "") +
                             assignment.cut);
        }
        std::vector<ObjectChoice> choices;
        if (request_.trace != nullptr && request_.problem.buffers.size() <= most_single_placements) {
            choices = object_choices(records, assignment, edges, most_explaining_looks);
        }
        const std::size_t first = bands_.layout().objects.size();
        for (std::size_t i = 0; i < assignment.order.size(); ++i) {
            AssignedBuffer& placed = order_.emplace_back(AssignedBuffer{group.buffers[assignment.order[i]]});
            if (i < choices.size()) {
                for (ObjectChoice::Candidate& candidate : choices[i].candidates) {
                    candidate.object = ObjectIndex(first + candidate.object.value());
                }
                if (choices[i].breadth) {
                    choices[i].breadth->task = choices[i].breadth->task + (group.origin - Step(0));
                }
                placed.choice = std::move(choices[i]);
            }
        }
        return assignment;
    }

    Expected<void> add_plain(const RecordedBuffers& group) {
        const std::vector<UsageRecord<Bytes>> records = plain_records(request_.problem, group);
        const auto assignment = assign<Bytes>(strategy_.plain, group, records);
        return bands_.add(group, assignment.object_of_record, assignment.object_sizes, {});
    }

    Expected<void> add_textures(const RecordedBuffers& group) {
        const std::vector<UsageRecord<TextureSize>> records = texture_records(request_.problem, group);
        const auto assignment = assign<TextureSize>(strategy_.textures, group, records);
        std::vector<Bytes> sizes;
        sizes.reserve(assignment.object_sizes.size());
        for (const TextureSize& object : assignment.object_sizes) {
            sizes.emplace_back(elements(object));
        }
        return bands_.add(group, assignment.object_of_record, sizes,
                          dimensions_of(assignment.object_sizes, group.dimensions));
    }

    const PlanRequest& request_;
    const Strategy& strategy_;
    RunMeter meter_;
    ObjectBands bands_;
    std::vector<AssignedBuffer> order_;  ///< buffers in order of assignment
    std::vector<std::string> notes_;     ///< what limits of the strategy cut
};

Planner planner(std::string_view name, std::string_view summary, Strategy strategy,
                std::vector<OptionSpec> options = {}) {
    return {{name, PlannerFamily::shared_objects, PlannerKind::shared_objects, summary, std::move(options)},
            [name, strategy = std::move(strategy)](const PlanRequest& request) -> Expected<PlanResult> {
                if (auto right = check_buffers(request.problem, strategy, name); !right) {
                    return tl::unexpected(right.error());
                }
                return Run(request, strategy).plan();
            }};
}

template <class Size>
ObjectsAssignment<Size> naive(UsageRecords<Size> records, const Setting& /*setting*/) {
    return naive_assignment(records);
}

ObjectsAssignment<Bytes> equality(UsageRecords<Bytes> records, const Setting& setting) {
    const bool scans = setting.options.text("implementation") == "scan";
    return equality_assignment(records, scans ? EqualityChoice::lowest_id : EqualityChoice::freed_latest,
                               setting.meter);
}

/// TensorFlow hashes sizes of one dimension only, so textures are always scanned, whatever the option says.
ObjectsAssignment<TextureSize> equality_of_textures(UsageRecords<TextureSize> records, const Setting& setting) {
    return equality_assignment(records, EqualityChoice::lowest_id, setting.meter);
}

/// The edges from the file, unless the option disables them.
UsageEdges edges_for(const Setting& setting) {
    return setting.options.text("usage-graph") == "none" ? UsageEdges() : setting.edges;
}

ObjectsAssignment<Bytes> greedy_in_order(UsageRecords<Bytes> records, const Setting& setting) {
    const UsageEdges edges = edges_for(setting);
    return edges.empty() ? greedy_in_order_assignment(records, setting.meter)
                         : greedy_in_order_assignment(records, edges, setting.meter);
}

ObjectsAssignment<TextureSize> greedy_in_order_of_textures(UsageRecords<TextureSize> records, const Setting& setting) {
    return greedy_in_order_assignment(records, edges_for(setting), setting.meter);
}

}  // namespace

std::vector<Planner> shared_object_planners() {
    const auto plain = [](auto assignment) -> Strategy {
        return {.plain = [assignment](UsageRecords<Bytes> records, const Setting& setting) {
            return assignment(records, setting.meter);
        }};
    };
    return {
        planner("naive", "one object for each buffer: nothing is shared",
                {.plain = naive<Bytes>, .textures = naive<TextureSize>}),
        planner("equality", "objects are shared by buffers of exactly the same size",
                {.plain = equality, .textures = equality_of_textures},
                {{"implementation",
                  OptionType::choice,
                  "hash",
                  "hash: of several free objects the one freed latest; scan: the one with the lowest number; textures "
                  "are always scanned",
                  {"hash", "scan"}}}),
        planner("greedy-in-order", "buffers by first use; each takes the free object nearest in size",
                {.plain = greedy_in_order, .textures = greedy_in_order_of_textures, .most_dimensions = 3},
                {{"usage-graph",
                  OptionType::choice,
                  "file",
                  "file: only takeovers that the file's usage graph allows, if it has one; none: all takeovers",
                  {"file", "none"}}}),
        planner("greedy-by-breadth", "the steps with the largest live size first", plain(greedy_by_breadth_assignment)),
        planner("greedy-by-size", "large buffers first; each takes the object that is idle for the shortest time",
                plain(greedy_by_size_assignment)),
        planner("greedy-best", "the better of greedy-by-size and greedy-by-breadth", plain(greedy_best_assignment)),
        planner("min-cost-flow", "which buffer takes over from which, by a flow of least cost",
                plain([](UsageRecords<Bytes> records, RunMeter& meter) {
                    return min_cost_flow_assignment(records, meter);
                })),
    };
}

}  // namespace arenascope
