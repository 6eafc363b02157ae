#include "core/model/network/feature_rules.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/network/operator_pattern.h"

namespace arenascope {
namespace {

/// What a rule sets in an operator.
struct SetFeature {
    std::vector<std::uint32_t> shareable = {};
    std::vector<Bytes> positions = {};
};

Bytes buffer_size(const Problem& problem, BufferIndex buffer) {
    return problem.buffers[buffer].size;
}

/// The sum of the sizes of some buffers, up to just above `limit`; it always fits in 64 bits.
Bytes sum_up_to(const Problem& problem, const std::vector<BufferIndex>& buffers, Bytes limit) {
    Bytes sum;
    for (const BufferIndex buffer : buffers) {
        if (sum > limit) {
            break;
        }
        sum = sum + std::min(buffer_size(problem, buffer), limit - sum + Bytes(1));
    }
    return sum;
}

std::optional<SetFeature> set_in_place(const Problem& problem, const Operator& one, const FeatureRule& rule) {
    SetFeature set;
    for (const std::uint32_t operand : rule.operands) {
        if (one.writes.size() == 1 && operand < one.reads.size() &&
            buffer_size(problem, one.writes.front()) <= buffer_size(problem, one.reads[operand])) {
            set.shareable.push_back(operand);
        }
    }
    return set.shareable.empty() ? std::nullopt : std::optional(std::move(set));
}

std::optional<SetFeature> set_removable(const Problem& problem, const Operator& one, const FeatureRule& rule) {
    const std::uint32_t operand = rule.operands.front();
    if (operand >= one.reads.size()) {
        return std::nullopt;
    }
    const Bytes whole = buffer_size(problem, one.reads[operand]);
    SetFeature set{{operand}, {}};
    if (std::ranges::all_of(one.writes, [&](BufferIndex written) { return buffer_size(problem, written) == whole; })) {
        return set;
    }
    if (sum_up_to(problem, one.writes, whole) != whole) {
        return std::nullopt;
    }
    Bytes position;
    for (const BufferIndex written : one.writes) {
        set.positions.push_back(position);
        position = position + buffer_size(problem, written);
    }
    return set;
}

std::optional<SetFeature> set_merge(const Problem& problem, const Operator& one) {
    if (one.writes.size() != 1 || one.reads.empty() ||
        sum_up_to(problem, one.reads, buffer_size(problem, one.writes.front())) !=
            buffer_size(problem, one.writes.front())) {
        return std::nullopt;
    }
    SetFeature set;
    set.shareable.resize(one.reads.size());
    std::iota(set.shareable.begin(), set.shareable.end(), 0U);
    return set;
}

/// What the rule sets in an operator; empty: the sizes do not fit.
std::optional<SetFeature> set_by_rule(const Problem& problem, const Operator& one, const FeatureRule& rule) {
    switch (rule.feature) {
        case OperatorFeature::in_place:
            return set_in_place(problem, one, rule);
        case OperatorFeature::removable:
            return set_removable(problem, one, rule);
        case OperatorFeature::merge:
            return set_merge(problem, one);
        case OperatorFeature::ordinary:
            break;
    }
    return SetFeature{};
}

std::string note_of_misfits(const std::string& source, const FeatureRule& rule, std::size_t count) {
    return source + ":" + std::to_string(rule.line) + ": " + std::to_string(count) +
           (count == 1 ? " operator cannot be " : " operators cannot be ") + std::string(name_of(rule.feature)) +
           (count == 1 ? ", because its inputs and outputs have other sizes: it keeps its feature"
                       : ", because their inputs and outputs have other sizes: they keep their features");
}

}  // namespace

Expected<bool> apply_feature_rules(Problem& problem, const std::vector<FeatureRule>& rules, const std::string& source,
                                   std::vector<std::string>& notes) {
    if (!problem.graph) {
        return failure(Error{source, 0, "operator features need operators, but the file has none",
                             "open a model, or a plan with its operators"});
    }
    std::map<std::int64_t, std::string> unmatched;
    for (const FeatureRule& rule : rules) {
        unmatched.emplace(rule.line, rule.pattern);
    }
    std::vector<std::size_t> misfits(rules.size(), 0);
    bool has_changed = false;
    for (Operator& one : problem.graph->operators) {
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            if (matches_operator(one, rules[i].pattern)) {
                unmatched.erase(rules[i].line);
                last = i;
            }
        }
        auto set = last ? set_by_rule(problem, one, rules[*last]) : std::nullopt;
        if (set) {
            const Operator before = one;
            one.feature = rules[*last].feature;
            one.shareable = std::move(set->shareable);
            one.positions = std::move(set->positions);
            has_changed = has_changed || one != before;
        } else if (last) {
            ++misfits[*last];
        }
    }
    if (std::string note = note_of_unmatched(source, unmatched); !note.empty()) {
        notes.push_back(std::move(note));
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (misfits[i] > 0) {
            notes.push_back(note_of_misfits(source, rules[i], misfits[i]));
        }
    }
    return has_changed;
}

}  // namespace arenascope
