#include "core/model/network/core_assignment.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "core/base/containers/wide.h"
#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"

namespace arenascope {
namespace {

/// The things to split: the operators, or the buffers if there are no operators.
class Nodes {
public:
    explicit Nodes(const Problem& problem) : problem_(problem) {}

    [[nodiscard]] std::size_t count() const {
        return problem_.graph ? problem_.graph->operators.size() : problem_.buffers.size();
    }
    [[nodiscard]] std::string_view name(std::size_t index) const {
        return problem_.graph ? std::string_view(problem_.graph->operators[index].name) : problem_.buffers[index].name;
    }
    [[nodiscard]] Int128 bytes_written(std::size_t index) const {
        if (!problem_.graph) {
            return problem_.buffers[index].size.value();
        }
        Int128 sum = 0;
        for (const BufferIndex written : problem_.graph->operators[index].writes) {
            sum += problem_.buffers[written].size.value();
        }
        return sum;
    }
    [[nodiscard]] std::vector<std::size_t> in_compute_order() const {
        std::vector<std::size_t> order(count());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, [this](std::size_t a, std::size_t b) { return step(a) < step(b); });
        return order;
    }

private:
    [[nodiscard]] Step step(std::size_t index) const {
        return problem_.graph ? problem_.graph->operators[index].step : problem_.buffers[index].lifetime.begin;
    }

    const Problem& problem_;
};

/// The region of a core, by name.
Region core_named(const Problem& problem, const std::string& name) {
    const auto same = [&name](const Region& region) { return region.name == name; };
    const auto found = std::ranges::find_if(problem.regions, same);
    if (found != problem.regions.end()) {
        return *found;
    }
    Region core;
    core.name = name;
    if (problem.regions.size() == 1) {
        core.capacity = problem.regions.front().capacity;
        core.alignment = problem.regions.front().alignment;
    }
    return core;
}

std::vector<Region> numbered_cores(const Problem& problem, std::int64_t count) {
    std::vector<Region> cores;
    for (std::int64_t core = 0; core < count; ++core) {
        cores.push_back(core_named(problem, "core " + std::to_string(core)));
    }
    return cores;
}

std::vector<RegionIndex> split_by_bytes(const Nodes& nodes, const std::vector<std::size_t>& order, Int128 count) {
    Int128 total = 0;
    for (const std::size_t node : order) {
        total += nodes.bytes_written(node);
    }
    std::vector<RegionIndex> cores(order.size());
    Int128 before = 0;
    for (const std::size_t node : order) {
        // min(): operators after the last byte written would get a core beyond the last one.
        cores[node] =
            RegionIndex(static_cast<std::size_t>(std::min(before * count / std::max<Int128>(total, 1), count - 1)));
        before += nodes.bytes_written(node);
    }
    return cores;
}

/// `core 3` without the word: `3`. Other names are unchanged.
std::string_view without_core(std::string_view name) {
    constexpr std::string_view prefix = "core ";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

/// Whether a core is given as a number, even an invalid one.
bool is_numbered(std::string_view name) {
    name = without_core(name);
    const std::size_t sign = name.starts_with('-') || name.starts_with('+') ? 1 : 0;
    return name.size() > sign && name.find_first_not_of("0123456789.", sign) == std::string_view::npos &&
           name.find_first_of("0123456789", sign) != std::string_view::npos;
}

/// The number in `3` or `core 3`. Empty for other names, for negative numbers, and for numbers that do not fit in 64
/// bits.
std::optional<std::int64_t> core_number(std::string_view name) {
    const auto number = plain_number(without_core(name));
    return number.value_or(-1) >= 0 ? number : std::nullopt;
}

/// The cores in a list, numbered ones first.
Expected<std::vector<Region>> cores_of(const Problem& problem, std::span<const NamedCore> list, std::int64_t at_least,
                                       const std::string& source) {
    const std::int64_t limit = at_least > 0 ? at_least : most_cores;
    std::int64_t numbered = at_least;
    std::vector<Region> named;
    std::unordered_set<std::string_view> names;
    for (const NamedCore& line : list) {
        const auto number = core_number(line.core);
        if (number ? *number >= limit : is_numbered(line.core)) {
            return failure(Error{source, line.line, "there is no core " + in_quotes(line.core),
                                 "cores are numbered from 0 to " + std::to_string(limit - 1)});
        }
        if (number) {
            numbered = std::max(numbered, *number + 1);
            continue;
        }
        if (names.insert(line.core).second) {
            named.push_back(core_named(problem, line.core));
        }
        if (std::ssize(named) + numbered > most_cores) {
            return failure(
                Error{source, line.line, "there are more than " + std::to_string(most_cores) + " cores", "name fewer"});
        }
    }
    std::vector<Region> cores = numbered_cores(problem, numbered);
    cores.insert(cores.end(), named.begin(), named.end());
    return cores;
}

}  // namespace

CoreAssignment split_by_rule(const Problem& problem, std::int64_t count, CoreSplit rule) {
    const Nodes nodes(problem);
    const std::vector<std::size_t> order = nodes.in_compute_order();
    CoreAssignment assignment{.regions = numbered_cores(problem, count), .cores = {}};
    if (rule == CoreSplit::bytes) {
        assignment.cores = split_by_bytes(nodes, order, count);
        return assignment;
    }
    assignment.cores.resize(order.size());
    const auto cores = static_cast<std::size_t>(count);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        assignment.cores[order[rank]] =
            RegionIndex(rule == CoreSplit::order ? rank * cores / order.size() : rank % cores);
    }
    return assignment;
}

