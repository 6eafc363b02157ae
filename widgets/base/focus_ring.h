#pragma once

#include <QPointer>
#include <QWidget>

namespace arenascope {

/// A ring around the widget of a window that has the keyboard focus. Text fields have none, because a style outlines
/// them. Other widgets look the same with and without the focus in many styles.
///
/// It lies above the widget, ignores the mouse, and never takes the focus.
class FocusRing final : public QWidget {
    Q_OBJECT

public:
    /// Serves the window and is deleted with it.
    explicit FocusRing(QWidget& window);

    /// The widget inside the ring, or null.
    [[nodiscard]] QWidget* surrounded() const { return isHidden() ? nullptr : focus_.data(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow(QWidget* focus);
    void fit();

    QWidget& window_;
    QPointer<QWidget> focus_;
    QList<QPointer<QWidget>> watched_;  ///< the widget and all around it, up to the window
};

}  // namespace arenascope
