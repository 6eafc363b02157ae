#include <QtTest>

#include "tests/app/killed_windows.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class JournalManyKillsTest : public QObject {
    Q_OBJECT

private slots:
    void fifty_kills_lose_at_most_ten_seconds_each() { test::kill_windows(50, 15'000); }
};

ARENASCOPE_EXTENDED_TEST(JournalManyKillsTest)
#include "journal_many_kills_test.moc"
