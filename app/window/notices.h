#pragma once

#include <functional>

#include <QObject>
#include <QString>

#include "app/session/session.h"

namespace arenascope {

class Appearance;
class MessageBar;

/// What the window tells in its message bar, and what the bar's button does then. What goes on in the session it tells
/// by itself: reading, and what went wrong.
class Notices final : public QObject {
    Q_OBJECT

public:
    Notices(Session& session, MessageBar& bar, const Appearance& appearance, QObject* parent = nullptr);

    void inform(const QString& text);
    /// With a button that says `action` and does `act`.
    void warn(const QString& text, const QString& action, std::function<void()> act);
    /// An empty `action`: without a button.
    void report(const Error& error, const QString& action = {}, std::function<void()> act = {});
    void hide();

private:
    void tell_reading(const QString& text);

    Session& session_;
    MessageBar& bar_;
    QString opening_;  ///< name of the file that is read
    std::function<void()> act_;
};

}  // namespace arenascope
