#include "widgets/picture/network_view/dot_process.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/test_registry.h"

using namespace arenascope;

class DotProcessTest : public QObject {
    Q_OBJECT

private slots:
    void what_it_prints_is_handed_on() {
        DotProcess dot;
        QSignalSpy finished(&dot, &DotProcess::finished);
        dot.start(program("cat; echo \"$1\""), "digraph{}\n", 10'000);
        QVERIFY(dot.is_running());
        QVERIFY(finished.wait(10'000));
        QCOMPARE(finished.front().front().toByteArray(), QByteArray("digraph{}\n-Tplain\n"));
        QVERIFY(!dot.is_running());
    }

    void an_error_is_told() {
        for (const QString& broken : {program("exit 3"), program("kill -9 $$"), QStringLiteral("/nowhere/dot")}) {
            DotProcess dot;
            QSignalSpy failed(&dot, &DotProcess::failed);
            dot.start(broken, "digraph{}", 10'000);
            QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 10'000);
            QVERIFY(!dot.is_running());
        }
    }

    void it_ends_at_the_time_limit() {
        DotProcess dot;
        QSignalSpy failed(&dot, &DotProcess::failed);
        dot.start(program("exec sleep 1000"), "digraph{}", 50);
        QVERIFY(failed.wait(10'000));
        QVERIFY(!dot.is_running());
    }

    void a_cancelled_run_says_nothing() {
        DotProcess dot;
        QSignalSpy finished(&dot, &DotProcess::finished);
        QSignalSpy failed(&dot, &DotProcess::failed);
        dot.start(program("exec sleep 1000"), "digraph{}", 60'000);
        dot.cancel();
        QVERIFY(!dot.is_running());
        dot.start(program("echo two"), "digraph{}", 10'000);
        QVERIFY(finished.wait(10'000));
        QCOMPARE(finished.size(), 1);
        QVERIFY(failed.isEmpty());
    }

private:
    /// A program that stands for dot.
    QString program(const QByteArray& body) {
        const QString path = folder_.filePath(QString::number(++programs_));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("no program");
        }
        file.write("#!/bin/sh\n" + body + "\n");
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

    QTemporaryDir folder_;
    int programs_ = 0;
};

ARENASCOPE_TEST(DotProcessTest)
#include "dot_process_test.moc"
