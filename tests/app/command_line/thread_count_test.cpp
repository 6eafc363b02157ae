#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope::test;

namespace {

/// Many buffers of different alignments, so that the search takes several rounds.
QByteArray crowded_csv() {
    QByteArray rows = "id,lower,upper,size,alignment\n";
    for (int i = 0; i < 80; ++i) {
        const int begin = i * 7919 % 40;
        rows += QStringLiteral("b%1,%2,%3,%4,%5\n")
                    .arg(i)
                    .arg(begin)
                    .arg(begin + 1 + i * 4391 % 20)
                    .arg(1 + i * 104'729 % 997)
                    .arg(1 << i % 7)
                    .toUtf8();
    }
    return rows;
}

}  // namespace

class ThreadCountTest : public QObject {
    Q_OBJECT

private slots:
    void four_threads_write_the_same_layout_as_one_data() {
        QTest::addColumn<QStringList>("planner");
        QTest::newRow("exact") << QStringList{"exact", "--set", "work=3000000"};
        QTest::newRow("portfolio") << QStringList{"portfolio", "--set", "work=300000"};
    }

    void four_threads_write_the_same_layout_as_one() {
        QFETCH(const QStringList, planner);
        const QTemporaryDir folder;
        QByteArray written_by_one;
        for (const char* threads : {"1", "4"}) {
            const QString layout = folder.filePath(QStringLiteral("layout-%1.json").arg(QLatin1String(threads)));
            const Outcome outcome =
                run(QStringList{"plan", "-", "-o", layout, "--threads", threads, "--planner"} + planner, crowded_csv());
            QVERIFY2(outcome.status == 0, outcome.errors.constData());
            const QByteArray written = content_of(layout);
            QVERIFY(!written.isEmpty());
            written_by_one = written_by_one.isEmpty() ? written : written_by_one;
            QCOMPARE(written, written_by_one);
        }
    }
};

ARENASCOPE_TEST(ThreadCountTest)
#include "thread_count_test.moc"