Expected<CoreAssignment> assigned_by_name(const Problem& problem, std::span<const NamedCore> list,
                                          std::int64_t at_least, const std::string& source) {
    auto regions = cores_of(problem, list, at_least, source);
    if (!regions) {
        return tl::unexpected(std::move(regions.error()));
    }
    std::unordered_map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < regions->size(); ++i) {
        positions.emplace((*regions)[i].name, i);
    }
    const Nodes nodes(problem);
    std::unordered_map<std::string_view, std::vector<std::size_t>> nodes_named;
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        nodes_named[nodes.name(i)].push_back(i);
    }
    CoreAssignment assignment;
    assignment.cores.assign(nodes.count(), RegionIndex::none());
    for (const NamedCore& line : list) {
        const auto number = core_number(line.core);
        const RegionIndex core(positions.at(number ? "core " + std::to_string(*number) : line.core));
        const auto named = nodes_named.find(line.node);
        if (named == nodes_named.end()) {
            return failure(
                Error{source, line.line,
                      "there is no " + std::string(problem.graph ? "operator " : "buffer ") + in_quotes(line.node),
                      "arenascope info lists the contents of the file; names are case-sensitive"});
        }
        for (const std::size_t node : named->second) {
            if (assignment.cores[node] != RegionIndex::none() && assignment.cores[node] != core) {
                return failure(
                    Error{source, line.line, in_quotes(line.node) + " is assigned to two cores", "name it once"});
            }
            assignment.cores[node] = core;
        }
    }
    assignment.unnamed = static_cast<std::size_t>(std::ranges::count(assignment.cores, RegionIndex::none()));
    std::ranges::replace(assignment.cores, RegionIndex::none(), RegionIndex(0));
    assignment.regions = std::move(*regions);
    return assignment;
}

std::optional<CoreAssignment> own_assignment(const Problem& problem) {
    CoreAssignment assignment{.regions = problem.regions, .cores = {}, .keeps_regions = true};
    if (problem.graph) {
        for (const Operator& node : problem.graph->operators) {
            assignment.unnamed += node.core == RegionIndex::none() ? 1 : 0;
            assignment.cores.push_back(node.core == RegionIndex::none() ? RegionIndex(0) : node.core);
        }
    }
    return assignment.unnamed < assignment.cores.size() ? std::optional(std::move(assignment)) : std::nullopt;
}

}  // namespace arenascope
