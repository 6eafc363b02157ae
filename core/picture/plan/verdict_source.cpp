#include "core/picture/plan/verdict_source.h"

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

void VerdictSource::add_to(VerdictInput& input) const {
    input.unknown_sizes = unknown_sizes;
    input.cure = cure;
    input.assumed = assumed;
    input.assumed_extent = assumed_extent;
}

VerdictSource verdict_source(const Problem& problem, const FileFacts& facts) {
    VerdictSource source;
    source.unknown_sizes = facts.left_out;
    if (!problem.graph) {
        return source;
    }
    const Graph& graph = *problem.graph;
    source.unknown_sizes += graph.unknown_sizes.size();
    source.assumed = graph.assumed_dimensions;
    source.assumed_extent = facts.is_model ? extent_of_open_dimensions(facts) : std::nullopt;
    if (!graph.unknown_sizes.empty()) {
        const std::string_view cure = format_of(facts.format).cure_for_shapes;
        source.cure =
            sentence_from(cure.empty() ? "import the model again after it got the shapes of its tensors" : cure);
    }
    return source;
}

Verdict verdict_on_file(const Problem& problem, const Layout& layout, const CheckReport* check, const FileFacts& facts,
                        const std::string& step) {
    const VerdictFigures figures = verdict_figures(problem, layout, PlanProfiles(problem, layout));
    const VerdictSource source = verdict_source(problem, facts);
    VerdictInput input{.problem = &problem, .layout = &layout, .figures = &figures, .check = check};
    input.step = step;
    input.is_under_way = !step.empty();
    source.add_to(input);
    return verdict_of(input);
}

}  // namespace arenascope
