#include "app/window/file_commands.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QTimer>

#include "app/window/window_settings.h"
#include "tests/app/window_fixture.h"
#include "widgets/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class FileCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        plan_ = folder_.filePath(QStringLiteral("plan.csv"));
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_window();
    }
    void cleanup() { close_window(); }

    void after_save_as_the_window_has_the_new_file() {
        open(plan_);
        move_first(32);
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        answer_with(QStringLiteral("saved.json"));
        window_->actions().save_layout->trigger();
        QVERIFY2(window_->windowTitle().startsWith(QStringLiteral("saved.json[*]")),
                 qPrintable(window_->windowTitle()));
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(window_settings::recent_files().constFirst(), saved);
        // Saving again asks for nothing and leaves the first file alone.
        const QByteArray first = content_of(plan_);
        move_first(64);
        QVERIFY(window_->isWindowModified());
        window_->actions().save->trigger();
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(content_of(plan_), first);
        QVERIFY(content_of(saved).contains("64"));
        // The first file is not watched any more, the new one is.
        QSignalSpy opened(&window_->session().plan(), &OpenPlan::opened);
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QVERIFY(!opened.wait(500));
        plan_ = saved;
        write(R"({"format": "arenascope-plan", "version": 1,
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        QVERIFY(opened.wait(10'000));
        QCOMPARE(window_->session().problem()->buffers.size(), std::size_t{1});
        QCOMPARE(window_->session().path(), saved);
        QTRY_COMPARE(window_->message_bar()->text(),
                     QStringLiteral("saved.json had changed on disk and was read again."));
    }

    void a_deployment_is_exported_after_operator_sharing_on_a_network() {
        const QAction* deploy = window_->actions().export_deployment;
        QVERIFY(!deploy->isEnabled());
        open(plan_);
        QVERIFY(!deploy->isEnabled());
        open(sample(QStringLiteral("inception_cell.param")));
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
        QVERIFY(!deploy->isEnabled());  // planned by the default planner
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = "operator-sharing"});
        QVERIFY(finished.wait(20'000));
        QVERIFY(deploy->isEnabled());
        const Offset planned = peak_shown();
        answer_with(folder_.filePath(QStringLiteral("cell.deployment.json")));
        window_->actions().export_deployment->trigger();
        QVERIFY(content_of(folder_.filePath(QStringLiteral("cell.deployment.json"))).contains("arenascope-deployment"));
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("cell.deployment.json")));
        window_->session().undo_stack()->setClean();
        // The deployment opens, and shows the same peak. It is no plan of this program's, so it is not deployed again.
        open(folder_.filePath(QStringLiteral("cell.deployment.json")));
        QCOMPARE(peak_shown(), planned);
        QVERIFY(is_complete(window_->session().layout()));
        QVERIFY(!deploy->isEnabled());
    }

    void save_asks_for_a_file_until_the_plan_is_one_of_this_program() {
        open(plan_);
        const QByteArray before = content_of(plan_);
        move_first(32);
        answer_with(QStringLiteral("asked.json"));
        window_->actions().save->trigger();
        QCOMPARE(content_of(plan_), before);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("asked.json"))));
    }

    void save_replaces_a_plan_of_this_program() {
        plan_ = folder_.filePath(QStringLiteral("own.json"));
        write(R"({"format": "arenascope-plan", "version": 1,
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        open(plan_);
        move_first(4096);
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(content_of(plan_).contains("4096"));
        QVERIFY(!window_->isWindowModified());
    }

    void the_sample_is_not_replaced() {
        window_->open_sample();
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().has_plan() && is_complete(window_->session().layout()), 20'000);
        bool was_asked = false;
        QTimer::singleShot(100, window_.get(), [&was_asked] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            was_asked = true;
            dialog->reject();
        });
        window_->actions().save->trigger();
        QVERIFY(was_asked);
    }

    void a_csv_file_says_what_it_cannot_store() {
        plan_ = folder_.filePath(QStringLiteral("labelled.json"));
        write(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "sram", "capacity": 64}],
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        open(plan_);
        answer_with(QStringLiteral("short.csv"));
        window_->actions().save_layout->trigger();
        QVERIFY2(window_->message_bar()->text().contains(QStringLiteral("This format cannot store capacities.")),
                 qPrintable(window_->message_bar()->text()));
    }

    void a_file_that_is_not_there_yet_opens_when_it_appears() {
        const QString later = folder_.filePath(QStringLiteral("later.csv"));
        QSignalSpy failed(&window_->session().file(), &OpenFile::failed);
        window_->open(later);
        QVERIFY(failed.wait(10'000));
        QVERIFY(window_->message_bar()->isVisible());
        QVERIFY(!window_->session().has_plan());
        QVERIFY(QFile::copy(plan_, later));
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().path(), later, 10'000);
        QVERIFY(!window_->message_bar()->isVisible());
    }

private:
    void move_first(std::int64_t offset) const {
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(offset), RegionIndex(0)}}}, BufferIndex(0));
    }

    /// Answers the next question for a file to save to.
    void answer_with(const QString& name) const {
        QTimer::singleShot(100, window_.get(), [name] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            auto* field = dialog->findChild<QLineEdit*>();
            field->setText(name);
            QTest::keyClick(field, Qt::Key_Return);
        });
    }

    [[nodiscard]] Offset peak_shown() const { return peak(*window_->session().problem(), window_->session().layout()); }

    static QByteArray content_of(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

ARENASCOPE_TEST(FileCommandsTest)
#include "file_commands_test.moc"
