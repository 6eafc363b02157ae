#include "core/picture/plan/file_verdict.h"

#include <string>
#include <string_view>

#include "core/base/text/decimal_number.h"
#include "core/format/registry.h"

namespace arenascope {
namespace {

/// A clause of a format as a sentence.
std::string sentence_from(std::string_view clause) {
    std::string text(clause);
    if (text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text + ".";
}

/// The extent that all open dimensions got. Empty: TFLite gives each an extent in the file, and 1 leaves that.
std::optional<std::int64_t> extent_of_open_dimensions(const FileFacts& facts) {
    std::optional<std::int64_t> extent =
        facts.format == FileFormat::tflite ? std::nullopt : std::optional<std::int64_t>(1);
    for (const auto& [key, value] : facts.switches) {
        if (key == "unknown-dimension" && whole_number(value) != 1) {
            extent = whole_number(value);
        }
    }
    return extent;
}

}  // namespace

Verdict verdict_on_file(VerdictInput input, const FileFacts& facts) {
    const Problem& problem = *input.problem;
    const Layout& layout = *input.layout;
    std::optional<VerdictFigures> figures;
    if (input.figures == nullptr) {
        input.figures = &figures.emplace(verdict_figures(problem, layout, PlanProfiles(problem, layout)));
    }
    std::optional<LayoutFigures> placed;
    if (input.placed == nullptr) {
        input.placed = &placed.emplace(layout_figures(problem, layout, {}));
    }
    input.misfits = facts.misfits;
    input.proved = facts.lower_bound;
    input.unknown_sizes = facts.left_out;
    input.knows_listed_sizes = !problem.graph || problem.graph->unknown_sizes.empty();
    if (problem.graph) {
        const Graph& graph = *problem.graph;
        input.unknown_sizes += graph.unknown_sizes.size();
        input.assumed = graph.assumed_dimensions;
        input.assumed_extent = facts.is_model ? extent_of_open_dimensions(facts) : std::nullopt;
        if (!graph.unknown_sizes.empty()) {
            const std::string_view cure = format_of(facts.format).cure_for_shapes;
            input.cure =
                sentence_from(cure.empty() ? "import the model again after it got the shapes of its tensors" : cure);
        }
    }
    return verdict_of(input);
}

}  // namespace arenascope
