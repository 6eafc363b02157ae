#include <QtTest>

#include "tests/app/killed_windows.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class JournalKillsTest : public QObject {
    Q_OBJECT

private slots:
    /// Not a test by itself: the process that is killed.
    void work_until_killed() {
        if (test::is_started_to_be_killed()) {
            test::work_until_killed();
        }
    }

    /// Not a test by itself: the process that recovers.
    void recover_and_tell() {
        if (test::is_started_to_be_killed()) {
            test::recover_and_tell();
        }
    }

    void two_kills_lose_little() {
        if (!test::is_started_to_be_killed()) {
            test::kill_windows(2, 5'000);
        }
    }
};

ARENASCOPE_TEST(JournalKillsTest)
#include "journal_kills_test.moc"
