#pragma once

#include <chrono>
#include <functional>

#include <QObject>
#include <QString>
#include <QTimer>

#include "app/session/session.h"
#include "core/base/text/amount.h"

namespace arenascope {

class Appearance;
class MessageBar;

/// Shows messages in the window's message bar, and runs the action of the bar's button. Reports reading and errors of
/// the session by itself.
class Notices final : public QObject {
    Q_OBJECT

public:
    /// `reading_time`: how long the text of inform() stays.
    Notices(Session& session, MessageBar& bar, const Appearance& appearance,
            std::chrono::milliseconds reading_time = std::chrono::seconds(10), QObject* parent = nullptr);

    /// Goes by itself after a while, unless the pointer is on it, and as soon as another layout is shown, because the
    /// text may then be wrong.
    void inform(const QString& text);
    /// Stays until the user closes it, or another message comes.
    void tell(const QString& text);
    /// Says what is under way, with a button to cancel it. Another call for the same work replaces the text.
    void say_busy(const QString& text, std::function<void()> cancel);
    /// Hides the text of inform(), if it is still shown.
    void end_information();
    /// Shows a button with the text `action`, which calls `act`.
    void warn(const QString& text, const QString& action, std::function<void()> act);
    /// An empty `action`: no button.
    void report(const Error& error, const QString& action = {}, std::function<void()> act = {});
    void hide();

private:
    /// Begins another message: it stays, and its button calls `act`.
    void set_action(std::function<void()> act);
    void say_reading(const QString& text);
    /// Says that the plan is being changed, if that takes long.
    void answer(Offset before, Offset now, bool changed, Unit unit);
    void follow_changes();
    void say_changing();

    Session& session_;
    MessageBar& bar_;
    QString opening_;  ///< name of the file that is being read
    std::function<void()> action_;
    QTimer passing_;  ///< active while the bar shows what inform() was told
    QTimer soon_;     ///< active while a change is new
    bool is_saying_changing_ = false;
};

}  // namespace arenascope
