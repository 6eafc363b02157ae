#include "core/base/file/atomic_file.h"

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "tests/support/full_disk.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::FullDisk;

QByteArray read_back(const QString& path) {
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
        QCOMPARE(read_back(path), QByteArray("first"));
        QVERIFY(write_atomically(path.toStdString(), "second").has_value());
        QCOMPARE(read_back(path), QByteArray("second"));
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
        QCOMPARE(read_back(target), QByteArray("through"));
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
        QCOMPARE(read_back(path), QByteArray("old"));
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

    void a_read_only_file_is_refused_unless_somebody_was_asked() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        QVERIFY(write_atomically(path.toStdString(), "kept").has_value());
        QVERIFY(!is_read_only(path.toStdString()));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ReadUser | QFile::ReadGroup));
        const auto permissions = QFile::permissions(path);  // with what the user may do; root may write
        QVERIFY(!permissions.testFlag(QFile::WriteOwner));
        QVERIFY(is_read_only(path.toStdString()));
        const std::string refused = write_error(path, "new");
        QVERIFY2(refused.find("it is read-only") != std::string::npos, refused.c_str());
        QCOMPARE(to_string(check_target(path.toStdString()).error()), refused);
        QCOMPARE(read_back(path), QByteArray("kept"));
        // A link to it protects it as well.
        const QString link = directory.filePath(QStringLiteral("link.csv"));
        QVERIFY(QFile::link(path, link));
        QVERIFY(is_read_only(link.toStdString()));
        QVERIFY(write_error(link, "new").find("it is read-only") != std::string::npos);
        QVERIFY(write_atomically(path.toStdString(), "asked", ReadOnlyFile::replaced).has_value());
        QCOMPARE(read_back(path), QByteArray("asked"));
        QCOMPARE(QFile::permissions(path), permissions);
        QVERIFY(!is_read_only(directory.filePath(QStringLiteral("none.csv")).toStdString()));
    }

    void all_names_of_a_file_keep_one_content() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        const QString other = directory.filePath(QStringLiteral("other.csv"));
        QVERIFY(write_atomically(path.toStdString(), "a longer old content").has_value());
        QCOMPARE(::link(path.toUtf8().constData(), other.toUtf8().constData()), 0);
        for (const QByteArray& content : {QByteArray("short"), QByteArray(3'000'000, 'x'), QByteArray()}) {
            QVERIFY(write_atomically(path.toStdString(), content.toStdString()).has_value());
            QCOMPARE(read_back(path), content);
            QCOMPARE(read_back(other), content);
        }
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ReadUser));
        QVERIFY(write_atomically(path.toStdString(), "asked", ReadOnlyFile::replaced).has_value());
        QCOMPARE(read_back(other), QByteArray("asked"));
        QVERIFY(is_read_only(other.toStdString()));
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void a_full_disk_keeps_all_names_of_a_file_as_they_were() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        const QString other = directory.filePath(QStringLiteral("other.csv"));
        QVERIFY(write_atomically(path.toStdString(), "old").has_value());
        QCOMPARE(::link(path.toUtf8().constData(), other.toUtf8().constData()), 0);
        std::string error;
        {
            const FullDisk disk(1000);
            error = write_error(path, std::string(100'000, 'x'));
        }
        QVERIFY2(error.find("cannot write it: ") != std::string::npos, error.c_str());
        QCOMPARE(read_back(other), QByteArray("old"));
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void the_owner_is_kept() {
        if (::geteuid() != 0) {
            QSKIP("only root can give a file to somebody else");
        }
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.csv"));
        QVERIFY(write_atomically(path.toStdString(), "first").has_value());
        constexpr uint nobody = 65534;
        QCOMPARE(::chown(path.toUtf8().constData(), nobody, nobody), 0);
        QVERIFY(write_atomically(path.toStdString(), "second").has_value());
        const QFileInfo file(path);
        QCOMPARE(file.ownerId(), nobody);
        QCOMPARE(file.groupId(), nobody);
        QCOMPARE(read_back(path), QByteArray("second"));
    }

    void links_in_a_circle_are_refused() {
        const QTemporaryDir directory;
        const QString one = directory.filePath(QStringLiteral("one.csv"));
        const QString two = directory.filePath(QStringLiteral("two.csv"));
        QVERIFY(QFile::link(two, one) && QFile::link(one, two));
        const std::string error = write_error(one, "x");
        QVERIFY2(error.find("lead in a circle") != std::string::npos, error.c_str());
        QVERIFY(!check_target(one.toStdString()).has_value());
        QVERIFY(QFileInfo(one).isSymLink() && QFileInfo(two).isSymLink());
    }

    void a_device_is_written_straight() { QVERIFY(write_atomically("/dev/null", "gone").has_value()); }
};

ARENASCOPE_TEST(AtomicFileTest)

}  // namespace arenascope

#include "atomic_file_test.moc"
