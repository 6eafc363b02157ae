#include "core/analysis/explain/sharing_reasons.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/hand_over.h"
#include "core/planner/sharing/operator_dependencies.h"

namespace arenascope {
namespace {

/// A way from one buffer to another that may share its memory.
struct SharingWay {
    BufferIndex to;
    PartnerCause cause;
    Bytes position;
};

using SharingWays = IndexedVector<BufferIndex, std::vector<SharingWay>>;

class ReasonFinder {
public:
    explicit ReasonFinder(const Problem& problem)
        : problem_(problem),
          readers_(problem.buffers.size()),
          producers_(problem.buffers.size(), OperatorIndex::none()),
          later_(problem.buffers.size()),
          earlier_(problem.buffers.size()),
          reached_(problem.buffers.size(), BufferIndex::none()) {
        const auto& operators = problem.graph->operators;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            for (const BufferIndex read : operators[i].reads) {
                readers_[read].emplace_back(i);
            }
            for (const BufferIndex written : operators[i].writes) {
                producers_[written] = OperatorIndex(i);
            }
        }
        for (const HandOver& one : hand_overs(problem)) {
            add_ways(one);
        }
    }

    std::vector<SharingReasons> run() {
        const auto first = first_dependencies(problem_);
        const auto all = operator_dependencies(problem_);
        std::vector<SharingReasons> reasons;
        for (const BufferIndex own : in_execution_order()) {
            SharingReasons one{own, producers_[own], {}, partners_of(own)};
            for (const BufferIndex other : first[own]) {
                one.dependencies.push_back(dependency(own, other));
            }
            for (const BufferIndex other : all[own]) {
                if (!std::binary_search(first[own].begin(), first[own].end(), other)) {
                    Dependency second = dependency(other, own);
                    second.other = other;
                    second.is_first = false;
                    one.dependencies.push_back(second);
                }
            }
            reasons.push_back(std::move(one));
        }
        return reasons;
    }

private:
    [[nodiscard]] std::vector<BufferIndex> in_execution_order() const {
        std::vector<BufferIndex> order;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            order.emplace_back(i);
        }
        // Inputs live from the step of the first operator, which comes after them.
        const auto key = [this](BufferIndex one) {
            return std::pair(problem_.buffers[one].lifetime.begin, producers_[one] != OperatorIndex::none());
        };
        std::stable_sort(order.begin(), order.end(), [&](BufferIndex a, BufferIndex b) { return key(a) < key(b); });
        return order;
    }

    void add_ways(const HandOver& one) {
        const bool is_part = one.inner == one.operand && one.same_bytes && one.outer == one.written &&
                             problem_.graph->operators[producers_[one.written]].feature == OperatorFeature::merge;
        const auto [forwards, backwards] = !one.same_bytes
                                               ? std::pair(PartnerCause::overwritten, PartnerCause::overwrites)
                                           : is_part ? std::pair(PartnerCause::part_of, PartnerCause::whole_of)
                                                     : std::pair(PartnerCause::viewed_by, PartnerCause::view_of);
        later_[one.operand].push_back({one.written, forwards, one.position});
        earlier_[one.written].push_back({one.operand, backwards, one.position});
    }

    /// Why `other`, which is in the first set of `own`, is in it.
    [[nodiscard]] Dependency dependency(BufferIndex own, BufferIndex other) const {
        if (own == other) {
            return {other};
        }
        const Step begin = problem_.buffers[own].lifetime.begin;
        std::optional<OperatorIndex> later;
        for (const OperatorIndex reader : readers_[other]) {
            if (reader == producers_[own]) {
                return {other, true, DependencyCause::operand, reader};
            }
            if (!later && problem_.graph->operators[reader].step > begin) {
                later = reader;
            }
        }
        if (later) {
            return {other, true, DependencyCause::read_later, *later};
        }
        const BufferKind kind = problem_.buffers[other].kind;
        const bool is_kept = kind == BufferKind::output || kind == BufferKind::variable;
        return {other, true, is_kept ? DependencyCause::kept : DependencyCause::alive};
    }

