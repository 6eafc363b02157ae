#pragma once

#include <QEvent>
#include <QScrollArea>

namespace arenascope {

/// A scroll area for content whose height follows from its width. Resizing such content shows or hides the scroll bar,
/// which resizes the content. At some sizes QScrollArea goes back and forth until the stack is used up; this one stops
/// after a few rounds. It has no frame, the content is as wide as it, and the focus goes to what is inside.
class SteadyScrollArea : public QScrollArea {
public:
    explicit SteadyScrollArea(QWidget* parent = nullptr) : QScrollArea(parent) {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);  // it scrolls to what has the focus
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

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
