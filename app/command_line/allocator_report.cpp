#include "app/command_line/allocator_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "app/command_line/text_table.h"
#include "core/analysis/explain/layout_figures.h"
#include "core/analysis/explain/segment_use.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/makers.h"

namespace arenascope {
namespace {

std::string exact_text(Bytes bytes, Unit unit) {
    return amount_text(bytes, unit) + (unit == Unit::bytes ? "" : " (" + grouped(bytes) + " B)");
}

/// "step 1,402, 0.256 s after the first event"; the time only where the file has times.
std::string step_text(const AllocatorHistory& history, Step step) {
    const auto seconds = seconds_at(history, step);
    std::string text = "step " + grouped(step);
    if (seconds) {
        std::array<char, 64> number{};
        std::snprintf(number.data(), number.size(), "%.3f", *seconds);
        text += ", " + std::string(number.data()) + " s after the first event";
    }
    return text;
}

Json step_json(const AllocatorHistory& history, Step step) {
    const auto seconds = seconds_at(history, step);
    return {{"step", step.value()}, {"seconds", seconds ? Json(*seconds) : Json()}};
}

/// How often each kind of event occurs.
std::map<AllocatorEvent, std::size_t> event_counts(const AllocatorHistory& history) {
    std::map<AllocatorEvent, std::size_t> counts;
    for (const AllocatorEvent event : history.events) {
        if (event != AllocatorEvent::none) {
            ++counts[event];
        }
    }
    return counts;
}

std::string events_text(const AllocatorHistory& history) {
    if (!history.has_events) {
        return "none: only the final state is known";
    }
    return grouped(history.events.size()) + " (" +
           listed(event_counts(history),
                  [](const auto& each) { return grouped(each.second) + " " + std::string(name_of(each.first)); }) +
           ")";
}

/// Stands for a line of code.
const std::string unrecorded = "code that is not recorded";

Json frame_json(const AllocatorHistory& history, StackIndex stack) {
    const StackFrameIndex index = maker_frame(history, stack);
    if (index == StackFrameIndex::none()) {
        return {};
    }
    const StackFrame& frame = history.frames[index];
    return {{"file", frame.file}, {"line", frame.line}, {"function", frame.function}};
}

std::string failed_text(const AllocatorHistory& history, const OutOfMemory& failed) {
    const StackFrameIndex frame = maker_frame(history, failed.stack);
    return step_text(history, failed.step) + ": " + grouped(failed.requested) + " B requested by " +
           (frame == StackFrameIndex::none() ? unrecorded : visible(label_of(history.frames[frame]))) +
           (failed.device_free ? ", " + grouped(*failed.device_free) + " B free on the device" : "");
}

Json failed_json(const AllocatorHistory& history, const OutOfMemory& failed) {
    Json json = step_json(history, failed.step);
    json["requested"] = failed.requested.value();
    json["device_free"] = number_or_null(failed.device_free);
    json["made_by"] = frame_json(history, failed.stack);
    return json;
}

/// Buffers in groups of the same line of code, in the order of their first one.
std::string holders_text(const Makers& makers, const std::vector<BufferIndex>& buffers) {
    constexpr std::size_t most_shown = 3;
    const std::vector<MakerCount> groups = makers_among(makers, buffers);
    std::string text;
    for (std::size_t i = 0; i < std::min(groups.size(), most_shown); ++i) {
        const Maker& maker = makers.makers[groups[i].maker];
        text += (i == 0 ? "" : ", ") + (maker.frame == StackFrameIndex::none() ? unrecorded : visible(maker.name)) +
                (groups[i].count > 1 ? " ×" + std::to_string(groups[i].count) : "");
    }
    return text + (groups.size() > most_shown ? ", …" : "");
}

constexpr std::size_t most_listed = 10;

std::string more_text(std::size_t count) {
    return count > most_listed
               ? "  … and " + counted(count - most_listed, "more segment", "more segments") + "; --json lists all\n"
               : "";
}

std::string pinned_text(const Problem& problem, const std::vector<SegmentUse>& pinned, Unit unit) {
    const Makers makers = makers_of(problem);
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < std::min(pinned.size(), most_listed); ++i) {
        const SegmentUse& use = pinned[i];
        rows.push_back({visible(problem.history->segments[use.segment].name),
                        number_text(use.free, unit) + " of " + amount_text(use.mapped, unit) + " free" +
                            (problem.history->segments[use.segment].is_expandable ? ", expandable" : ""),
                        "held by " + counted(use.held_by.size(), "allocation", "allocations") + ": " +
                            holders_text(makers, use.held_by)});
    }
    return table_text({{"  ", false, {}}, {"  ", true, {}}, {"  ", false, {}}}, rows) + more_text(pinned.size());
}

Json use_json(const Problem& problem, const SegmentUse& use) {
    const auto holder = [&problem](BufferIndex buffer) -> Json {
        return {{"name", problem.buffers[buffer].name},
                {"size", problem.buffers[buffer].size.value()},
                {"made_by", frame_json(*problem.history, problem.history->made_by[buffer])}};
    };
    return {{"segment", problem.history->segments[use.segment].name},
            {"is_expandable", problem.history->segments[use.segment].is_expandable},
            {"mapped", use.mapped.value()},
            {"free", use.free.value()},
            {"largest_piece", use.largest_piece.value()},
            {"held_by", json_list(use.held_by, holder)}};
}

/// Whether the request failed because the free bytes are in pieces.
std::string verdict_on(const FragmentationCost& cost) {
    if (cost.largest_free() >= cost.failed.requested) {
        return "a free piece is large enough for the request; what kept it from being used, such as another stream, "
               "is not recorded";
    }
    if (cost.is_cause()) {
        return "fragmentation is the cause: all free bytes together are enough for the request, but no piece is";
    }
    return "fragmentation is not the cause: all free bytes together lack " +
           grouped((cost.failed.requested - cost.free_of_all()).value()) + " B";
}

std::string cost_text(const Problem& problem, const FragmentationCost& cost) {
    const AllocatorHistory& history = *problem.history;
    const Unit unit = unit_for(cost.reserved);
    std::string text = "\nout of memory at " + failed_text(history, cost.failed) + "\n";
    text += "  the allocator held " + exact_text(cost.reserved, unit) + ", of which " + exact_text(cost.live, unit) +
            " were live\n";
    text += "  " + exact_text(cost.free, unit) + " were free in its segments, in pieces of at most " +
            exact_text(cost.largest_piece, unit) + "\n";
    text += "  " + verdict_on(cost) + "\n";
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < std::min(cost.segments.size(), most_listed); ++i) {
        const SegmentUse& use = cost.segments[i];
        rows.push_back({visible(history.segments[use.segment].name), amount_text(use.free, unit),
                        amount_text(use.largest_piece, unit)});
    }
    return text + table_text({{"  ", false, {}}, {"  free ", true, {}}, {", largest piece ", true, {}}}, rows) +
           more_text(cost.segments.size());
}