    [[nodiscard]] std::vector<Partner> partners_of(BufferIndex own) {
        std::vector<Partner> partners = {{own}};
        for (const SharingWays* ways : {&later_, &earlier_}) {
            add_partners(own, *ways, partners);
        }
        std::sort(partners.begin(), partners.end(),
                  [](const Partner& a, const Partner& b) { return a.other < b.other; });
        // A buffer that overwrites a view of its operand is reached in both directions.
        partners.erase(std::unique(partners.begin(), partners.end(),
                                   [](const Partner& a, const Partner& b) { return a.other == b.other; }),
                       partners.end());
        return partners;
    }

    /// Follows the ways from `own` breadth first; each partner remembers the first step of its way.
    void add_partners(BufferIndex own, const SharingWays& ways, std::vector<Partner>& partners) {
        for (const Partner& known : partners) {
            reached_[known.other] = own;
        }
        std::size_t next = partners.size();
        for (const SharingWay& way : ways[own]) {
            if (std::exchange(reached_[way.to], own) != own) {
                partners.push_back({way.to, way.cause, way.position});
            }
        }
        for (; next < partners.size(); ++next) {
            const Partner from = partners[next];
            for (const SharingWay& way : ways[from.other]) {
                if (std::exchange(reached_[way.to], own) != own) {
                    const BufferIndex through = from.through == BufferIndex::none() ? from.other : from.through;
                    partners.push_back({way.to, from.cause, from.position, through});
                }
            }
        }
    }

    const Problem& problem_;
    IndexedVector<BufferIndex, std::vector<OperatorIndex>> readers_;
    IndexedVector<BufferIndex, OperatorIndex> producers_;
    SharingWays later_;
    SharingWays earlier_;
    IndexedVector<BufferIndex, BufferIndex> reached_;  ///< by buffer: the last start that reached it
};

std::string name_of_operator(const Problem& problem, OperatorIndex index) {
    const Operator& one = problem.graph->operators[index];
    return in_quotes(one.name.empty() ? one.type : one.name);
}

}  // namespace

std::vector<SharingReasons> sharing_reasons(const Problem& problem) {
    return problem.graph ? ReasonFinder(problem).run() : std::vector<SharingReasons>();
}

std::string reason_text(const Problem& problem, BufferIndex own, const Dependency& dependency) {
    const std::string name = in_quotes(problem.buffers[own].name);
    switch (dependency.cause) {
        case DependencyCause::itself:
            return "itself";
        case DependencyCause::operand:
            return dependency.is_first
                       ? "its operator reads it and must not overwrite it"
                       : name_of_operator(problem, dependency.reader) + " reads " + name + " and must not overwrite it";
        case DependencyCause::read_later:
            return (dependency.is_first ? std::string() : name + " is ") + "read later, by " +
                   name_of_operator(problem, dependency.reader);
        case DependencyCause::kept:
            return (dependency.is_first ? std::string() : name + " is ") + "needed after the last step";
        case DependencyCause::alive:
            break;
    }
    return "in use at the same step";
}

std::string reason_text(const Problem& problem, const Partner& partner) {
    const std::string other =
        partner.through == BufferIndex::none() ? "it" : in_quotes(problem.buffers[partner.through].name);
    const std::string at = " at byte " + std::to_string(partner.position.value());
    const std::string through = partner.through == BufferIndex::none() ? std::string() : ", which shares with it";
    switch (partner.cause) {
        case PartnerCause::itself:
            return "itself";
        case PartnerCause::overwrites:
            return "may overwrite " + other + through;
        case PartnerCause::overwritten:
            return "may be overwritten by " + other + through;
        case PartnerCause::view_of:
            return "a view of " + other + at + through;
        case PartnerCause::viewed_by:
            return "holds " + other + at + " as a view" + through;
        case PartnerCause::part_of:
            return "a part of " + other + at + through;
        case PartnerCause::whole_of:
            break;
    }
    return "holds " + other + at + " as a part" + through;
}

}  // namespace arenascope
