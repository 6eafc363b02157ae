#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "app/command_line/terminal.h"

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

}  // namespace arenascope
