#pragma once

#include "app/window/frame/window_part.h"

namespace arenascope {

class PauseBar;

/// Shows that a recording is followed, and where its view is paused; lets the view go on.
class FollowViews final : public WindowPart {
    Q_OBJECT

public:
    FollowViews(const WindowFrame& frame, PauseBar& bar);

signals:
    /// The user wants to follow a recording again that could not be read on.
    void follow_asked(const QString& path);

private:
    void show();
    void show_end(const QString& path, std::uint64_t main_steps, bool is_closed);
    [[nodiscard]] QString going_words() const;
    [[nodiscard]] QString pause_words() const;

    PauseBar& bar_;
    bool was_paused_ = false;
};

}  // namespace arenascope
