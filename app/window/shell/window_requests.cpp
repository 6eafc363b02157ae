#include "app/window/shell/window_requests.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QLocalServer>
#include <QLocalSocket>

namespace arenascope {
namespace {

constexpr int patience_of_visitors = 2000;  // milliseconds
/// More than any command line holds. What sends more is no start of this program.
constexpr qint64 most_request_bytes = 4 * 1024 * 1024;
const QByteArray request_mark = "arenascope-window-1";
const QByteArray taken_mark = "taken";

QByteArray request_of(const QStringList& files) {
    QByteArray request;
    QDataStream stream(&request, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << request_mark << files;
    return request;
}

}  // namespace

QString window_address() {
    // The folder belongs to the user alone.
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (folder.isEmpty()) {
        return {};
    }
    const QByteArray display = qgetenv("WAYLAND_DISPLAY") + '\n' + qgetenv("DISPLAY");
    const QByteArray name = QCryptographicHash::hash(display, QCryptographicHash::Sha1).toHex().left(12);
    return QDir(folder).filePath(QStringLiteral("arenascope-") + QString::fromLatin1(name));
}

bool hand_over(const QString& address, const QStringList& files) {
    QLocalSocket socket;
    socket.connectToServer(address);
    if (address.isEmpty() || !socket.waitForConnected(patience_of_visitors)) {
        return false;
    }
    socket.write(request_of(files));
    if (!socket.waitForBytesWritten(patience_of_visitors)) {
        return false;
    }
    QByteArray answer;
    while (answer.size() < taken_mark.size() && socket.waitForReadyRead(patience_of_visitors)) {
        answer += socket.readAll();
    }
    return answer == taken_mark;
}

WindowRequests::WindowRequests(QObject* parent) : QObject(parent), server_(std::make_unique<QLocalServer>()) {
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* visitor = server_->nextPendingConnection()) {
            connect(visitor, &QLocalSocket::readyRead, this, [this, visitor] { take(visitor); });
            connect(visitor, &QLocalSocket::disconnected, visitor, &QObject::deleteLater);
        }
    });
}

WindowRequests::~WindowRequests() = default;

bool WindowRequests::listen(const QString& address) {
    // To listen would take the address from another program.
    QLocalSocket probe;
    probe.connectToServer(address);
    if (address.isEmpty() || probe.waitForConnected(patience_of_visitors)) {
        return false;
    }
    // A program that was killed leaves its socket behind.
    QLocalServer::removeServer(address);
    return server_->listen(address);
}

void WindowRequests::take(QLocalSocket* visitor) {
    if (visitor->bytesAvailable() > most_request_bytes) {
        visitor->abort();
        return;
    }
    QDataStream stream(visitor);
    stream.setVersion(QDataStream::Qt_6_0);
    stream.startTransaction();
    QByteArray mark;
    QStringList files;
    stream >> mark >> files;
    if (!stream.commitTransaction()) {
        if (stream.status() == QDataStream::ReadCorruptData) {
            visitor->abort();
        }
        return;  // the rest is under way
    }
    if (mark != request_mark) {
        visitor->abort();
        return;
    }
    visitor->write(taken_mark);
    visitor->flush();
    visitor->disconnectFromServer();
    emit files_wanted(files);
}

}  // namespace arenascope
