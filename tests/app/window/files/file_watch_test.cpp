#include "app/window/files/file_watch.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/idle_state.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A watch where the system reports nothing, as on a network's file system.
constexpr FileWatch::Timing only_looking{
    .look_milliseconds = 20, .settle_milliseconds = 10, .listens_to_the_system = false};

void write_file(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

/// Waits until a change that is made now is reported, and those before it with it.
void outlast_report(const FileWatch::Timing& timing = FileWatch::Timing()) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("later.csv"));
    FileWatch watch(timing);
    watch.watch(path);
    QSignalSpy changed(&watch, &FileWatch::changed);
    write_file(path, "later");
    QVERIFY(changed.wait(5000));
}

}  // namespace

class FileWatchTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        path_ = folder_->filePath(QStringLiteral("plan.csv"));
        write("one");
        watch_ = std::make_unique<FileWatch>();
        watch_->watch(path_);
        changed_ = std::make_unique<QSignalSpy>(watch_.get(), &FileWatch::changed);
    }

    void a_change_is_reported_once() {
        write("another");
        QVERIFY(changed_->wait(5000));
        outlast_report();
        QCOMPARE(changed_->size(), 1);
    }

    void two_quick_changes_are_reported_once_after_the_last() {
        write("first");
        wait_until_idle();
        write("second one");
        QVERIFY(changed_->wait(5000));
        outlast_report();
        QCOMPARE(changed_->size(), 1);
    }

    void every_replacement_of_a_file_is_reported() {
        for (int times = 1; times <= 3; ++times) {
            replace(QByteArray(10 * times, 'x'));
            QVERIFY(changed_->wait(5000));
            QCOMPARE(changed_->size(), times);
        }
    }

    void a_plain_change_after_a_replacement_is_reported_too() {
        replace("replaced");
        QVERIFY(changed_->wait(5000));
        outlast_report();
        write("changed in place");
        QVERIFY(changed_->wait(5000));
        QCOMPARE(changed_->size(), 2);
    }

    void a_file_that_is_deleted_and_restored_is_reported() {
        QVERIFY(QFile::remove(path_));
        QVERIFY(changed_->wait(5000));
        write("back again");
        QVERIFY(changed_->wait(5000));
        QCOMPARE(changed_->size(), 2);
        outlast_report();
        write("and changed");
        QVERIFY(changed_->wait(5000));
    }

    void writes_of_the_program_itself_are_not_reported() {
        replace("our own");
        watch_->acknowledge();
        outlast_report();
        QVERIFY(changed_->isEmpty());
    }

    void other_files_in_the_folder_are_not_watched() {
        QFile other(folder_->filePath(QStringLiteral("other.csv")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("x");
        other.close();
        outlast_report();
        QVERIFY(changed_->isEmpty());
    }

    void another_file_or_none_ends_the_watch() {
        watch_->watch({});
        write("nobody looks");
        outlast_report();
        QVERIFY(changed_->isEmpty());
    }

    void a_link_is_followed_through_replacements_of_its_target() {
        const QString link = folder_->filePath(QStringLiteral("link.csv"));
        QVERIFY(QFile::link(path_, link));
        watch_->watch(link);
        for (int times = 1; times <= 2; ++times) {
            replace(QByteArray(10 * times, 'y'));
            QVERIFY(changed_->wait(5000));
            outlast_report();
        }
        QCOMPARE(changed_->size(), 2);
    }

    void without_reports_of_the_system_every_kind_of_change_is_seen_by_looking() {
        watch_ = std::make_unique<FileWatch>(only_looking);
        watch_->watch(path_);
        changed_ = std::make_unique<QSignalSpy>(watch_.get(), &FileWatch::changed);
        const auto is_reported = [this] {
            const bool is = changed_->wait(5000);
            changed_->clear();
            return is;
        };
        write("changed in place");
        QVERIFY(is_reported());
        replace("replaced by another file");
        QVERIFY(is_reported());
        QVERIFY(QFile::remove(path_));
        QVERIFY(is_reported());
        write("made again");
        QVERIFY(is_reported());
        outlast_report(only_looking);
        QVERIFY(changed_->isEmpty());
    }

    void a_file_that_does_not_exist_yet_is_reported_when_it_appears() {
        for (const FileWatch::Timing& timing : {FileWatch::Timing(), only_looking}) {
            QVERIFY(QFile::remove(path_));
            FileWatch watch(timing);
            watch.watch(path_);
            QSignalSpy changed(&watch, &FileWatch::changed);
            write("first");
            QVERIFY(changed.wait(5000));
        }
    }

    void a_file_in_a_folder_that_does_not_exist_yet_is_reported_too() {
        path_ = folder_->filePath(QStringLiteral("later/plan.csv"));
        FileWatch watch(only_looking);
        watch.watch(path_);
        QSignalSpy changed(&watch, &FileWatch::changed);
        QVERIFY(QDir(folder_->path()).mkdir(QStringLiteral("later")));
        write("first");
        QVERIFY(changed.wait(5000));
    }

    void a_link_that_leads_to_another_file_is_reported() {
        const QString other = folder_->filePath(QStringLiteral("other.csv"));
        const QString link = folder_->filePath(QStringLiteral("link.csv"));
        QVERIFY(QFile::copy(path_, other));
        QVERIFY(QFile::link(path_, link));
        FileWatch watch(only_looking);
        watch.watch(link);
        QSignalSpy changed(&watch, &FileWatch::changed);
        QVERIFY(QFile::remove(link));
        QVERIFY(QFile::link(other, link));
        QVERIFY(changed.wait(5000));
    }

private:
    void write(const QByteArray& content) const { write_file(path_, content); }
    /// Writes another file and renames it over this one, as atomic saving does.
    void replace(const QByteArray& content) const {
        QSaveFile file(path_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        QVERIFY(file.commit());
    }

    std::unique_ptr<QTemporaryDir> folder_;
    QString path_;
    std::unique_ptr<FileWatch> watch_;
    std::unique_ptr<QSignalSpy> changed_;
};

ARENASCOPE_TEST(FileWatchTest)
#include "file_watch_test.moc"
