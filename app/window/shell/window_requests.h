#pragma once

#include <memory>

#include <QObject>
#include <QStringList>

class QLocalServer;
class QLocalSocket;

namespace arenascope {

/// The address at which the windows of this user on this display take files. Empty: the system gives the user no folder
/// for it (XDG_RUNTIME_DIR).
[[nodiscard]] QString window_address();

/// Hands files to a program with windows, which opens them, or without files shows itself. True: it has taken them.
/// Waits for at most two seconds.
[[nodiscard]] bool hand_over(const QString& address, const QStringList& files);

/// Takes the files that later starts of the program hand over (`--reuse-window`).
///
///   arenascope --reuse-window FILE ──── its absolute path ───▶ the first start
///                                  ◀─── "taken" ─────────────  opens it in a window
class WindowRequests final : public QObject {
    Q_OBJECT

public:
    explicit WindowRequests(QObject* parent = nullptr);
    ~WindowRequests() override;

    /// False: another program listens there already, or the address cannot be used.
    bool listen(const QString& address);

signals:
    /// Without files: the windows are to be shown.
    void files_wanted(const QStringList& files);

private:
    void take(QLocalSocket* visitor);

    std::unique_ptr<QLocalServer> server_;
};

}  // namespace arenascope
