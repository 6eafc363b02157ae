#include "core/format/stedgeai/pool_plan.h"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "core/error/quotation.h"
#include "core/format/printed/printed_plan.h"
#include "core/memory/shared_addresses.h"
#include "core/text/unique_names.h"

namespace arenascope {
namespace {

/// The highest tail in each pool; 0 for a pool without buffers. Tails saturate: document_of() refuses those that do not
/// fit.
std::vector<Offset> tails_of(const PoolPlan& plan) {
    std::vector<Offset> tails(plan.pools.size());
    for (const PoolBuffer& each : plan.buffers) {
        const auto tail = checked_add(each.offset.value(), each.buffer.size.value());
        Offset& highest = tails[each.buffer.region.value()];
        highest = std::max(highest, Offset(tail.value_or(std::numeric_limits<std::int64_t>::max())));
    }
    return tails;
}

/// How many buffers of each pool are not at a multiple of its alignment.
std::vector<std::size_t> misaligned_in(const PoolPlan& plan) {
    std::vector<std::size_t> misaligned(plan.pools.size());
    for (const PoolBuffer& each : plan.buffers) {
        const std::size_t pool = each.buffer.region.value();
        misaligned[pool] += each.offset.value() % plan.pools[pool].alignment.value() != 0 ? 1 : 0;
    }
    return misaligned;
}

struct PoolRegions {
    std::vector<Region> regions;
    std::vector<bool> have_address;  ///< by region
};

/// Makes regions of the pools that hold buffers, and gives the buffers their regions.
PoolRegions take_regions(PoolPlan& plan) {
    std::vector<std::size_t> counts(plan.pools.size());
    for (const PoolBuffer& each : plan.buffers) {
        ++counts[each.buffer.region.value()];
    }
    const std::vector<std::size_t> misaligned = misaligned_in(plan);
    std::vector<RegionIndex> region_of(plan.pools.size());
    PoolRegions made;
    UniqueNames names;
    for (std::size_t i = 0; i < plan.pools.size(); ++i) {
        if (counts[i] == 0) {
            continue;
        }
        const Pool& pool = plan.pools[i];
        region_of[i] = RegionIndex(made.regions.size());
        Region region{names.add(pool.name), pool.address.value_or(0), pool.capacity, pool.alignment};
        if (misaligned[i] > 0) {
            region.alignment = Bytes(1);
            plan.notes.push_back(in_quotes(pool.name) + " states an alignment of " +
                                 std::to_string(pool.alignment.value()) + ", which its buffers do not keep (" +
                                 std::to_string(misaligned[i]) + " of them): it is left out");
        }
        made.regions.push_back(std::move(region));
        made.have_address.push_back(pool.address.has_value());
    }
    for (PoolBuffer& each : plan.buffers) {
        each.buffer.region = region_of[each.buffer.region.value()];
    }
    return made;
}

/// Notes where the file counts other bytes as used than its buffers reach.
void note_use(PoolPlan& plan) {
    const std::vector<Offset> tails = tails_of(plan);
    for (std::size_t i = 0; i < plan.pools.size(); ++i) {
        const Pool& pool = plan.pools[i];
        if (pool.used && tails[i] > Offset(0) && tails[i] - Offset(0) != *pool.used) {
            plan.notes.push_back("the file says that " + std::to_string(pool.used->value()) + " B of " +
                                 in_quotes(pool.name) + " are in use; its own buffers reach " +
                                 std::to_string(tails[i].value()) + " B");
        }
    }
}

/// The addresses of a region: its capacity, or up to its highest tail.
AddressRange addresses_of(const Region& region, Offset tail) {
    const std::int64_t size = region.capacity ? std::max(region.capacity->value(), tail.value()) : tail.value();
    return {Offset(region.base),
            Offset(checked_add(region.base, size).value_or(std::numeric_limits<std::int64_t>::max()))};
}

/// Marks the regions whose addresses meet. `have_address`: by region.
void share_addresses(Document& document, const std::vector<bool>& have_address) {
    auto& regions = document.problem.regions;
    std::vector<AddressRange> addresses;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        addresses.push_back(addresses_of(regions[i], peak(document.problem, document.layout, RegionIndex(i))));
    }
    std::string names;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        for (std::size_t j = 0; j < regions.size() && !regions[i].shares_addresses; ++j) {
            regions[i].shares_addresses =
                i != j && have_address[i] && have_address[j] && overlap(addresses[i], addresses[j]);
        }
        if (regions[i].shares_addresses) {
            names += (names.empty() ? "" : ", ") + in_quotes(regions[i].name);
        }
    }
    if (!names.empty()) {
        document.notes.push_back(names + " have addresses in common: overlaps between them are judged by address");
    }
}

/// Gives nodes without a step the one after the node before, and keeps steps in order and within the plan.
void derive_steps(std::vector<PoolNode>& nodes, Lifetime span) {
    Step next = span.begin;
    for (PoolNode& each : nodes) {
        const Step step = std::min(std::max(each.step.value_or(next), next), span.end + Duration(-1));
        each.node.step = step;
        next = step + Duration(1);
    }
}

