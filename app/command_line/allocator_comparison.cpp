#include "app/command_line/allocator_comparison.h"

#include <algorithm>
#include <vector>

#include "app/command_line/text_table.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"

namespace arenascope {
namespace {

std::string maker_text(const GroupTotal& maker) {
    return maker.name.empty() ? std::string(no_python_frame) : visible(maker.name);
}

std::string change_text(Bytes before, Bytes after) {
    const std::int64_t change = (after - before).value();
    return change == 0 ? "unchanged" : (change > 0 ? "+" : "") + grouped(change) + " B";
}

std::string amounts_text(Bytes before, Bytes after) {
    return grouped(before) + " B -> " + grouped(after) + " B";
}

}  // namespace

std::string compared_recordings_text(const Comparand& first, const Comparand& second,
                                     const ComparedRecordings& recorded) {
    constexpr std::size_t most_listed = 10;
    const AllocatorFigures& a = recorded.a;
    const AllocatorFigures& b = recorded.b;
    const auto steps = [](Step before, Step after) {
        return ", first at step " + grouped(before) + " -> " + grouped(after);
    };
    std::vector<std::vector<std::string>> rows = {
        {"allocations", grouped(first.problem.buffers.size()) + " -> " + grouped(second.problem.buffers.size())},
        {"live",
         "highest " + amounts_text(a.highest_live, b.highest_live) + steps(a.highest_live_at, b.highest_live_at)},
        {"", "at the end " + amounts_text(a.live_at_end, b.live_at_end)},
        {"reserved", "highest " + amounts_text(a.highest_reserved, b.highest_reserved) +
                         steps(a.highest_reserved_at, b.highest_reserved_at)},
        {"", "at the highest live size " + amounts_text(a.reserved_at_highest_live, b.reserved_at_highest_live)},
        {"", "at the end " + amounts_text(a.reserved_at_end, b.reserved_at_end)}};
    for (auto& row : rows) {
        row.front() = padded(row.front(), 12, false);
    }
    std::string text = table_text({{{}, false, {}}, {{}, false, {}}}, rows);
    const std::vector<GroupTotal> makers = maker_totals(first, second);
    text += "\nmade by, at the highest live size of each, most changed first\n";
    rows.clear();
    for (std::size_t i = 0; i < std::min(makers.size(), most_listed); ++i) {
        const GroupTotal& maker = makers[i];
        rows.push_back({maker_text(maker), grouped(maker.first.at_peak), grouped(maker.second.at_peak) + " B",
                        change_text(maker.first.at_peak, maker.second.at_peak),
                        grouped(maker.first.buffers) + " -> " + grouped(maker.second.buffers) + " allocations"});
    }
    text += table_text({{"  ", false, {}}, {"  ", true, {}}, {" -> ", true, {}}, {"  ", true, {}}, {"  ", false, {}}},
                       rows);
    if (makers.size() > most_listed) {
        text += "  … and " + grouped(makers.size() - most_listed) + " more; --json lists all\n";
    }
    return text;
}

Json compared_recordings_json(const ComparedRecordings& recorded) {
    const auto pair = [&recorded](auto figure) { return Json::array({recorded.a.*figure, recorded.b.*figure}); };
    const auto bytes = [&recorded](Bytes AllocatorFigures::*figure) {
        return Json::array({(recorded.a.*figure).value(), (recorded.b.*figure).value()});
    };
    const auto step = [&recorded](Step AllocatorFigures::*figure) {
        return Json::array({(recorded.a.*figure).value(), (recorded.b.*figure).value()});
    };
    return {{"highest_live", bytes(&AllocatorFigures::highest_live)},
            {"highest_live_step", step(&AllocatorFigures::highest_live_at)},
            {"live_at_end", bytes(&AllocatorFigures::live_at_end)},
            {"highest_reserved", bytes(&AllocatorFigures::highest_reserved)},
            {"highest_reserved_step", step(&AllocatorFigures::highest_reserved_at)},
            {"reserved_at_highest_live", bytes(&AllocatorFigures::reserved_at_highest_live)},
            {"reserved_at_end", bytes(&AllocatorFigures::reserved_at_end)},
            {"segments_at_end", pair(&AllocatorFigures::segments_at_end)}};
}

Json compared_makers_json(const Comparand& first, const Comparand& second) {
    return json_list(maker_totals(first, second), [](const GroupTotal& maker) -> Json {
        return {{"name", maker.name.empty() ? Json() : Json(maker.name)},
                {"allocations", Json::array({maker.first.buffers, maker.second.buffers})},
                {"at_highest_live", Json::array({maker.first.at_peak.value(), maker.second.at_peak.value()})},
                {"total", Json::array({maker.first.bytes.value(), maker.second.bytes.value()})}};
    });
}

}  // namespace arenascope
