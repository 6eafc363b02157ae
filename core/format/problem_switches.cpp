#include "core/format/problem_switches.h"

#include <optional>
#include <utility>

#include "core/format/assignment_csv.h"
#include "core/format/file_content.h"
#include "core/graph/core_assignment.h"
#include "core/graph/many_core_problem.h"

namespace arenascope {
namespace {

/// The cores that the switches or the file ask for; nothing where there is one memory for all.
Expected<std::optional<CoreAssignment>> wanted_cores(const Problem& problem, const ImportOptions& options) {
    if (!options.assignment.empty()) {
        return read_content(options.assignment)
            .and_then([&](const std::string& content) { return parse_assignment_csv(content, options.assignment); })
            .and_then([&](const std::vector<NamedCore>& list) {
                return assigned_by_name(problem, list, options.cores, options.assignment);
            })
            .map([](CoreAssignment assignment) { return std::optional(std::move(assignment)); });
    }
    return options.cores > 0 ? std::optional(split_by_rule(problem, options.cores, options.split))
                             : own_assignment(problem);
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
    document.notes.insert(document.notes.end(), split->notes.begin(), split->notes.end());
    if (split->has_changed) {
        document.trace.reset();
        document.provenance.reset();
    }
    return document;
}

}  // namespace

Expected<Document> with_problem_switches(Document document, const ImportOptions& options, const std::string& source) {
    return on_cores(std::move(document), options, source);
}

}  // namespace arenascope