void add_graph(Document& document, PoolPlan& plan) {
    if (plan.nodes.empty()) {
        document.notes.emplace_back("the file lists no nodes: steps have no names");
        return;
    }
    Problem& problem = document.problem;
    derive_steps(plan.nodes, time_span(problem));
    Graph graph;
    for (PoolBuffer& each : plan.buffers) {
        graph.tensors.push_back(std::move(each.tensor));
    }
    for (PoolNode& each : plan.nodes) {
        const bool is_new = problem.step_labels.empty() || problem.step_labels.back().step < each.node.step;
        if (is_new) {
            problem.step_labels.push_back({each.node.step, each.node.name});
        }
        graph.operators.push_back(std::move(each.node));
    }
    problem.graph = std::move(graph);
}

bool meet(const Document& document, BufferIndex a, BufferIndex b) {
    const auto& buffers = document.problem.buffers;
    const Placement& place_a = *document.layout.placements[a];
    const Placement& place_b = *document.layout.placements[b];
    return a != b && may_meet(document.problem, place_a.region, place_b.region) &&
           overlap(buffers[a].lifetime, buffers[b].lifetime) &&
           overlap(range_of(buffers[a].size, meeting_offset(document.problem, place_a)),
                   range_of(buffers[b].size, meeting_offset(document.problem, place_b)));
}

std::vector<BufferIndex> without_repetitions(std::vector<BufferIndex> buffers) {
    std::sort(buffers.begin(), buffers.end());
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    return buffers;
}

/// A group for each operator that overwrites what it reads.
void declare_overwritten(Document& document) {
    for (const Operator& node : document.problem.graph->operators) {
        SharingGroup group{SharingGroup::Kind::in_place, {}};
        const std::vector<BufferIndex> reads = without_repetitions(node.reads);
        for (const BufferIndex output : without_repetitions(node.writes)) {
            const std::size_t before = group.members.size();
            std::ranges::copy_if(reads, std::back_inserter(group.members),
                                 [&](BufferIndex operand) { return meet(document, operand, output); });
            if (group.members.size() > before) {
                group.members.push_back(output);
            }
        }
        group.members = without_repetitions(std::move(group.members));
        if (group.members.size() > 1) {
            document.layout.sharing.push_back(std::move(group));
        }
    }
}

/// A group for each set of buffers with the same first byte and the same steps.
void declare_equal_places(Document& document) {
    const auto& buffers = document.problem.buffers;
    std::vector<BufferIndex> order;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        order.emplace_back(i);
    }
    const auto place = [&](BufferIndex buffer) {
        const Placement& placement = *document.layout.placements[buffer];
        const bool is_shared = document.problem.regions[placement.region].shares_addresses;
        return std::tuple(is_shared ? RegionIndex::none() : placement.region,
                          meeting_offset(document.problem, placement), buffers[buffer].lifetime.begin,
                          buffers[buffer].lifetime.end);
    };
    std::ranges::sort(order, {}, [&](BufferIndex buffer) { return std::pair(place(buffer), buffer); });
    std::vector<SharingGroup>& groups = document.layout.sharing;
    const std::size_t overwritten = groups.size();
    for (std::size_t first = 0; first < order.size();) {
        std::size_t next = first + 1;
        while (next < order.size() && place(order[next]) == place(order[first])) {
            ++next;
        }
        SharingGroup group{SharingGroup::Kind::in_place, {}};
        group.members.assign(order.begin() + static_cast<std::ptrdiff_t>(first),
                             order.begin() + static_cast<std::ptrdiff_t>(next));
        const auto known = std::span(groups).first(overwritten);
        if (group.members.size() > 1 && std::ranges::find(known, group) == known.end()) {
            groups.push_back(std::move(group));
        }
        first = next;
    }
}

void declare_sharing(Document& document) {
    if (document.problem.graph) {
        declare_overwritten(document);
    }
    declare_equal_places(document);
    if (const std::size_t groups = document.layout.sharing.size(); groups > 0) {
        document.notes.push_back(
            "shared on purpose in " + std::to_string(groups) + (groups == 1 ? " place" : " places") +
            ": an operator overwrites what it reads, or buffers have the same first byte and the same steps");
    }
}

}  // namespace

Expected<Document> document_of(PoolPlan plan, FileFormat format, const std::string& source) {
    note_use(plan);
    PoolRegions made = take_regions(plan);
    PrintedPlan printed;
    printed.regions = std::move(made.regions);
    for (const PoolBuffer& each : plan.buffers) {
        printed.buffers.push_back({each.buffer, each.offset, 0});
    }
    printed.notes = std::move(plan.notes);
    printed.left_out = plan.left_out;
    auto document = document_of(std::move(printed), format, source);
    if (!document) {
        return document;
    }
    share_addresses(*document, made.have_address);
    add_graph(*document, plan);
    declare_sharing(*document);
    return document;
}

}  // namespace arenascope
