#include "core/model/network/import_switches.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/model/memory/live_profile.h"
#include "core/model/network/cost_split.h"
#include "core/model/network/execution_order.h"
#include "core/model/network/least_peak.h"
#include "core/model/network/many_core_problem.h"
#include "core/model/network/spill/spilled_problem.h"
#include "core/model/network/takeovers.h"

namespace arenascope {
namespace {

/// The cores from the switches or from the problem itself; empty if there is only one memory.
Expected<std::optional<CoreAssignment>> wanted_cores(const Problem& problem, const ImportOptions& options,
                                                     const SwitchFiles& files) {
    if (!options.assignment.empty()) {
        return assigned_by_name(problem, files.assignment.lines, options.cores, files.assignment.source)
            .map([](CoreAssignment assignment) { return std::optional(std::move(assignment)); });
    }
    if (options.cores > 0 && options.split == CoreSplit::cost) {
        return split_by_cost(problem, options.cores).map([](CoreAssignment assignment) {
            return std::optional(std::move(assignment));
        });
    }
    return options.cores > 0 ? std::optional(split_by_rule(problem, options.cores, options.split))
                             : own_assignment(problem);
}

/// Adds the notes from index `first` on to `switch_notes`, each after `prefix`.
void add_switch_notes(SwitchedProblem& whole, std::size_t first, const std::string& prefix) {
    for (std::size_t i = first; i < whole.notes.size(); ++i) {
        whole.switch_notes.push_back(prefix + whole.notes[i]);
    }
}

Expected<SwitchedProblem> on_cores(SwitchedProblem whole, const ImportOptions& options, const SwitchFiles& files,
                                   const std::string& source) {
    const auto cores = wanted_cores(whole.problem, options, files);
    if (!cores) {
        return failure(cores.error());
    }
    if (!*cores) {
        return whole;
    }
    const bool is_by_cost = options.cores > 0 && options.split == CoreSplit::cost && options.assignment.empty();
    const std::string work = is_by_cost ? note_on_work(whole.problem) : std::string();
    auto split = many_core_problem(std::move(whole.problem), std::move(whole.layout), **cores, options.transfers);
    if (!split) {
        return failure(Error{source, 0, std::move(split.error().cause), std::move(split.error().cure)});
    }
    whole.problem = std::move(split->problem);
    whole.layout = std::move(split->layout);
    whole.notes.insert(whole.notes.end(), split->facts.begin(), split->facts.end());
    const std::size_t first = whole.notes.size();
    whole.notes.insert(whole.notes.end(), split->notes.begin(), split->notes.end());
    if (is_by_cost) {
        whole.notes.push_back(work);
    }
    if (options.cores > 0 || !options.assignment.empty()) {
        add_switch_notes(whole, first, source + ": ");
    }
    whole.has_changed = whole.has_changed || split->has_changed;
    return whole;
}

Expected<SwitchedProblem> in_order(SwitchedProblem whole, const ImportOptions& options, const std::string& source) {
    if (options.order != ExecutionOrder::depth_first) {
        return whole;
    }
    const Problem before = whole.problem;
    const std::size_t first = whole.notes.size();
    if (auto run = run_depth_first(whole.problem, whole.layout, whole.notes); !run) {
        return failure(Error{source, 0, std::move(run.error().cause), std::move(run.error().cure)});
    }
    add_switch_notes(whole, first, source + ": ");
    whole.has_changed = whole.has_changed || whole.problem != before;
    return whole;
}

Expected<SwitchedProblem> with_features(SwitchedProblem whole, const ImportOptions& options, const SwitchFiles& files) {
    if (options.operator_features.empty()) {
        return whole;
    }
    const std::size_t first = whole.notes.size();
    const auto changed =
        apply_feature_rules(whole.problem, files.operator_features.lines, files.operator_features.source, whole.notes);
    if (!changed) {
        return failure(changed.error());
    }
    add_switch_notes(whole, first, {});
    whole.has_changed = whole.has_changed || *changed;
    return whole;
}

Expected<SwitchedProblem> with_scratch(SwitchedProblem whole, const ImportOptions& options, const SwitchFiles& files) {
    if (options.scratch_rules.empty()) {
        return whole;
    }
    const std::size_t before = whole.problem.buffers.size();
    const std::size_t first = whole.notes.size();
    auto added =
        add_scratch(whole.problem, whole.layout, files.scratch_rules.lines, files.scratch_rules.source, whole.notes);
    if (!added) {
        return failure(std::move(added.error()));
    }
    add_switch_notes(whole, first, {});
    whole.has_changed = whole.has_changed || whole.problem.buffers.size() != before;
    return whole;
}

Expected<SwitchedProblem> with_spill(SwitchedProblem whole, const ImportOptions& options, const std::string& source) {
    if (!options.spill) {
        return whole;
    }
    if (std::ranges::any_of(whole.problem.regions, &Region::second) && !whole.problem.transfers.empty()) {
        whole.notes.emplace_back("the file already has copies in a second memory; they are kept");
        whole.switch_notes.push_back(source + ": " + whole.notes.back());
        return whole;
    }
    auto spilled = spilled_problem(whole.problem, *options.spill, options.capacity);
    if (!spilled) {
        return failure(Error{source, 0, std::move(spilled.error().cause), std::move(spilled.error().cure)});
    }
    const std::size_t first = whole.notes.size();
    const bool keeps_buffers = spilled->problem.buffers == whole.problem.buffers;
    if (!keeps_buffers && has_placements(whole.layout)) {
        whole.notes.push_back(note_on_placements());
    }
    whole.notes.insert(whole.notes.end(), spilled->notes.begin(), spilled->notes.end());
    add_switch_notes(whole, first, source + ": ");
    if (keeps_buffers) {
        whole.problem = std::move(spilled->problem);
        return whole;
    }
    whole.problem = std::move(spilled->problem);
    whole.layout = empty_layout(whole.problem);
    whole.has_changed = true;
    return whole;
}

Expected<SwitchedProblem> with_takeovers(SwitchedProblem whole, const ImportOptions& options,
                                         const std::string& source) {
    if (!options.takeovers_by_reachability) {
        return whole;
    }
    const std::size_t first = whole.notes.size();
    if (auto derived = derive_takeovers(whole.problem, whole.notes); !derived) {
        return failure(Error{source, 0, std::move(derived.error().cause), std::move(derived.error().cure)});
    }
    add_switch_notes(whole, first, source + ": ");
    return whole;
}

SwitchedProblem with_capacity(SwitchedProblem whole, const ImportOptions& options) {
    if (options.capacity) {
        set_capacity(whole.problem, options.capacity);
    }
    return whole;
}

/// What follows the order of the operators, up to the figures.
Expected<SwitchedProblem> split_and_scratched(SwitchedProblem whole, const ImportOptions& options,
                                              const SwitchFiles& files, const std::string& source) {
    return on_cores(std::move(whole), options, files, source).and_then([&](SwitchedProblem split) {
        return with_scratch(std::move(split), options, files);
    });
}

/// Runs the operators in the order with the lowest threshold, if it is below that of the file's order with all other
/// switches.
Expected<SwitchedProblem> in_least_peak_order(SwitchedProblem whole, const ImportOptions& options,
                                              const SwitchFiles& files, const std::string& source) {
    // The search counts the scratch of the rules, although it is added only when the order is known.
    auto searched = with_scratch(whole, options, files);
    if (!searched) {
        return searched;
    }
    const auto search = least_peak_search(searched->problem);
    SwitchedProblem ordered = whole;
    if (search) {
        run_in_order(ordered.problem, search->order);
        ordered.layout = empty_layout(ordered.problem);
        ordered.has_changed = true;
        if (has_placements(whole.layout)) {
            ordered.notes.push_back(note_on_placements());
            ordered.switch_notes.push_back(source + ": " + note_on_placements());
        }
    }
    auto before = split_and_scratched(std::move(whole), options, files, source);
    if (!before) {
        return before;
    }
    const std::size_t first = before->notes.size();
    if (!search) {
        before->notes.push_back(search.error().cause + " (" + search.error().cure + ")");
        add_switch_notes(*before, first, source + ": ");
        return before;
    }
    auto after = split_and_scratched(std::move(ordered), options, files, source);
    if (!after) {
        return after;
    }
    const Bytes old_threshold = threshold(before->problem);
    const Bytes new_threshold = threshold(after->problem);
    const bool is_better = new_threshold < old_threshold;
    const bool is_bound = after->problem.regions.size() == searched->problem.regions.size();
    SwitchedProblem& best = is_better ? *after : *before;
    const std::size_t known = best.notes.size();
    best.notes.push_back(least_peak_note(*search, old_threshold, std::min(old_threshold, new_threshold), is_bound));
    add_switch_notes(best, known, source + ": ");
    return std::move(best);
}

}  // namespace

Expected<SwitchedProblem> with_import_switches(SwitchedProblem whole, const ImportOptions& options,
                                               const SwitchFiles& files, const std::string& source) {
    return with_features(std::move(whole), options, files)
        .and_then([&](SwitchedProblem known) {
            return options.order == ExecutionOrder::least_peak
                       ? in_least_peak_order(std::move(known), options, files, source)
                       : in_order(std::move(known), options, source).and_then([&](SwitchedProblem ordered) {
                             return split_and_scratched(std::move(ordered), options, files, source);
                         });
        })
        .and_then([&](SwitchedProblem scratched) { return with_spill(std::move(scratched), options, source); })
        .and_then([&](SwitchedProblem scratched) { return with_takeovers(std::move(scratched), options, source); })
        .map([&](SwitchedProblem derived) { return with_capacity(std::move(derived), options); });
}

}  // namespace arenascope
