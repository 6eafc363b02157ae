#include <algorithm>
#include <limits>
#include <string_view>

#include "app/command_line/arguments.h"
#include "app/command_line/gate_report.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/verdict_report.h"
#include "app/command_line/work_progress.h"
#include "core/analysis/compare/plan_attachment.h"
#include "core/analysis/compare/plan_changes.h"
#include "core/analysis/explain/core_use.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/check/contradictions.h"
#include "core/check/overlap_checker.h"
#include "core/check/symbolic_run.h"
#include "core/format/document.h"
#include "core/format/registry.h"
#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/peak_region.h"

namespace arenascope {
namespace {

struct Finding {
    CheckReport report;
    Verdict verdict = {};
    std::vector<UnknownSize> unknown = {};  ///< tensors that nothing can check
    bool has_nothing_known = false;         ///< no tensor has a known size
    std::optional<LayoutComparison> comparison;
    std::optional<PlanAttachment> attachment;  ///< match of buffers if the plan's names are another tool's
    /// Of a deployment that was run against its model, instead of the comparison.
    std::optional<std::vector<DataflowFinding>> dataflow;
    bool is_uncertain = false;  ///< uncertain sizes or inferred sharing that `--strict` counts as a finding

    [[nodiscard]] bool ok() const {
        return is_clean(report) && (!comparison || same_buffers(*comparison)) && (!dataflow || dataflow->empty());
    }
};

std::int64_t matched_by(const PlanAttachment& attachment, MatchedBy by) {
    return std::count_if(attachment.matches.begin(), attachment.matches.end(),
                         [by](const BufferMatch& match) { return match.by == by; });
}

Json attachment_json(const PlanAttachment& attachment) {
    return {{"by_name", matched_by(attachment, MatchedBy::name)},
            {"by_size_and_lifetime", matched_by(attachment, MatchedBy::size_and_lifetime)},
            {"by_order", matched_by(attachment, MatchedBy::order)},
            {"shift", attachment.shift.value()},
            {"size_multiple", attachment.multiple.value()}};
}

std::string attachment_text(const PlanAttachment& attachment) {
    std::string text = "matched     " + grouped(matched_by(attachment, MatchedBy::name)) + " by name, " +
                       grouped(matched_by(attachment, MatchedBy::size_and_lifetime)) + " by size and lifetime, " +
                       grouped(matched_by(attachment, MatchedBy::order)) + " by order among equals";
    text += attachment.shift == Duration(0) ? "" : "; steps counted from 1";
    text += attachment.multiple == Bytes(1)
                ? ""
                : "; sizes rounded up to multiples of " + std::to_string(attachment.multiple.value());
    return text + "\n";
}

/// Writes text to standard output in pieces. A layout may have millions of overlaps; one text or JSON tree for all
/// would need many times the memory of the overlaps.
class PieceWriter {
public:
    void add(std::string_view text) {
        piece_ += text;
        if (piece_.size() >= full) {
            (void)flush();
        }
    }
    /// False: a piece could not be written, and that was reported.
    [[nodiscard]] bool flush() {
        is_written_ = is_written_ && print(piece_);
        piece_.clear();
        return is_written_;
    }

private:
    static constexpr std::size_t full = 1 << 16;
    std::string piece_;
    bool is_written_ = true;
};

Json dataflow_json(const DataflowFinding& finding) {
    const bool has_bytes = finding.bytes.from < finding.bytes.to;
    return {{"kind", name_of(finding.kind)},
            {"operator", text_or_null(finding.operator_name)},
            {"tensor", text_or_null(finding.tensor)},
            {"overwritten_by", text_or_null(finding.overwritten_by)},
            {"region", text_or_null(finding.region)},
            {"from", has_bytes ? Json(finding.bytes.from.value()) : Json()},
            {"to", has_bytes ? Json(finding.bytes.to.value()) : Json()},
            {"shift", finding.shift != Bytes(0) ? Json(finding.shift.value()) : Json()},
            {"what", sentence_of(finding)}};
}

Json overlap_json(const Problem& problem, const Overlap& overlap) {
    return {{"a", problem.buffers[overlap.a].name}, {"b", problem.buffers[overlap.b].name},
            {"begin", overlap.steps.begin.value()}, {"end", overlap.steps.end.value()},
            {"from", overlap.bytes.from.value()},   {"to", overlap.bytes.to.value()}};
}

Json contradiction_json(const Problem& problem, const Contradiction& one) {
    const bool has_numbers = one.kind == Contradiction::Kind::pin || one.kind == Contradiction::Kind::address ||
                             one.kind == Contradiction::Kind::heap;
    const auto number = [&one](std::int64_t bits) {
        return one.kind == Contradiction::Kind::address ? address_json(static_cast<Address>(bits)) : Json(bits);
    };
    return {{"kind", name_of(one.kind)},
            {"buffer", one.buffer == BufferIndex::none() ? Json() : Json(problem.buffers[one.buffer].name)},
            {"operator", one.node == OperatorIndex::none() ? Json() : Json(problem.graph->operators[one.node].name)},
            {"stated", has_numbers ? number(one.stated) : Json()},
            {"actual", has_numbers ? number(one.actual) : Json()},
            {"what", sentence_of(one, problem)}};
}

/// All of the JSON except the list of overlaps, which stays empty here.
Json check_json(const Problem& problem, const Layout& layout, const Finding& finding) {
    const auto& capacity = problem.regions[peak_region(problem, layout)].capacity;
    const PlanHeight height = plan_height(problem, layout);
    Json json = {
        {"ok", finding.has_nothing_known ? Json() : Json(finding.ok())},
        {"overlaps", Json::array()},
        {"overlaps_cut", is_cut(finding.report)},
        {"overlap_count", finding.report.overlap_count},
        {"inferred",
         json_list(finding.report.inferred, [&](const Overlap& pair) { return overlap_json(problem, pair); })},
        {"inferred_count", finding.report.inferred_count},
        {"peak", number_or_null(height.peak)},
        {"threshold", height.threshold.value()},
        {"capacity", number_or_null(capacity)},
        {"contradictions", json_list(finding.report.contradictions,
                                     [&](const Contradiction& one) { return contradiction_json(problem, one); })},
        {"misaligned", names_of(problem, finding.report.misaligned)},
        {"outside", names_of(problem, finding.report.outside)},
        {"unplaced", names_of(problem, finding.report.unplaced)}};
    if (finding.comparison) {
        json["added"] = finding.comparison->added;
        json["removed"] = finding.comparison->removed;
        json["resized"] = finding.comparison->resized;
        json["retimed"] = finding.comparison->retimed;
    }
    if (finding.dataflow) {
        json["dataflow"] = json_list(*finding.dataflow, dataflow_json);
    }
    if (finding.attachment) {
        json["matched"] = attachment_json(*finding.attachment);
    }
    json["verdict"] = verdict_json(finding.verdict, problem);  // behind `overlaps`, see print_json()
    return json;
}

bool print_json(const Problem& problem, const Layout& layout, const Finding& finding) {
    const std::string text = json_text(check_json(problem, layout, finding));
    // The first empty list is `overlaps`.
    const std::size_t list = text.find("[]");
    PieceWriter writer;
    writer.add(std::string_view(text).substr(0, list + 1));
    bool is_first = true;
    for (const Overlap& overlap : finding.report.overlaps) {
        writer.add(is_first ? "" : ",");
        writer.add(list_entry_text(overlap_json(problem, overlap)));
        is_first = false;
    }
    writer.add(is_first ? "" : "\n  ");
    writer.add(std::string_view(text).substr(list + 1));
    return writer.flush();
}

/// A line for each name.
std::string names_text(const std::string& label, const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += label + visible(name) + "\n";
    }
    return text;
}

std::string inferred_words(std::uint64_t pairs) {
    return pairs == 1 ? "this pair is meant to share" : "these " + grouped(pairs) + " pairs are meant to share";
}

/// What the verdict of a plan without findings is about.
std::string fine_text(const Problem& problem, const Finding& finding) {
    if (finding.has_nothing_known) {
        return "nothing to check: none of the " + grouped(finding.unknown.size()) + " sizes is known\n";
    }
    const std::string buffers = grouped(problem.buffers.size()) + " buffers";
    return finding.unknown.empty()
               ? "ok: " + buffers + ", no overlap\n"
               : "no finding: " + buffers + ", no overlap; without " +
                     counted(finding.unknown.size(), "tensor of unknown size", "tensors of unknown size") + "\n";
}

/// "a and b share steps [0, 2) and bytes [0, 4)".
std::string pair_text(const Problem& problem, const Overlap& pair) {
    return visible(problem.buffers[pair.a].name) + " and " + visible(problem.buffers[pair.b].name) + " share steps " +
           range_text(pair.steps.begin, pair.steps.end) + " and bytes " + range_text(pair.bytes.from, pair.bytes.to);
}

bool print_text(const Problem& problem, const Finding& finding) {
    const std::string matched = (finding.attachment ? attachment_text(*finding.attachment) : "") +
                                (finding.dataflow && finding.dataflow->empty()
                                     ? "dataflow    every operator reads what the model's network wrote\n"
                                     : "");
    PieceWriter writer;
    writer.add(finding.verdict.text() + "\n");
    if (finding.ok()) {
        writer.add(fine_text(problem, finding));
    }
    writer.add(matched);
    const auto add_pairs = [&](std::string_view label, const std::vector<Overlap>& pairs, std::uint64_t count) {
        for (const Overlap& pair : pairs) {
            writer.add(std::string(label) + pair_text(problem, pair) + "\n");
        }
        if (count > pairs.size()) {
            writer.add(std::string(label) + grouped(count - pairs.size()) + " more; --limit 0 lists all\n");
        }
    };
    add_pairs("overlap     ", finding.report.overlaps, finding.report.overlap_count);
    for (const Contradiction& one : finding.report.contradictions) {
        writer.add("contradicts " + visible(sentence_of(one, problem)) + "\n");
    }
    writer.add(names_text("misaligned  ", names_of(problem, finding.report.misaligned)));
    writer.add(names_text("outside     ", names_of(problem, finding.report.outside)));
    writer.add(names_text("unplaced    ", names_of(problem, finding.report.unplaced)));
    if (finding.comparison) {
        writer.add(names_text("added       ", finding.comparison->added));
        writer.add(names_text("removed     ", finding.comparison->removed));
        writer.add(names_text("resized     ", finding.comparison->resized));
        writer.add(names_text("retimed     ", finding.comparison->retimed));
    }
    for (const DataflowFinding& one : finding.dataflow.value_or(std::vector<DataflowFinding>())) {
        writer.add("dataflow    " + visible(sentence_of(one)) + "\n");
    }
    if (const std::uint64_t pairs = finding.report.inferred_count; pairs > 0) {
        writer.add((finding.ok() ? "sound if " : "no finding if ") + inferred_words(pairs) + "\n");
        add_pairs("inferred    ", finding.report.inferred, pairs);
    }
    return writer.flush();
}

std::vector<GateFinding> gate_findings(const FileArguments& common, const Problem& problem, const Finding& finding) {
    std::vector<GateFinding> findings;
    const auto add = [&](const char* rule, const std::string& sentence, const std::string& name) {
        findings.push_back({rule, sentence, common.file, 0, true, name});
    };
    const auto name = [&](BufferIndex buffer) { return std::string(problem.buffers[buffer].name); };
    for (const Overlap& pair : finding.report.overlaps) {
        add("overlap", pair_text(problem, pair), name(pair.a));
    }
    if (const std::uint64_t more = finding.report.overlap_count - finding.report.overlaps.size(); more > 0) {
        add("overlap", grouped(more) + " more pairs overlap; --limit 0 lists all", {});
    }
    for (const Contradiction& one : finding.report.contradictions) {
        add("contradiction", sentence_of(one, problem), one.buffer == BufferIndex::none() ? "" : name(one.buffer));
    }
    const auto add_buffers = [&](const char* rule, const std::vector<BufferIndex>& buffers, const char* what) {
        for (const BufferIndex buffer : buffers) {
            add(rule, in_quotes(name(buffer)) + what, name(buffer));
        }
    };
    add_buffers("misaligned", finding.report.misaligned, " is not aligned");
    add_buffers("outside", finding.report.outside, " ends above the capacity of its memory");
    add_buffers("unplaced", finding.report.unplaced, " has no place");
    if (finding.comparison) {
        const auto add_names = [&](const std::vector<std::string>& names, const char* what) {
            for (const std::string& other : names) {
                add("other-buffers", in_quotes(other) + what, other);
            }
        };
        add_names(finding.comparison->added, " is not in the other file");
        add_names(finding.comparison->removed, " is in the other file alone");
        add_names(finding.comparison->resized, " has another size than in the other file");
        add_names(finding.comparison->retimed, " has another lifetime than in the other file");
    }
    for (const DataflowFinding& one : finding.dataflow.value_or(std::vector<DataflowFinding>())) {
        add("dataflow", sentence_of(one), one.operator_name);
    }
    if (finding.ok() && finding.is_uncertain) {
        add("uncertain", "sizes are unknown or assumed, or sharing is inferred, which --strict does not accept", {});
    }
    return findings;
}

/// Applies the capacity and alignment from the command line to every region.
Expected<void> tighten(Problem& problem, const CheckArguments& arguments) {
    for (Region& region : problem.regions) {
        if (arguments.capacity && !region.second) {
            region.capacity = arguments.capacity;
        }
        if (arguments.alignment) {
            if (arguments.alignment->value() < 1) {
                return failure("the alignment is 0", "give at least 1");
            }
            const auto common = joint_alignment(region.alignment, *arguments.alignment);
            if (!common) {
                return failure(
                    "the least common multiple of the given alignment and the region's does not fit in 64 bits",
                    "give a smaller one");
            }
            region.alignment = *common;
        }
    }
    return validate(problem, source_name(arguments.common.file));
}

struct Checked {
    Problem problem;
    Layout layout;
    Finding finding;
};

/// The verdict on the document, with what the comparison and the run of a deployment found.
Checked judged(const FileArguments& common, Document document, Finding finding) {
    std::vector<std::string> others;
    if (finding.dataflow && !finding.dataflow->empty()) {
        others.push_back(
            counted(finding.dataflow->size(), "operator works on wrong data", "operators work on wrong data"));
    }
    if (finding.comparison && !same_buffers(*finding.comparison)) {
        others.emplace_back("the buffers are not those of the other file");
    }
    finding.verdict = verdict_on(common, document, &finding.report, std::move(others));
    return {std::move(document.problem), std::move(document.layout), std::move(finding)};
}

/// The planner chooses the size of variable scratch, so any size from its minimum is accepted.
void accept_chosen_sizes(LayoutComparison& comparison, const Problem& problem) {
    for (const ScratchRequest& request : problem.scratch) {
        const Buffer& buffer = problem.buffers[request.buffer];
        if (request.variable && buffer.size >= request.minimum) {
            std::erase(comparison.resized, buffer.name);
        }
    }
}

bool has_second_memory(const Problem& problem) {
    return std::ranges::any_of(problem.regions, &Region::second);
}

/// Notes that only one of the two is split onto cores, or has a second memory. Such a plan has copies of buffers that
/// the other lacks.
void report_missing_split(const CheckArguments& arguments, const LayoutComparison& comparison, const Problem& plan,
                          const Problem& model) {
    if (!same_buffers(comparison) && has_cores(plan) && !has_cores(model)) {
        note(arguments.common, {source_name(arguments.against), 0,
                                "it is not split onto cores, but " + source_name(arguments.common.file) + " is",
                                "split it with the switches of the plan: --set cores=N or --set assignment=FILE"});
    }
    if (!same_buffers(comparison) && has_second_memory(plan) && !has_second_memory(model)) {
        note(arguments.common, {source_name(arguments.against), 0,
                                "it has no second memory, but " + source_name(arguments.common.file) + " has",
                                "give the switch of the plan: --set spill=NAME:BYTES:MOST"});
    }
}

CheckReport checked_with_progress(const FileArguments& common, const Document& document, std::size_t limit) {
    const WorkProgress shown(common, "checking");
    return check(document.problem, document.layout, limit);
}

Expected<Checked> check_file(const CheckArguments& arguments) {
    if (const auto settings = check_settings(arguments.common); !settings) {
        return tl::unexpected(settings.error());
    }
    if (const auto input = check_standard_input(arguments.common, arguments.against); !input) {
        return tl::unexpected(input.error());
    }
    const bool is_alone = arguments.against.empty();
    auto document = is_alone ? open_document(arguments.common, arguments.common.file)
                             : open_one_of_two(arguments.common, arguments.common.file);
    if (!document) {
        return tl::unexpected(document.error());
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    // Notes of reading may explain a finding.
    for (const std::string& text : document->notes) {
        note(arguments.common, {source_name(arguments.common.file), 0, text, {}});
    }
    if (const auto tightened = tighten(document->problem, arguments); !tightened) {
        return tl::unexpected(tightened.error());
    }
    const std::size_t limit = arguments.limit == 0 ? std::numeric_limits<std::size_t>::max() : arguments.limit;
    Finding finding{.report = checked_with_progress(arguments.common, *document, limit)};
    if (document->problem.graph) {
        finding.unknown = document->problem.graph->unknown_sizes;
    }
    finding.has_nothing_known = lacks_all_sizes(document->problem);
    finding.is_uncertain = is_strict_finding(arguments.common, *document) ||
                           (arguments.common.strict && finding.report.inferred_count > 0);
    if (!arguments.against.empty()) {
        const auto against = open_one_of_two(arguments.common, arguments.against);
        if (!against) {
            return tl::unexpected(against.error());
        }
        if (const auto known = check_import(arguments.common, {&*document, &*against}); !known) {
            return tl::unexpected(known.error());
        }
        report_switch_notes(arguments.common, *against);
        if (document->deployment) {
            if (!against->problem.graph) {
                return failure(Error{source_name(arguments.against), 0,
                                     "it has no network that the deployment could run",
                                     "give the model that was deployed"});
            }
            finding.dataflow = dataflow_findings(*document->deployment, against->problem);
            return judged(arguments.common, std::move(*document), std::move(finding));
        }
        const Comparand expected{against->problem, against->layout};
        const Comparand found{document->problem, document->layout};
        const auto is_printed = [](const Document& of) {
            return format_of(of.format).description.kind == FormatKind::printed_plan;
        };
        if (is_printed(*document) && !is_printed(*against)) {
            finding.attachment = attach_plan(document->problem, against->problem);
            finding.comparison = compare_attached(expected, found, *finding.attachment);
        } else {
            finding.comparison = compare(expected, found);
        }
        accept_chosen_sizes(*finding.comparison, document->problem);
        report_missing_split(arguments, *finding.comparison, document->problem, against->problem);
    }
    return judged(arguments.common, std::move(*document), std::move(finding));
}

}  // namespace

ExitStatus run_check(const CheckArguments& arguments) {
    const auto checked = check_file(arguments);
    if (!checked) {
        return fail(arguments.common, checked.error());
    }
    const auto& [problem, layout, finding] = *checked;
    const auto print_findings = [&, &problem = problem, &finding = finding] {
        return print(gate_text(arguments.common, {"check", arguments.common.file, finding.verdict.text(),
                                                  gate_findings(arguments.common, problem, finding)}));
    };
    const bool printed = arguments.common.gate != GateFormat::none ? print_findings()
                         : arguments.common.json                   ? print_json(problem, layout, finding)
                                                 : arguments.common.quiet || print_text(problem, finding);
    if (!printed) {
        return ExitStatus::unwritten;
    }
    return finding.ok() && !finding.is_uncertain ? ExitStatus::fine : ExitStatus::finding;
}

}  // namespace arenascope
