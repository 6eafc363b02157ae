#include "app/command_line/arena_report.h"

#include <vector>

#include "app/command_line/text_table.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"

namespace arenascope {
namespace {

/// The head's share of the arena, from 0 to 1.
double planned_share(const ArenaRecording& arena) {
    const auto total = static_cast<double>(arena.total.value());
    return total > 0 ? static_cast<double>(arena.head.value()) / total : 0;
}

}  // namespace

std::string arena_info_text(const ArenaRecording& arena) {
    std::vector<std::vector<std::string>> rows = {
        {"recorded", grouped(arena.total) + " B", "the whole arena"},
        {"  head", grouped(arena.head) + " B",
         percent_text(planned_share(arena)) + ", planned: all that a planner can change"},
        {"  tail", grouped(arena.tail) + " B", "persistent"}};
    for (const PersistentData& one : arena.kinds) {
        rows.push_back({"", grouped(one.used) + " B",
                        visible(one.kind) +
                            (one.used == one.requested ? "" : ", " + grouped(one.requested) + " B without alignment")});
    }
    if (const Bytes other = other_persistent(arena); !arena.kinds.empty() && other > Bytes(0)) {
        rows.push_back({"", grouped(other) + " B", "of no kind that is listed"});
    }
    for (auto& row : rows) {
        row.front() = padded(row.front(), 12, false);
    }
    return table_text({{{}, false, {}}, {{}, true, {}}, {"  ", false, {}}}, rows);
}

Json arena_info_json(const ArenaRecording& arena) {
    return {{"total", arena.total.value()},
            {"head", arena.head.value()},
            {"tail", arena.tail.value()},
            {"planned_share", planned_share(arena)},
            {"kinds", json_list(arena.kinds,
                                [](const PersistentData& one) -> Json {
                                    return {{"kind", one.kind},
                                            {"bytes", one.used.value()},
                                            {"requested", one.requested.value()},
                                            {"count", one.count}};
                                })},
            {"other", other_persistent(arena).value()}};
}

}  // namespace arenascope
