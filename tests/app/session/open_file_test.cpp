#include "app/session/open_file.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/session/session.h"
#include "tests/app/session_fixture.h"
#include "tests/support/endless_problem.h"

using namespace arenascope;
using namespace arenascope::test;

class OpenFileTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void a_saved_plan_has_the_new_file_and_imports_from_its_source() {
        const QString model = folder_.filePath(QStringLiteral("model.param"));
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("7767517\n2 2\nInput in 0 1 data -23330=4,1,10,1,1\nReLU relu 1 1 data out -23330=4,1,10,1,1\n");
        file.close();
        Session session;
        open(session, model);
        QVERIFY(!session.file().can_replace_file());
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().import_again({{"inputs", "outside"}});
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.problem()->buffers.size(), std::size_t{1});
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        QSignalSpy renamed(&session.plan(), &OpenPlan::renamed);
        QVERIFY(session.file().save_layout(saved));
        QCOMPARE(renamed.size(), 1);
        QCOMPARE(session.path(), saved);
        QVERIFY(session.file().can_replace_file());
        // The saved plan has no inputs any more, and gets no switches when it is read again.
        session.file().reload();
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.problem()->buffers.size(), std::size_t{1});
        QVERIFY(session.state().switches.empty());
        QVERIFY(session.undo_stack()->isClean());
        session.undo_stack()->undo();
        session.file().import_again({});
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.problem()->buffers.size(), std::size_t{2});
        QCOMPARE(session.path(), saved);
        QVERIFY(!session.undo_stack()->isClean());
    }

    void switches_do_not_act_twice_on_a_plan_saved_over_its_source() {
        plan_ = folder_.filePath(QStringLiteral("own.json"));
        write(R"({"format": "arenascope-plan", "version": 1,
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 9, "offset": 8}]})");
        Session session;
        open(session, plan_);
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().import_again({{"size-multiple", "8"}});
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.state().switches.size(), std::size_t{1});
        QVERIFY(session.file().save_layout(plan_));
        QVERIFY(session.state().switches.empty());
    }

    void a_saved_preview_leaves_the_plan_unsaved() {
        QByteArray text = "id,lower,upper,size\n";
        const auto problem = endless_problem();
        for (const Buffer& each : problem->buffers) {
            text += QByteArray::fromStdString(each.name) + ',' + QByteArray::number(each.lifetime.begin.value()) + ',' +
                    QByteArray::number(each.lifetime.end.value()) + ',' + QByteArray::number(each.size.value()) + '\n';
        }
        write(text);
        Session session;
        open(session, plan_);
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "peak-suppression", .settings = {{"work", endless_work}}});
        QTRY_VERIFY_WITH_TIMEOUT(session.plan().is_previewing(), 20'000);
        QVERIFY(session.file().save_layout(folder_.filePath(QStringLiteral("best.json"))));
        QVERIFY(!session.undo_stack()->isClean());
        session.tuning().run()->cancel();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!session.undo_stack()->isClean());
    }
};

ARENASCOPE_TEST(OpenFileTest)
#include "open_file_test.moc"
