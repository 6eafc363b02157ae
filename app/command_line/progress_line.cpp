#include "app/command_line/progress_line.h"

#include <algorithm>
#include <utility>

#include "app/command_line/stop_signal.h"
#include "app/command_line/text_table.h"
#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/plan/run_caption.h"

namespace arenascope {
namespace {

struct FileUnit {
    Unit unit;
    std::uint64_t scale;
};

/// Whole units are enough here: more digits would only flicker.
FileUnit unit_of_file(std::uint64_t size) {
    constexpr std::uint64_t kibibyte = 1024;
    constexpr std::uint64_t least_mebibytes = 10;
    return size >= least_mebibytes * kibibyte * kibibyte ? FileUnit{Unit::mebibytes, kibibyte * kibibyte}
                                                         : FileUnit{Unit::kibibytes, kibibyte};
}

std::string count_text(std::uint64_t count) {
    return grouped(count);
}

std::string size_of_file(std::uint64_t size) {
    const FileUnit unit = unit_of_file(size);
    return count_text(size / unit.scale) + " " + name_of(unit.unit);
}

std::string share_of_file(std::uint64_t done, std::uint64_t total) {
    return count_text(done / unit_of_file(total).scale) + " of " + size_of_file(total);
}

/// In millions if the counts are long, so that the text fits into a narrow terminal.
std::string work_text(std::uint64_t work, std::uint64_t limit) {
    constexpr std::uint64_t million = 1'000'000;
    constexpr std::uint64_t least_in_millions = 100 * million;
    const bool is_long = std::max(work, limit) >= least_in_millions;
    const std::uint64_t scale = is_long ? million : 1;
    return "work " + count_text(work / scale) + (limit > 0 ? " of " + count_text(limit / scale) : std::string()) +
           (is_long ? " M" : "");
}

}  // namespace

void ProgressLine::show(Text text, Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    if (!has_begun_) {
        has_begun_ = true;
        next_ = now + delay;
    }
    text_ = std::move(text);
}

void ProgressLine::hide() {
    const std::lock_guard lock(mutex_);
    text_ = {};
    erase();
}

void ProgressLine::tick(Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    if (!terminal_.is_there || !text_ || now < next_) {
        return;
    }
    next_ = now + period;
    // The last column stays free: many terminals begin a new line once it is written.
    const std::size_t columns = terminal_.columns();
    std::string text = text_(columns > 0 ? columns - 1 : 0);
    if (text == drawn_) {
        return;
    }
    if (text.empty()) {
        erase();
        return;
    }
    erase_line_before_end(true);
    terminal_.write(std::string(erased_line) + text);
    drawn_ = std::move(text);
}

void ProgressLine::erase() {
    if (!drawn_.empty()) {
        terminal_.write(erased_line);
        drawn_.clear();
        erase_line_before_end(false);
    }
}

ProgressParts reading_parts(std::uint64_t done, std::uint64_t total) {
    const std::uint64_t size = total / 2;
    if (size == 0) {
        return {"reading"};
    }
    if (done == size) {
        return {"parsing " + size_of_file(size)};  // some formats are parsed at once
    }
    return {done < size ? "reading " + share_of_file(done, size)
                        : "parsing " + share_of_file(std::min(done - size, size), size)};
}

ProgressParts run_parts(const RunStanding& facts) {
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
        parts.push_back("bound " + amount_text(facts.lower_bound, unit));
        if (facts.best_peak > Offset(0)) {
            parts.push_back("gap " + percent_text(fragmentation(facts.best_peak, facts.lower_bound)));
        }
    }
    if (facts.work > 0) {
        parts.push_back(work_text(facts.work, facts.work_limit));
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
