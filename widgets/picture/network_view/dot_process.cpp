#include "widgets/picture/network_view/dot_process.h"

#include <utility>

#include <QStandardPaths>

namespace arenascope {

DotProcess::DotProcess(QObject* parent) : QObject(parent) {
    limit_.setSingleShot(true);
    connect(&limit_, &QTimer::timeout, this, [this] { end(false); });
}

DotProcess::~DotProcess() {
    cancel();
}

QString DotProcess::installed() {
    return QStandardPaths::findExecutable(QStringLiteral("dot"));
}

void DotProcess::start(const QString& program, const QByteArray& text, int milliseconds) {
    cancel();
    process_ = new QProcess(this);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(false);
        }
    });
    connect(process_, &QProcess::finished, this,
            [this](int code, QProcess::ExitStatus status) { end(code == 0 && status == QProcess::NormalExit); });
    process_->start(program, {QStringLiteral("-Tplain")});
    if (process_ != nullptr) {
        process_->write(text);
        process_->closeWriteChannel();
        limit_.start(milliseconds);
    }
}

void DotProcess::end(bool is_good) {
    if (process_ == nullptr) {
        return;
    }
    const QByteArray plain = is_good ? process_->readAllStandardOutput() : QByteArray();
    cancel();
    if (is_good) {
        emit finished(plain);
    } else {
        emit failed();
    }
}

void DotProcess::cancel() {
    limit_.stop();
    if (QProcess* process = std::exchange(process_, nullptr)) {
        process->disconnect(this);
        if (process->state() == QProcess::NotRunning) {
            process->deleteLater();
            return;
        }
        // It must be waited for, but not here.
        process->setParent(nullptr);
        connect(process, &QProcess::finished, process, &QObject::deleteLater);
        process->kill();
    }
}

}  // namespace arenascope
