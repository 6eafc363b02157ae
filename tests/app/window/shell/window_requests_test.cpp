#include "app/window/shell/window_requests.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <unistd.h>

#include <QDataStream>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <sys/socket.h>
#include <sys/un.h>

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A program that is none of ours: it sends as much as is taken.
void send_to(const QString& address, const QByteArray& content) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un name = {};
    name.sun_family = AF_UNIX;
    const QByteArray path = address.toLocal8Bit();
    std::memcpy(name.sun_path, path.constData(), std::min<std::size_t>(sizeof(name.sun_path) - 1, path.size()));
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof(name)) == 0) {
        for (qsizetype sent = 0, taken = 1; sent < content.size() && taken > 0; sent += taken) {
            taken = ::send(socket, content.constData() + sent, static_cast<std::size_t>(content.size() - sent),
                           MSG_NOSIGNAL);
        }
        ::shutdown(socket, SHUT_WR);
    }
    ::close(socket);
}

}  // namespace

class WindowRequestsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> folder_;
    QString address_;

    /// A later start, beside this thread, whose events the first start needs.
    bool hand_over_beside(const QStringList& files) const {
        auto handed = std::async(std::launch::async, [this, files] { return hand_over(address_, files); });
        [&] {
            QTRY_VERIFY_WITH_TIMEOUT(handed.wait_for(std::chrono::seconds(0)) == std::future_status::ready, 20'000);
        }();
        return handed.get();
    }

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        address_ = folder_->filePath(QStringLiteral("windows"));
    }

    void nobody_takes_files_where_no_program_listens() {
        QVERIFY(!hand_over(address_, {QStringLiteral("/plan.csv")}));
        QVERIFY(!hand_over({}, {QStringLiteral("/plan.csv")}));
    }

    void the_first_start_takes_the_files_of_later_ones() {
        WindowRequests first;
        QVERIFY(first.listen(address_));
        const QSignalSpy wanted(&first, &WindowRequests::files_wanted);
        const QStringList files = {QStringLiteral("/a plan.csv"), QStringLiteral("/计划.json")};
        QVERIFY(hand_over_beside(files));
        QVERIFY(hand_over_beside({}));
        QCOMPARE(wanted.count(), 2);
        QCOMPARE(wanted.at(0).at(0).toStringList(), files);
        QCOMPARE(wanted.at(1).at(0).toStringList(), QStringList());
    }

    void only_one_program_listens() {
        WindowRequests first;
        WindowRequests second;
        QVERIFY(first.listen(address_));
        QVERIFY(!second.listen(address_));
    }

    void what_a_killed_program_left_behind_is_no_hindrance() {
        QFile left(address_);
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.close();
        QVERIFY(!hand_over(address_, {}));
        WindowRequests later;
        QVERIFY(later.listen(address_));
        QVERIFY(hand_over_beside({}));
    }

    void only_the_user_may_connect() {
        WindowRequests first;
        QVERIFY(first.listen(address_));
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QCOMPARE(QFile::permissions(address_) & others, QFile::Permissions());
    }

    void what_is_no_request_is_dropped_data() {
        QTest::addColumn<QByteArray>("sent");
        QTest::newRow("text") << QByteArray("GET / HTTP/1.1\r\n\r\n");
        QByteArray other;
        QDataStream stream(&other, QIODevice::WriteOnly);
        stream << QByteArray("another program") << QStringList{QStringLiteral("/plan.csv")};
        QTest::newRow("another mark") << other;
        QTest::newRow("far more than a command line") << QByteArray(8 * 1024 * 1024, '\0');
    }
    void what_is_no_request_is_dropped() {
        QFETCH(const QByteArray, sent);
        WindowRequests first;
        QVERIFY(first.listen(address_));
        const QSignalSpy wanted(&first, &WindowRequests::files_wanted);
        auto sending = std::async(std::launch::async, [&] { send_to(address_, sent); });
        QTRY_VERIFY_WITH_TIMEOUT(sending.wait_for(std::chrono::seconds(0)) == std::future_status::ready, 20'000);
        QVERIFY(hand_over_beside({}));
        QCOMPARE(wanted.count(), 1);
    }
};

ARENASCOPE_TEST(WindowRequestsTest)
#include "window_requests_test.moc"
