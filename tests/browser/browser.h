#pragma once

#include <functional>
#include <memory>

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

namespace arenascope::test {

/// A headless Chromium with one page, driven through the DevTools protocol over a pipe. No port is opened, and its
/// settings are its own. It ends with the object.
class Browser {
public:
    /// The path of Chromium; empty: it is not installed.
    [[nodiscard]] static QString program();

    /// Starts the browser. `with_scripts`: whether pages run their scripts. Fails the process if it does not start.
    explicit Browser(bool with_scripts);
    ~Browser();
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;

    /// Opens a file and waits until it is loaded.
    void open(const QString& path);
    /// The value of a JavaScript expression in the page, also where its own scripts do not run.
    QJsonValue evaluate(const QString& expression);
    /// A command of the protocol for the page, and its result.
    QJsonObject call(const QString& method, const QJsonObject& parameters = {});

    /// Moves the pointer, in pixels of the window.
    void move_to(double x, double y);
    /// Turns the wheel at a place; negative: away from the user.
    void turn_wheel(double x, double y, double by);
    /// Presses and releases a key that writes `text`.
    void press(const QString& key, const QString& text = {});
    /// Waits until an expression is true; false after ten seconds.
    [[nodiscard]] bool comes_true(const QString& expression);

    /// A picture of the whole page as PNG.
    [[nodiscard]] QByteArray picture();

    /// The addresses that the page asked for since the last open(), without data in the page itself.
    [[nodiscard]] const QStringList& requests() const { return requests_; }
    /// Messages of the console, errors of scripts, and what the browser complains about, since the last open().
    [[nodiscard]] const QStringList& complaints() const { return complaints_; }

private:
    struct Process;
    /// Reads one message, and takes note of it if it is an event. False: none came in time.
    bool read_message(QJsonObject& message);
    void note_event(const QJsonObject& event);

    std::unique_ptr<Process> process_;
    QString session_;
    int last_id_ = 0;
    bool is_loaded_ = false;
    QStringList requests_;
    QStringList complaints_;
};

}  // namespace arenascope::test
