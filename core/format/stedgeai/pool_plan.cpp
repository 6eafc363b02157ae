#include "core/format/stedgeai/pool_plan.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/unique_names.h"
#include "core/format/printed/printed_plan.h"
#include "core/format/stedgeai/overwriting.h"
#include "core/model/memory/shared_addresses.h"

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
        Region region{names.add(pool.name), static_cast<Address>(pool.address.value_or(0)), pool.capacity,
                      pool.alignment};
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
    const auto base = static_cast<std::int64_t>(region.base);
    return {Offset(base), Offset(checked_add(base, size).value_or(std::numeric_limits<std::int64_t>::max()))};
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
    std::ranges::sort(buffers);
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    return buffers;
}

/// Declares what the operators of the nodes overwrite, and infers what coincides without their word.
class PoolSharing {
public:
    PoolSharing(Document& document, const std::vector<PoolNode>& nodes) : document_(document), nodes_(nodes) {}

    void run() {
        if (document_.problem.graph) {
            for (std::size_t i = 0; i < nodes_.size(); ++i) {
                add_overwritten(document_.problem.graph->operators[OperatorIndex(i)], nodes_[i].types);
            }
        }
        add_equal_places();
        note_groups(SharingGroup::Basis::declared, "shared on purpose",
                    ": an operator overwrites what it reads, as its type allows it at these offsets");
        note_groups(SharingGroup::Basis::inferred, "bytes coincide",
                    ", and nothing else says that buffers share: the plan is sound if these are meant to");
    }

private:
    [[nodiscard]] PlacedTensor placed(BufferIndex buffer) const {
        const Problem& problem = document_.problem;
        return {range_of(problem.buffers[buffer].size, meeting_offset(problem, *document_.layout.placements[buffer])),
                problem.graph->tensors[buffer].shape};
    }

    /// The bytes of the operands before one, if the operands fill the output; 0 otherwise.
    [[nodiscard]] Bytes bytes_before(const Operator& node, BufferIndex operand, BufferIndex output) const {
        const auto& buffers = document_.problem.buffers;
        std::int64_t rest = buffers[output].size.value();
        std::optional<std::int64_t> before;
        for (const BufferIndex read : node.reads) {
            if (read == operand && !before) {
                before = buffers[output].size.value() - rest;
            }
            rest = std::max<std::int64_t>(rest, 0) - buffers[read].size.value();
        }
        return Bytes(rest == 0 ? before.value_or(0) : 0);
    }

    /// A group for each operand and the output that overwrites it.
    void add_overwritten(const Operator& node, const std::vector<std::string>& types) {
        const std::vector<BufferIndex> reads = without_repetitions(node.reads);
        for (const BufferIndex output : without_repetitions(node.writes)) {
            // Scratch is in use while the operator reads.
            const bool is_scratch = document_.problem.buffers[output].kind == BufferKind::scratch;
            for (const BufferIndex operand : reads) {
                if (!meet(document_, operand, output)) {
                    continue;
                }
                const auto basis = is_scratch ? std::nullopt
                                              : overwriting_basis(types, placed(operand), placed(output),
                                                                  bytes_before(node, operand, output));
                if (basis) {
                    groups().push_back({SharingGroup::Kind::in_place, without_repetitions({operand, output}), *basis});
                } else {
                    refused_.insert(std::minmax(operand, output));
                }
            }
        }
    }

    /// A group for each set of buffers with the same first byte and the same steps. If an operator must not write one
    /// over the other, the others pair off.
    void add_equal_places() {
        const auto& buffers = document_.problem.buffers;
        std::vector<BufferIndex> order;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            order.emplace_back(i);
        }
        const auto place = [&](BufferIndex buffer) {
            const Placement& placement = *document_.layout.placements[buffer];
            const bool is_shared = document_.problem.regions[placement.region].shares_addresses;
            return std::tuple(is_shared ? RegionIndex::none() : placement.region,
                              meeting_offset(document_.problem, placement), buffers[buffer].lifetime.begin,
                              buffers[buffer].lifetime.end);
        };
        std::ranges::sort(order, {}, [&](BufferIndex buffer) { return std::pair(place(buffer), buffer); });
        const std::size_t overwritten = groups().size();
        for (std::size_t first = 0; first < order.size();) {
            std::size_t next = first + 1;
            while (next < order.size() && place(order[next]) == place(order[first])) {
                ++next;
            }
            add_equal(
                {order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(next)},
                overwritten);
            first = next;
        }
    }

    /// `overwritten`: the number of groups that operators gave.
    void add_equal(std::vector<BufferIndex> members, std::size_t overwritten) {
        bool is_refused = false;
        for (std::size_t i = 0; i < members.size() && !refused_.empty(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                is_refused = is_refused || refused_.contains(std::minmax(members[i], members[j]));
            }
        }
        for (std::size_t i = 0; i < members.size() && is_refused; ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                if (!refused_.contains(std::minmax(members[i], members[j]))) {
                    add_inferred({members[i], members[j]}, overwritten);
                }
            }
        }
        if (!is_refused) {
            add_inferred(std::move(members), overwritten);
        }
    }

    void add_inferred(std::vector<BufferIndex> members, std::size_t overwritten) {
        const auto known = std::span(groups()).first(overwritten);
        if (members.size() > 1 && std::ranges::find(known, members, &SharingGroup::members) == known.end()) {
            groups().push_back({SharingGroup::Kind::in_place, std::move(members), SharingGroup::Basis::inferred});
        }
    }

    void note_groups(SharingGroup::Basis basis, const std::string& what, const std::string& reason) {
        const auto count = std::ranges::count(groups(), basis, &SharingGroup::basis);
        if (count > 0) {
            document_.notes.push_back(what + " in " + std::to_string(count) + (count == 1 ? " place" : " places") +
                                      reason);
        }
    }

    [[nodiscard]] std::vector<SharingGroup>& groups() { return document_.layout.sharing; }

    Document& document_;
    const std::vector<PoolNode>& nodes_;
    std::set<std::pair<BufferIndex, BufferIndex>> refused_;  ///< what an operator must not write over, sorted pairs
};

}  // namespace

Expected<Document> document_of(PoolPlan plan, const std::string& source) {
    if (plan.has_offsets) {
        note_use(plan);
    }
    PoolRegions made = take_regions(plan);
    PrintedPlan printed;
    printed.regions = std::move(made.regions);
    for (const PoolBuffer& each : plan.buffers) {
        printed.buffers.push_back({each.buffer, each.offset, 0});
    }
    printed.notes = std::move(plan.notes);
    printed.left_out = plan.left_out;
    auto document = document_of(std::move(printed), source);
    if (!document) {
        return document;
    }
    if (!plan.has_offsets) {
        document->layout = empty_layout(document->problem);
        add_graph(*document, plan);
        return document;
    }
    share_addresses(*document, made.have_address);
    add_graph(*document, plan);
    PoolSharing(*document, plan.nodes).run();
    return document;
}

}  // namespace arenascope