/// Whether the history tells who is alive, and neither events nor addresses.
bool tells_only_makers(const AllocatorHistory& history) {
    return history.segments.empty() && !history.has_events;
}

/// Who made the buffers, most bytes first.
std::string alive_text(const Problem& problem) {
    const Makers makers = makers_of(problem);
    const Unit unit = unit_for(total_size(problem));
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < std::min(makers.makers.size(), most_listed); ++i) {
        const Maker& maker = makers.makers[i];
        rows.push_back({padded(i == 0 ? "alive" : "", 12, false), amount_text(maker.at_peak, unit),
                        (maker.frame == StackFrameIndex::none() ? unrecorded : visible(maker.name)) +
                            (maker.buffers > 1 ? " ×" + std::to_string(maker.buffers) : "")});
    }
    if (makers.makers.size() > most_listed) {
        rows.push_back(
            {padded("", 12, false), "…", grouped(makers.makers.size() - most_listed) + " more; --json lists all"});
    }
    return table_text({{{}, false, {}}, {{}, true, {}}, {"  ", false, {}}}, rows);
}

Json alive_json(const Problem& problem) {
    return {{"makers", json_list(makers_of(problem).makers, [](const Maker& maker) -> Json {
                 return {{"name", maker.name}, {"bytes", maker.at_peak.value()}, {"buffers", maker.buffers}};
             })}};
}

}  // namespace

std::string allocator_info_text(const Document& document) {
    const AllocatorHistory& history = *document.problem.history;
    if (tells_only_makers(history)) {
        return alive_text(document.problem);
    }
    const AllocatorFigures figures = allocator_figures(document.problem);
    const Unit unit = unit_for(figures.highest_reserved);
    std::vector<std::vector<std::string>> rows = {
        {"device", std::to_string(history.device)},
        {"events", events_text(history)},
        {"allocations", grouped(document.problem.buffers.size()) + ", " + grouped(history.alive_before) +
                            " of them from before the first event, " + grouped(history.never_freed) + " not freed"},
        {"segments", grouped(history.segments.size()) + ", " + grouped(figures.segments_at_end) +
                         " of them at the end" +
                         (figures.expandable > 0 ? ", " + grouped(figures.expandable) + " expandable" : "")},
        {"live", "highest " + exact_text(figures.highest_live, unit) + ", first at " +
                     step_text(history, figures.highest_live_at)},
        {"", "at the end " + exact_text(figures.live_at_end, unit)},
        {"reserved", "highest " + exact_text(figures.highest_reserved, unit) + ", first at " +
                         step_text(history, figures.highest_reserved_at)},
        {"", "at the end " + exact_text(figures.reserved_at_end, unit)}};
    for (const OutOfMemory& failed : history.out_of_memory) {
        rows.push_back({"failed", failed_text(history, failed)});
    }
    for (auto& row : rows) {
        row.front() = padded(row.front(), 12, false);
    }
    return table_text({{{}, false, {}}, {{}, false, {}}}, rows);
}

