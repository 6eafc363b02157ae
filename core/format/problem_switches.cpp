#include "core/format/problem_switches.h"

#include <optional>
#include <utility>

#include "core/format/assignment_csv.h"
#include "core/format/file_content.h"
#include "core/format/scratch_rules_text.h"
#include "core/graph/core_assignment.h"
#include "core/graph/execution_order.h"
#include "core/graph/many_core_problem.h"
#include "core/graph/scratch_rules.h"
#include "core/memory/live_profile.h"

namespace arenascope {
namespace {

/// The cores that the switches or the file ask for; nothing where there is one memory for all.
Expected<std::optional<CoreAssignment>> wanted_cores(const Problem& problem, const ImportOptions& options) {
    if (!options.assignment.empty()) {
        const std::string source = source_name(options.assignment);
        return read_content_or_nothing(options.assignment)
            .and_then([&](const std::string& content) { return parse_assignment_csv(content, source); })
            .and_then([&](const std::vector<NamedCore>& list) {
                return assigned_by_name(problem, list, options.cores, source);
            })
            .map([](CoreAssignment assignment) { return std::optional(std::move(assignment)); });
    }
    return options.cores > 0 ? std::optional(split_by_rule(problem, options.cores, options.split))
                             : own_assignment(problem);
}

/// A trace and what made the layout belong to the problem from before.
void forget_run(Document& document) {
    document.trace.reset();
    document.provenance.reset();
}

/// Keeps the notes from `first` on as those on a switch that was given.
void keep_as_told_by_switch(Document& document, std::size_t first, const std::string& prefix) {
    for (std::size_t i = first; i < document.notes.size(); ++i) {
        document.switch_notes.push_back(prefix + document.notes[i]);
    }
}

Expected<Document> on_cores(Document document, const ImportOptions& options, const std::string& source) {
    const auto cores = wanted_cores(document.problem, options);
    if (!cores) {
        return failure(cores.error());
    }
    if (!*cores) {
        return document;
    }
    auto split = many_core_problem(std::move(document.problem), std::move(document.layout), **cores, options.transfers);
    if (!split) {
        return failure(Error{source, 0, std::move(split.error().cause), std::move(split.error().cure)});
    }
    document.problem = std::move(split->problem);
    document.layout = std::move(split->layout);
    document.notes.insert(document.notes.end(), split->facts.begin(), split->facts.end());
    const std::size_t first = document.notes.size();
    document.notes.insert(document.notes.end(), split->notes.begin(), split->notes.end());
    if (options.cores > 0 || !options.assignment.empty()) {
        keep_as_told_by_switch(document, first, source + ": ");
    }
    if (split->has_changed) {
        forget_run(document);
    }
    return document;
}

Expected<Document> in_order(Document document, const ImportOptions& options, const std::string& source) {
    if (!options.depth_first) {
        return document;
    }
    const Problem before = document.problem;
    const std::size_t first = document.notes.size();
    if (auto run = run_depth_first(document.problem, document.layout, document.notes); !run) {
        return failure(Error{source, 0, std::move(run.error().cause), std::move(run.error().cure)});
    }
    keep_as_told_by_switch(document, first, source + ": ");
    if (document.problem != before) {
        forget_run(document);
    }
    return document;
}

Expected<Document> with_scratch(Document document, const ImportOptions& options) {
    if (options.scratch_rules.empty()) {
        return document;
    }
    const std::string source = source_name(options.scratch_rules);
    const std::size_t before = document.problem.buffers.size();
    const std::size_t first = document.notes.size();
    auto added = read_content_or_nothing(options.scratch_rules)
                     .and_then([&](const std::string& content) { return parse_scratch_rules(content, source); })
                     .and_then([&](const std::vector<ScratchDemand>& rules) {
                         return add_scratch(document.problem, document.layout, rules, source, document.notes);
                     });
    if (!added) {
        return failure(std::move(added.error()));
    }
    keep_as_told_by_switch(document, first, {});
    if (document.problem.buffers.size() != before) {
        forget_run(document);
    }
    return document;
}

Document with_capacity(Document document, const ImportOptions& options) {
    if (options.capacity) {
        for (Region& region : document.problem.regions) {
            region.capacity = options.capacity;
        }
    }
    return document;
}

/// The import's figure is of the problem as it was before the switches.
Document with_figures_anew(Document document) {
    if (document.import) {
        document.import->threshold_without_scratch = threshold_without_scratch(document.problem);
    }
    return document;
}

}  // namespace

Expected<Document> with_problem_switches(Document document, const ImportOptions& options, const std::string& source) {
    return in_order(std::move(document), options, source)
        .and_then([&](Document ordered) { return on_cores(std::move(ordered), options, source); })
        .and_then([&](Document split) { return with_scratch(std::move(split), options); })
        .map(with_figures_anew)
        .map([&](Document whole) { return with_capacity(std::move(whole), options); });
}

}  // namespace arenascope
