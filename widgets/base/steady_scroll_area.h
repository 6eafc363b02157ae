#pragma once

#include <QEvent>
#include <QScrollArea>

namespace arenascope {

/// A scroll area for content whose height follows from its width. Resizing such content shows or hides the scroll bar,
/// which resizes the content. At some sizes QScrollArea goes back and forth until the stack is used up; this one stops
/// after a few rounds.
class SteadyScrollArea : public QScrollArea {
public:
    using QScrollArea::QScrollArea;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        constexpr int most_rounds = 4;
        if (watched != widget() || event->type() != QEvent::Resize) {
            return QScrollArea::eventFilter(watched, event);
        }
        if (rounds_ == most_rounds) {
            return false;
        }
        ++rounds_;
        const bool is_filtered = QScrollArea::eventFilter(watched, event);
        --rounds_;
        return is_filtered;
    }

private:
    int rounds_ = 0;  ///< resizes of the content that cause each other
};

}  // namespace arenascope
