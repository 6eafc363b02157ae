#include "core/analysis/compare/step_matching.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/text/amount.h"

namespace arenascope {
namespace {

constexpr std::size_t unmatched = static_cast<std::size_t>(-1);

std::vector<NamedStep> sorted_by_step(std::vector<NamedStep> steps) {
    std::ranges::stable_sort(steps, {}, &NamedStep::step);
    return steps;
}

bool have_same_names(const std::vector<NamedStep>& first, const std::vector<NamedStep>& second) {
    return std::ranges::equal(first, second, [](const NamedStep& a, const NamedStep& b) {
        return a.step == b.step && a.name == b.name && !a.name.empty();
    });
}

bool have_same_lifetimes(const Problem& first, const Problem& second, const BufferPairing& pairing) {
    bool has_namesakes = false;
    for (const BufferPair& pair : pairing.pairs) {
        if (pair.by == PairedBy::name) {
            has_namesakes = true;
            if (first.buffers[pair.first].lifetime != second.buffers[pair.second].lifetime) {
                return false;
            }
        }
    }
    return has_namesakes;
}

/// Matches the operators of two plans, each given by its position in the order of the steps.
class OperatorMatching {
public:
    OperatorMatching(const std::vector<NamedStep>& first, const std::vector<NamedStep>& second)
        : first_(first), second_(second), in_second_(first.size(), unmatched), in_first_(second.size(), unmatched) {
        match_by_name();
        const bool has_namesakes = !pairs().empty();
        match_by_type();
        if (!has_namesakes && 2 * pairs().size() < std::min(first.size(), second.size())) {
            // Any two networks have some types in common.
            std::ranges::fill(in_second_, unmatched);
        }
    }

    [[nodiscard]] std::vector<StepPair> pairs() const {
        std::vector<StepPair> found;
        for (std::size_t i = 0; i < first_.size(); ++i) {
            if (in_second_[i] != unmatched) {
                found.push_back({first_[i].step, second_[in_second_[i]].step});
            }
        }
        return found;
    }

private:
    struct Namesakes {
        std::vector<std::size_t> of_first;
        std::vector<std::size_t> of_second;
    };

    void match(const Namesakes& namesakes) {
        if (namesakes.of_first.size() != namesakes.of_second.size()) {
            return;  // nobody can say which is which
        }
        for (std::size_t i = 0; i < namesakes.of_first.size(); ++i) {
            in_second_[namesakes.of_first[i]] = namesakes.of_second[i];
            in_first_[namesakes.of_second[i]] = namesakes.of_first[i];
        }
    }

    void match_by_name() {
        std::unordered_map<std::string_view, Namesakes> named;
        for (std::size_t i = 0; i < first_.size(); ++i) {
            named[first_[i].name].of_first.push_back(i);
        }
        for (std::size_t i = 0; i < second_.size(); ++i) {
            named[second_[i].name].of_second.push_back(i);
        }
        for (const auto& [name, namesakes] : named) {
            if (!name.empty()) {
                match(namesakes);
            }
        }
    }

    /// Of what is left, by the type and by the matched operator before it. That is told by its position in the first
    /// plan.
    void match_by_type() {
        std::map<std::pair<std::size_t, std::string_view>, Namesakes> alike;
        std::size_t before = unmatched;
        for (std::size_t i = 0; i < first_.size(); ++i) {
            before = in_second_[i] != unmatched ? i : before;
            if (in_second_[i] == unmatched && !first_[i].type.empty()) {
                alike[{before, first_[i].type}].of_first.push_back(i);
            }
        }
        before = unmatched;
        for (std::size_t i = 0; i < second_.size(); ++i) {
            before = in_first_[i] != unmatched ? in_first_[i] : before;
            if (in_first_[i] == unmatched && !second_[i].type.empty()) {
                alike[{before, second_[i].type}].of_second.push_back(i);
            }
        }
        for (const auto& [key, namesakes] : alike) {
            match(namesakes);
        }
    }