Json allocator_info_json(const Document& document) {
    const AllocatorHistory& history = *document.problem.history;
    if (tells_only_makers(history)) {
        return alive_json(document.problem);
    }
    const AllocatorFigures figures = allocator_figures(document.problem);
    const auto highest = [&](Bytes bytes, Step at) {
        Json json = step_json(history, at);
        json["bytes"] = bytes.value();
        return json;
    };
    Json counts = Json::object();
    for (const auto& [event, count] : event_counts(history)) {
        counts[std::string(name_of(event))] = count;
    }
    return {{"device", history.device},
            {"events", history.has_events ? history.events.size() : 0},
            {"event_counts", std::move(counts)},
            {"allocations", document.problem.buffers.size()},
            {"from_before", history.alive_before},
            {"not_freed", history.never_freed},
            {"segments", history.segments.size()},
            {"segments_at_end", figures.segments_at_end},
            {"highest_live", highest(figures.highest_live, figures.highest_live_at)},
            {"live_at_end", figures.live_at_end.value()},
            {"highest_reserved", highest(figures.highest_reserved, figures.highest_reserved_at)},
            {"reserved_at_end", figures.reserved_at_end.value()},
            {"out_of_memory",
             json_list(history.out_of_memory, [&](const OutOfMemory& failed) { return failed_json(history, failed); })},
            {"left_out", document.left_out}};
}

std::string allocator_explanation_text(const Problem& problem, const Layout& layout) {
    const AllocatorHistory& history = *problem.history;
    const Step last = last_step(history);
    const std::vector<SegmentUse> uses = segment_uses(problem, layout, last);
    const std::vector<SegmentUse> pinned = pinned_segments(problem, layout, last);
    const LiveProfile reserved = reserved_size(history);
    const LiveProfile live = live_profile(problem);
    const Unit unit = unit_for(reserved.threshold);
    Bytes unused;
    std::size_t unheld = 0;
    for (const SegmentUse& use : uses) {
        unheld += use.held_by.empty() ? 1 : 0;
        unused = unused + (use.held_by.empty() ? use.mapped : Bytes(0));
    }
    std::string text = "device " + std::to_string(history.device) + ": live at most " +
                       exact_text(live.threshold, unit) + ", reserved at most " + exact_text(reserved.threshold, unit) +
                       "\n";
    text += "arenascope plan shows what a planner would have needed for the same allocations\n";
    text += "\nat the last step, " + step_text(history, last) + "\n";
    text += unheld == 0 ? "  no segment is unused\n"
                        : "  " + counted(unheld, "segment is", "segments are") +
                              " unused and can be released: " + exact_text(unused, unit) + "\n";
    text += "  " + counted(pinned.size(), "segment has", "segments have") +
            " free bytes that allocations keep from being released" +
            (pinned.empty() ? "" : ", most free bytes first") + "\n" + pinned_text(problem, pinned, unit);
    for (const FragmentationCost& cost : fragmentation_costs(problem, layout)) {
        text += cost_text(problem, cost);
    }
    return text;
}

Json allocator_explanation_json(const Problem& problem, const Layout& layout) {
    const AllocatorHistory& history = *problem.history;
    const Step last = last_step(history);
    const auto use_of = [&problem](const SegmentUse& use) { return use_json(problem, use); };
    Json unheld = Json::array();
    for (const SegmentUse& use : segment_uses(problem, layout, last)) {
        if (use.held_by.empty()) {
            unheld.push_back({{"segment", history.segments[use.segment].name}, {"mapped", use.mapped.value()}});
        }
    }
    const auto cost_of = [&](const FragmentationCost& cost) {
        Json one = failed_json(history, cost.failed);
        one["reserved"] = cost.reserved.value();
        one["live"] = cost.live.value();
        one["free"] = cost.free.value();
        one["largest_piece"] = cost.largest_piece.value();
        one["segments"] = json_list(cost.segments, use_of);
        return one;
    };
    return {{"device", history.device},
            {"step", last.value()},
            {"pinned_segments", json_list(pinned_segments(problem, layout, last), use_of)},
            {"unused_segments", std::move(unheld)},
            {"out_of_memory", json_list(fragmentation_costs(problem, layout), cost_of)}};
}

}  // namespace arenascope
