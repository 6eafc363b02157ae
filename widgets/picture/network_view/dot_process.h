#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QTimer>

namespace arenascope {

/// Runs Graphviz's `dot` as a process of its own, which can be cancelled and has a time limit. Graphviz's licence does
/// not allow to link it.
class DotProcess final : public QObject {
    Q_OBJECT

public:
    explicit DotProcess(QObject* parent = nullptr);
    ~DotProcess() override;

    /// The program; empty: it is not installed.
    [[nodiscard]] static QString installed();

    /// Ends the run under way, and starts another. Then exactly one of the signals follows, unless it is cancelled.
    void start(const QString& program, const QByteArray& text, int milliseconds);
    void cancel();
    [[nodiscard]] bool is_running() const { return process_ != nullptr; }

signals:
    void finished(const QByteArray& plain);
    /// It could not be started, reported an error, or took too long.
    void failed();

private:
    void end(bool is_good);

    QProcess* process_ = nullptr;  ///< of the run under way
    QTimer limit_;
};

}  // namespace arenascope
