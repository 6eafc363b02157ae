#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/terminal.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// One line on a terminal that says what the program is doing. It appears half a second after the first show(), so that
/// quick commands stay silent, and is drawn again at most ten times a second. Without a terminal, nothing happens.
/// Thread-safe.
class ProgressLine {
public:
    using Clock = std::chrono::steady_clock;
    /// The text of the line, at most `columns` wide. Called on the thread of tick().
    using Text = std::function<std::string(std::size_t columns)>;

    static constexpr std::chrono::milliseconds delay{500};
    static constexpr std::chrono::milliseconds period{100};

    explicit ProgressLine(Terminal terminal) : terminal_(std::move(terminal)) {}

    [[nodiscard]] bool is_possible() const { return terminal_.is_there; }
    /// From now on, the line is that of `text`. It is drawn by tick().
    void show(Text text, Clock::time_point now);
    /// Erases the line. When this returns, no text is being made.
    void hide();
    /// Draws the line if it is due and has changed. Call it every `period`.
    void tick(Clock::time_point now);

private:
    void erase();

    const Terminal terminal_;
    std::mutex mutex_;
    Text text_;               ///< empty: hidden
    std::string drawn_;       ///< on the terminal now; empty: nothing
    Clock::time_point next_;  ///< the earliest time of the next drawing
    bool has_begun_ = false;
};

/// The texts of the progress line. Each is a list of parts, the most important first.
using ProgressParts = std::vector<std::string>;

/// What to do after a first signal, if that takes too long.
inline constexpr std::string_view how_to_end_at_once = "Ctrl+C again ends at once without a layout";

/// "reading 34 of 120 MiB", then "parsing 34 of 120 MiB". The arguments are those of read_document(): each byte counts
/// twice. `total` 0: the size is unknown.
[[nodiscard]] ProgressParts reading_parts(std::uint64_t done, std::uint64_t total);

/// The facts of a run under way.
struct RunStanding {
    std::string planner;
    std::size_t number = 0;  ///< of this planner among `count`, from 1
    std::size_t count = 0;   ///< planners that run one after the other; at most 1: only this one
    std::uint64_t work = 0;
    std::uint64_t work_limit = 0;  ///< 0: unlimited
    Offset best_peak;              ///< 0: no layout yet
    Bytes lower_bound;             ///< proved so far; 0: none
    Bytes threshold;               ///< only used if has_amounts()
    bool is_stopping = false;      ///< a signal has requested the best layout so far
};

/// Whether the run has reported amounts, which are shown with regard to the threshold.
[[nodiscard]] inline bool has_amounts(const RunStanding& facts) {
    return facts.best_peak > Offset(0) || facts.lower_bound > Bytes(0);
}

/// "exact: best 498.75 KiB (+4.4 %)", "bound 477.56 KiB", "gap 4.4 %", "work 1,200 of 20,000". The gap is how far the
/// best peak is above the bound, as a fraction of the bound.
[[nodiscard]] ProgressParts run_parts(const RunStanding& facts);

/// The parts with commas between, without the last ones that do not fit in `columns`; the first one is cut if it must.
[[nodiscard]] std::string fitted(const ProgressParts& parts, std::size_t columns);

}  // namespace arenascope
