#include "core/file/atomic_file.h"

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/support/full_disk.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::FullDisk;

QByteArray content_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

std::string write_error(const QString& path, std::string_view content) {
    const auto written = write_atomically(path.toStdString(), content);
    return written ? "no error" : to_string(written.error());
}

}  // namespace

class AtomicFileTest : public QObject {
    Q_OBJECT

private slots:
    void a_new_and_an_existing_file_get_the_content() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        QVERIFY(write_atomically(path.toStdString(), "first").has_value());
        QCOMPARE(content_of(path), QByteArray("first"));
        QVERIFY(write_atomically(path.toStdString(), "second").has_value());
        QCOMPARE(content_of(path), QByteArray("second"));
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void permissions_are_kept() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        QVERIFY(write_atomically(path.toStdString(), "first").has_value());
        const auto permissions = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
        QVERIFY(QFile::setPermissions(path, permissions));
        QVERIFY(write_atomically(path.toStdString(), "second").has_value());
        QCOMPARE(QFile::permissions(path), permissions);
    }

    void a_link_is_followed_to_its_target() {
        const QTemporaryDir directory;
        const QString target = directory.filePath(QStringLiteral("target.csv"));
        const QString link = directory.filePath(QStringLiteral("link.csv"));
        QVERIFY(QFile::link(QStringLiteral("target.csv"), link));
        QVERIFY(write_atomically(link.toStdString(), "through").has_value());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(content_of(target), QByteArray("through"));
    }

    void a_full_disk_keeps_the_old_file_and_leaves_no_other() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        QVERIFY(write_atomically(path.toStdString(), "old").has_value());
        std::string error;
        {
            const FullDisk disk(1000);
            error = write_error(path, std::string(100'000, 'x'));
        }
        QVERIFY2(error.find("cannot write it: ") != std::string::npos, error.c_str());
        QCOMPARE(content_of(path), QByteArray("old"));
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void a_directory_and_a_missing_directory_are_refused() {
        const QTemporaryDir directory;
        QVERIFY(write_error(directory.path(), "x").find("it is a directory") != std::string::npos);
        const std::string error = write_error(directory.filePath(QStringLiteral("missing/plan.csv")), "x");
        QVERIFY2(error.find("create the directory first") != std::string::npos, error.c_str());
    }

    void check_target_finds_the_errors_of_writing() {
        const QTemporaryDir directory;
        const std::string folder = directory.path().toStdString();
        QVERIFY(check_target(folder + "/new.csv").has_value());
        QVERIFY(check_target("-").has_value());
        QVERIFY(check_target("/dev/null").has_value());
        QVERIFY(to_string(check_target(folder).error()).find("it is a directory") != std::string::npos);
        const auto missing = check_target(folder + "/missing/new.csv");
        QVERIFY(to_string(missing.error()).find("create the directory first") != std::string::npos);
        QVERIFY(QDir(directory.path()).isEmpty());
    }

    void a_device_is_written_straight() { QVERIFY(write_atomically("/dev/null", "gone").has_value()); }
};

ARENASCOPE_TEST(AtomicFileTest)

}  // namespace arenascope

#include "atomic_file_test.moc"
