#include "app/command_line/progress_text.h"

#include <algorithm>

#include "app/command_line/text_table.h"
#include "core/memory/live_profile.h"
#include "core/picture/best_peak.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

/// Whole units are enough here: more digits would only flicker.
std::string share_of_file(std::uint64_t done, std::uint64_t total) {
    constexpr std::uint64_t kibibyte = 1024;
    constexpr std::uint64_t least_mebibytes = 10;
    const bool is_large = total >= least_mebibytes * kibibyte * kibibyte;
    const Unit unit = is_large ? Unit::mebibytes : Unit::kibibytes;
    const std::uint64_t scale = is_large ? kibibyte * kibibyte : kibibyte;
    const auto whole = [scale](std::uint64_t bytes) { return grouped(static_cast<std::int64_t>(bytes / scale)); };
    return whole(done) + " of " + whole(total) + " " + name_of(unit);
}

std::string count_text(std::uint64_t count) {
    return grouped(static_cast<std::int64_t>(count));
}

}  // namespace

ProgressParts reading_parts(std::uint64_t done, std::uint64_t total) {
    const std::uint64_t size = total / 2;
    if (size == 0) {
        return {"reading"};
    }
    return {done < size ? "reading " + share_of_file(done, size)
                        : "parsing " + share_of_file(std::min(done - size, size), size)};
}

ProgressParts run_parts(const RunFacts& facts) {
    const Unit unit = unit_for(facts.threshold);
    ProgressParts parts = {(facts.is_stopping ? "stopping " : "") + facts.planner + ": " +
                           best_peak_text(facts.best_peak, facts.threshold, unit)};
    if (facts.count > 1) {
        parts.front() = count_text(facts.number) + " of " + count_text(facts.count) + ", " + parts.front();
    }
    if (facts.is_stopping) {
        parts.emplace_back(how_to_end_at_once);
    }
    if (facts.lower_bound > Bytes(0)) {
        parts.push_back("bound " + amount_text(facts.lower_bound.value(), unit));
        if (facts.best_peak > Offset(0)) {
            parts.push_back("gap " + percent_text(fragmentation(facts.best_peak, facts.lower_bound)));
        }
    }
    if (facts.work > 0) {
        parts.push_back("work " + count_text(facts.work) +
                        (facts.work_limit > 0 ? " of " + count_text(facts.work_limit) : std::string()));
    }
    return parts;
}

std::string fitted(const ProgressParts& parts, std::size_t columns) {
    std::string text;
    for (const std::string& part : parts) {
        const std::string longer = text.empty() ? part : text + ", " + part;
        if (columns_of(longer) > columns) {
            break;
        }
        text = longer;
    }
    return text.empty() && !parts.empty() ? cut_to_columns(parts.front(), columns) : text;
}

}  // namespace arenascope