    const std::vector<NamedStep>& first_;
    const std::vector<NamedStep>& second_;
    std::vector<std::size_t> in_second_;  ///< by operator of the first plan
    std::vector<std::size_t> in_first_;   ///< by operator of the second plan
};

/// Each step at most once in each plan: several operators may run at one step.
std::vector<StepPair> unique_steps(std::vector<StepPair> pairs) {
    for (const auto& step : {&StepPair::second, &StepPair::first}) {
        std::ranges::stable_sort(pairs, {}, step);
        const auto is_same = [step](const StepPair& a, const StepPair& b) { return a.*step == b.*step; };
        pairs.erase(std::unique(pairs.begin(), pairs.end(), is_same), pairs.end());
    }
    return pairs;
}

std::optional<Step> partner(const std::vector<StepPair>& pairs, Step StepPair::*from, Step StepPair::*to, Step step) {
    const auto found = std::ranges::lower_bound(pairs, step, {}, from);
    return found != pairs.end() && (*found).*from == step ? std::optional((*found).*to) : std::nullopt;
}

std::optional<Step> same_step(const StepMatching& matching, const std::vector<StepPair>& pairs, Step StepPair::*from,
                              Step StepPair::*to, Step step) {
    switch (matching.by) {
        case StepsMatchedBy::number:
            return step;
        case StepsMatchedBy::operators:
            return partner(pairs, from, to, step);
        case StepsMatchedBy::nothing:
            break;
    }
    return std::nullopt;
}

}  // namespace

std::vector<NamedStep> named_steps(const Problem& problem) {
    std::vector<NamedStep> steps;
    if (problem.graph) {
        for (const Operator& one : problem.graph->operators) {
            steps.push_back({one.name, one.type, one.step});
        }
    } else {
        for (const StepLabel& label : problem.step_labels) {
            steps.push_back({label.text, {}, label.step});
        }
    }
    return steps;
}

StepMatching match_steps(const Problem& first, const Problem& second, const BufferPairing& pairing) {
    StepMatching matching{.first_span = time_span(first), .second_span = time_span(second)};
    const std::vector<NamedStep> of_first = sorted_by_step(named_steps(first));
    const std::vector<NamedStep> of_second = sorted_by_step(named_steps(second));
    if (of_first.empty() || of_second.empty()) {
        matching.by = matching.first_span == matching.second_span || have_same_lifetimes(first, second, pairing)
                          ? StepsMatchedBy::number
                          : StepsMatchedBy::nothing;
        return matching;
    }
    if (have_same_names(of_first, of_second)) {
        return matching;
    }
    std::vector<StepPair> pairs = OperatorMatching(of_first, of_second).pairs();
    if (pairs.size() == of_first.size() && pairs.size() == of_second.size() &&
        std::ranges::all_of(pairs, [](const StepPair& pair) { return pair.first == pair.second; })) {
        return matching;
    }
    matching.by_first = unique_steps(std::move(pairs));
    matching.by_second = matching.by_first;
    std::ranges::sort(matching.by_second, {}, &StepPair::second);
    matching.by = matching.by_first.empty() ? StepsMatchedBy::nothing : StepsMatchedBy::operators;
    return matching;
}

std::optional<Step> step_in_second(const StepMatching& matching, Step of_first) {
    return same_step(matching, matching.by_first, &StepPair::first, &StepPair::second, of_first);
}

std::optional<Step> step_in_first(const StepMatching& matching, Step of_second) {
    return same_step(matching, matching.by_second, &StepPair::second, &StepPair::first, of_second);
}

std::string matching_words(const StepMatching& matching) {
    const auto steps = [](Lifetime span) { return grouped(length(span).value()); };
    const std::string of_a = steps(matching.first_span);
    const std::string of_b = steps(matching.second_span);
    switch (matching.by) {
        case StepsMatchedBy::number:
            break;
        case StepsMatchedBy::operators: {
            const std::string matched = grouped(matching.by_first.size());
            return "steps matched by operator: " + matched + " of " + of_a + " in A, " + matched + " of " + of_b +
                   " in B";
        }
        case StepsMatchedBy::nothing:
            return "live sizes not compared: A has " + of_a + " steps, B has " + of_b +
                   ", and no operator names tell which steps are the same";
    }
    return {};
}

}  // namespace arenascope
