#include "app/command_line/progress_line.h"

#include <utility>

#include "app/command_line/stop_signal.h"

namespace arenascope {

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

}  // namespace arenascope
