#pragma once

#include <functional>

#include <QObject>

class QDockWidget;

namespace arenascope {

class Session;

/// Keeps the content of a dock up to date without work for what nobody sees. The dock of a large plan that is closed,
/// or behind the tab of another one, is emptied, and filled when it comes into sight. All others are filled at once.
class DockFill final : public QObject {
    Q_OBJECT

public:
    /// `fill` shows what the session shows, `empty` shows nothing and lets go of the plan. Both are for the content of
    /// `dock`. The dock begins empty.
    DockFill(QDockWidget& dock, const Session& session, std::function<void()> fill, std::function<void()> empty,
             QObject* parent = nullptr);

    /// The session shows something else.
    void update();
    /// False: the dock is empty until it comes into sight, and must not be told of the selection.
    [[nodiscard]] bool is_filled() const { return !is_waiting_; }

private:
    const Session& session_;
    std::function<void()> fill_;
    std::function<void()> empty_;
    bool is_in_sight_ = false;
    bool is_waiting_ = false;
};

}  // namespace arenascope
