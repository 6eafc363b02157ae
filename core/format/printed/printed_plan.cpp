#include "core/format/printed/printed_plan.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/joined_sets.h"
#include "core/base/error/quotation.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

Expected<void> check_offset(const PrintedBuffer& printed, const std::string& source) {
    if (printed.offset < Offset(0)) {
        return failure(Error{source, printed.line,
                             "offset " + std::to_string(printed.offset.value()) + " of " +
                                 in_quotes(printed.buffer.name) + " is negative",
                             "an offset is at least 0"});
    }
    if (!checked_add(printed.offset.value(), printed.buffer.size.value())) {
        return failure(Error{source, printed.line,
                             "offset + size of " + in_quotes(printed.buffer.name) + " does not fit in 64 bits",
                             "keep offset + size below 2^63"});
    }
    return {};
}

/// Joins buffers into groups.
class SharingGroups {
public:
    explicit SharingGroups(std::size_t buffers) : sets_(buffers) {}

    void join(BufferIndex a, BufferIndex b) { sets_.join(a.value(), b.value()); }
    [[nodiscard]] bool are_joined(BufferIndex a, BufferIndex b) { return root_of(a) == root_of(b); }

    /// The groups of more than one buffer, by the first member in `order`. Members ascend.
    [[nodiscard]] std::vector<SharingGroup> in_order(const std::vector<BufferIndex>& order) {
        IndexedVector<BufferIndex, std::vector<BufferIndex>> members(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            members[root_of(BufferIndex(i))].emplace_back(i);
        }
        std::vector<SharingGroup> groups;
        for (const BufferIndex buffer : order) {
            auto& group = members[root_of(buffer)];
            if (group.size() > 1) {
                groups.emplace_back().members = std::move(group);
                group.clear();
            }
        }
        return groups;
    }

private:
    /// The lowest buffer of its group.
    [[nodiscard]] BufferIndex root_of(BufferIndex buffer) { return BufferIndex(sets_.root(buffer.value())); }

    JoinedSets sets_;
};

void note_sharing(Document& document, const std::vector<SharingGroup>& groups, const std::string& manner) {
    std::size_t members = 0;
    for (const SharingGroup& group : groups) {
        members += group.members.size();
    }
    if (members > 0) {
        document.notes.push_back(std::to_string(members) + " buffers " + manner + " (" + std::to_string(groups.size()) +
                                 (groups.size() == 1 ? " group)" : " groups)"));
    }
}

}  // namespace

std::optional<Lifetime> lifetime_of_uses(std::int64_t first, std::int64_t last) {
    const auto end = checked_add(last, 1);
    return end ? std::optional(Lifetime{Step(first), Step(*end)}) : std::nullopt;
}

Expected<Document> document_of(PrintedPlan plan, const std::string& source) {
    Document document;
    document.notes = std::move(plan.notes);
    document.left_out = plan.left_out;
    document.problem.regions = std::move(plan.regions);
    document.problem.step_labels = std::move(plan.step_labels);
    std::vector<std::int64_t> lines;
    UniqueNames names;
    std::size_t empty = 0;
    for (PrintedBuffer& printed : plan.buffers) {
        if (printed.buffer.size == Bytes(0)) {
            ++empty;
            continue;
        }
        if (auto possible = check_offset(printed, source); !possible) {
            return tl::unexpected(possible.error());
        }
        printed.buffer.name = names.add(std::move(printed.buffer.name));
        document.layout.placements.emplace_back(Placement{printed.offset, printed.buffer.region});
        document.problem.buffers.push_back(std::move(printed.buffer));
        lines.push_back(printed.line);
    }
    if (document.problem.buffers.empty()) {
        return failure(Error{source, 0, "the plan places nothing", "print it for a model that needs memory"});
    }
    if (empty > 0) {
        document.notes.push_back(std::to_string(empty) + " of 0 bytes left out");
    }
    return validate(document.problem, source, lines).map([&] { return std::move(document); });
}

void add_sharing(Document& document, const std::vector<std::pair<BufferIndex, BufferIndex>>& declared_pairs) {
    const auto& buffers = document.problem.buffers;
    const auto& placements = document.layout.placements;
    std::vector<BufferIndex> order;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        order.emplace_back(i);
    }
    const auto bytes = [&](BufferIndex buffer) {
        const Placement& placement = *placements[buffer];
        return std::tuple(placement.region, placement.offset, buffers[buffer].size);
    };
    std::ranges::sort(order, [&](BufferIndex a, BufferIndex b) {
        return std::tuple(bytes(a), buffers[a].lifetime.begin, a) < std::tuple(bytes(b), buffers[b].lifetime.begin, b);
    });
    SharingGroups declared(buffers.size());
    for (const auto& [a, b] : declared_pairs) {
        declared.join(a, b);
    }
    SharingGroups inferred(buffers.size());
    for (std::size_t first = 0; first < order.size();) {
        Step end = buffers[order[first]].lifetime.end;
        std::size_t next = first + 1;
        for (; next < order.size() && bytes(order[next]) == bytes(order[first]) &&
               buffers[order[next]].lifetime.begin < end;
             ++next) {
            inferred.join(order[first], order[next]);
            end = std::max(end, buffers[order[next]].lifetime.end);
        }
        first = next;
    }
    document.layout.sharing = declared.in_order(order);
    std::vector<SharingGroup> more = inferred.in_order(order);
    std::erase_if(more, [&](const SharingGroup& group) {
        return std::ranges::all_of(
            group.members, [&](BufferIndex member) { return declared.are_joined(member, group.members.front()); });
    });
    note_sharing(document, document.layout.sharing, "share memory with another one, as the file says");
    note_sharing(document, more,
                 "use exactly the same bytes as another live buffer, although nothing else says so: the plan is sound "
                 "if they are meant to share");
    for (SharingGroup& group : more) {
        group.basis = SharingGroup::Basis::inferred;
        document.layout.sharing.push_back(std::move(group));
    }
}

}  // namespace arenascope
