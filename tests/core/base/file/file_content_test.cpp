#include "core/base/file/file_content.h"

#include <array>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

#include "core/base/file/atomic_file.h"
#include "core/format/detection.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string content_error(const QString& path) {
    const auto content = read_content(path.toStdString());
    return content ? "no error" : to_string(content.error());
}

}  // namespace

class FileContentTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir directory_;

    QString file(const QByteArray& content) {
        QFile made(directory_.filePath(QStringLiteral("file")));
        if (!made.open(QIODevice::WriteOnly) || made.write(content) != content.size()) {
            qFatal("no temporary file");
        }
        return made.fileName();
    }

private slots:
    void reads_the_whole_file() {
        const QByteArray content = QByteArray("0123456\n").repeated(100'000);
        QCOMPARE(read_content(file(content).toStdString()).value(), content.toStdString());
    }

    void reports_progress() {
        const QByteArray content = QByteArray("0123456\n").repeated(100'000);
        std::vector<std::uint64_t> done;
        const auto tell = [&](std::uint64_t bytes, std::uint64_t total) {
            QCOMPARE(total, std::uint64_t{800'000});
            done.push_back(bytes);
        };
        QVERIFY(read_content(file(content).toStdString(), text_limits, tell).has_value());
        QVERIFY(done.size() > 2);
        QVERIFY(std::is_sorted(done.begin(), done.end()));
        QCOMPARE(done.back(), std::uint64_t{800'000});
    }

    void a_missing_file_is_named() {
        const QString path = directory_.filePath(QStringLiteral("missing.csv"));
        QCOMPARE(content_error(path), path.toStdString() + ": there is no such file; check the path");
    }

    void a_directory_is_refused() {
        QVERIFY(content_error(directory_.path()).find("it is a directory; name a file in it") != std::string::npos);
    }

    void a_file_without_permission_is_refused() {
        if (::geteuid() == 0) {
            QSKIP("root may read everything");
        }
        const QString path = file("id\n");
        QVERIFY(QFile::setPermissions(path, QFile::WriteOwner));
        const std::string error = content_error(path);
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY2(error.find("no permission to read it; make it readable") != std::string::npos, error.c_str());
    }

    void an_empty_file_is_refused() {
        QVERIFY(content_error(file("")).find("it is empty") != std::string::npos);
        QVERIFY(content_error(file(" \n\t\r\n")).find("it is empty") != std::string::npos);
    }

    void a_binary_file_is_refused() {
        QVERIFY(content_error(file(QByteArray("a\nb\0c", 5))).find(":2: it is a binary file") != std::string::npos);
        QVERIFY(content_error(file(QByteArray("PK\x03\x04\0", 5))).find("a compressed ZIP file") != std::string::npos);
        QVERIFY(content_error(file(QByteArray("\x1F\x8B\x08\0", 4))).find("a compressed gzip file") !=
                std::string::npos);
    }

    void utf_16_is_refused_by_name() {
        QVERIFY(content_error(file(QByteArray("\xFF\xFEi\0d\0", 6))).find("it is UTF-16 text; save it as UTF-8") !=
                std::string::npos);
        QVERIFY(content_error(file(QByteArray("\xFE\xFF\0i\0d", 6))).find("it is UTF-16 text") != std::string::npos);
    }

    void an_empty_name_is_refused() {
        QVERIFY(content_error({}).find("the name of the file is empty; name a file") != std::string::npos);
    }

    void a_line_of_two_gigabytes_is_refused_at_the_limit() {
        // A sparse file takes no space on the disk. If the whole line were read, its zero bytes would be the error
        // instead.
        const QString path = file("id,lower,upper,size\n" + QByteArray(3 << 20, 'x'));
        QVERIFY(QFile::resize(path, qint64{2} << 30));
        const std::string error = content_error(path);
        QVERIFY2(error.find(":2: the line is longer than 1048576 bytes") != std::string::npos, error.c_str());
    }

    void a_model_may_have_zero_bytes_and_no_line_ends() {
        for (const char* begin : {"\x1c\0\0\0TFL3", "\x1c\0\0\0ET12"}) {
            const QByteArray content = QByteArray(begin, 8) + QByteArray(3 << 20, '\0');
            const auto read = read_content(file(content).toStdString(), document_limits);
            QVERIFY2(read.has_value(), read ? "" : to_string(read.error()).c_str());
            QCOMPARE(*read, content.toStdString());
        }
    }

    void a_file_that_changes_while_it_is_read_is_an_error_data() {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("cause");
        QTest::newRow("cut") << 0 << "it became shorter while it was read";
        QTest::newRow("emptied") << 1 << "it became shorter while it was read";
        QTest::newRow("grown") << 2 << "it grew while it was read";
        QTest::newRow("overwritten") << 3 << "it changed while it was read";
        QTest::newRow("replaced") << 4 << "";
        QTest::newRow("removed") << 5 << "";
    }

    /// The change comes with the first report of progress, when one chunk of several has been read for sure.
    void a_file_that_changes_while_it_is_read_is_an_error() {
        QFETCH(const int, change);
        QFETCH(const QString, cause);
        const QByteArray content = QByteArray("0123456\n").repeated(200'000);
        const QString path = file(content);
        const QByteArray name = QFile::encodeName(path);
        const std::array<timespec, 2> long_ago{timespec{1, 0}, timespec{1, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, name.constData(), long_ago.data(), 0), 0);
        bool is_changed = false;
        const auto change_once = [&](std::uint64_t /*done*/, std::uint64_t /*total*/) {
            if (std::exchange(is_changed, true)) {
                return;
            }
            QFile other(path);
            switch (change) {
                case 0:
                    QVERIFY(other.resize(content.size() / 2));
                    break;
                case 1:
                    QVERIFY(other.resize(0));
                    break;
                case 2:
                    QVERIFY(other.open(QIODevice::Append) && other.write("more\n") == 5);
                    break;
                case 3:
                    QVERIFY(other.open(QIODevice::ReadWrite) && other.write("7654321\n") == 8);
                    break;
                case 4:
                    QVERIFY(write_atomically(path.toStdString(), "another one\n").has_value());
                    break;
                default:
                    QVERIFY(other.remove());
            }
        };
        const auto read = read_content(path.toStdString(), text_limits, change_once);
        QVERIFY(is_changed);
        if (cause.isEmpty()) {
            QVERIFY2(read.has_value(), read ? "" : to_string(read.error()).c_str());
            QCOMPARE(*read, content.toStdString());
        } else {
            QVERIFY(!read);
            QCOMPARE(to_string(read.error()),
                     (path + QStringLiteral(": ") + cause +
                      QStringLiteral("; open it again when the program that writes it is done"))
                         .toStdString());
        }
    }

    void a_file_that_holds_less_than_its_size_is_read_to_its_end() {
        // Each file of this folder states the size of a page.
        const QString path = QStringLiteral("/sys/devices/system/cpu/online");
        if (QFile(path).size() < 100) {
            QSKIP("there is no such file here");
        }
        const auto read = read_content(path.toStdString());
        QVERIFY2(read.has_value(), read ? "" : to_string(read.error()).c_str());
        QVERIFY(read->size() < 100 && read->ends_with('\n'));
        QCOMPARE(read->find('\0'), std::string::npos);
    }

    void every_length_is_read_whole() {
        for (const qsizetype length : {1, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, (1 << 19) + 7, 1 << 22}) {
            QByteArray content(length, 'x');
            for (qsizetype i = 100; i < length; i += 101) {
                content[i] = i % 3 == 0 ? '\n' : static_cast<char>('a' + i % 26);
            }
            const auto read = read_file(file(content).toStdString());
            QVERIFY(read.has_value());
            QVERIFY(read->bytes == content.toStdString());
        }
    }

    void json_may_have_longer_lines() {
        const QByteArray content = "[" + QByteArray(2 << 20, ' ') + "]";
        QVERIFY(read_content(file(content).toStdString()).has_value());
    }
};

ARENASCOPE_TEST(FileContentTest)

}  // namespace arenascope

#include "file_content_test.moc"
