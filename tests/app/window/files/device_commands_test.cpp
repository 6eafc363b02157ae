#include "app/window/files/device_commands.h"

#include <QPushButton>

#include "core/base/file/file_content.h"
#include "core/format/reading.h"
#include "tests/app/answered_file_dialog.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class DeviceCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_window();
    }
    void cleanup() { close_window(); }

    void a_plan_becomes_a_header() {
        QVERIFY(!export_to_device()->isEnabled());
        open(plan_);
        QVERIFY(export_to_device()->isEnabled());
        answer_next_file_dialog({in_folder(QStringLiteral("arena.h"))});
        export_to_device()->trigger();
        const QByteArray header = content_of(in_folder(QStringLiteral("arena.h")));
        QVERIFY2(header.contains("#define ARENA_ARENA_BYTES UINT64_C(16)"), header.constData());
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("arena.h")));
    }

    void a_plan_with_a_buffer_that_has_no_place_is_not_exported() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,\n");
        open(plan_);
        QVERIFY(!export_to_device()->isEnabled());
        QVERIFY(export_to_device()->toolTip().contains(QStringLiteral("have no place")));
    }

    void a_plan_for_the_runtime_goes_into_the_model_it_is_of() {
        const QString model = shared_data(QStringLiteral("tflite/person_detect.tflite"));
        if (model.isEmpty()) {
            QSKIP("../shared/data is not there");
        }
        const QString copy = in_folder(QStringLiteral("person.tflite"));
        QVERIFY(QFile::copy(model, copy));
        const QString planned = in_folder(QStringLiteral("planned.tflite"));
        open_planned(copy);
        // The sizes and offsets of the plan are not those of the runtime. The window offers to plan it so.
        answer_next_file_dialog({planned});
        export_to_device()->trigger();
        QVERIFY(!QFile::exists(planned));
        auto* button = window_->message_bar()->findChild<QPushButton*>();
        QCOMPARE(button->text(), QStringLiteral("Plan It So"));
        QSignalSpy read_again(&window_->session().file(), &OpenFile::read_again);
        button->click();
        QTRY_VERIFY_WITH_TIMEOUT(!read_again.isEmpty(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(export_to_device()->isEnabled(), 20'000);
        answer_next_file_dialog({planned});
        export_to_device()->trigger();
        const auto written = read_document(planned.toStdString());
        QVERIFY(written.has_value());
        // The model that was written has the offsets that are shown.
        const Problem& problem = *window_->session().problem();
        QCOMPARE(peak(written->problem, written->layout), peak(problem, window_->session().layout()));
        QVERIFY(is_complete(written->layout));
    }

    void a_plan_of_another_file_asks_for_the_model_and_is_checked_against_it() {
        const QString model = shared_data(QStringLiteral("tflite/person_detect.tflite"));
        if (model.isEmpty()) {
            QSKIP("../shared/data is not there");
        }
        open(plan_);
        answer_next_file_dialog({in_folder(QStringLiteral("out.tflite")), model});
        export_to_device()->trigger();
        QVERIFY(!QFile::exists(in_folder(QStringLiteral("out.tflite"))));
        QVERIFY2(window_->message_bar()->text().contains(QStringLiteral("the plan has no place for")),
                 qPrintable(window_->message_bar()->text()));
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
        const QString written = in_folder(QStringLiteral("cell.deployment.json"));
        answer_next_file_dialog({written});
        window_->actions().export_deployment->trigger();
        QVERIFY(content_of(written).contains("arenascope-deployment"));
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("cell.deployment.json")));
        window_->session().undo_stack()->setClean();
        // The deployment opens, and shows the same peak. It is no plan of this program's, so it is not deployed again.
        open(written);
        QCOMPARE(peak_shown(), planned);
        QVERIFY(is_complete(window_->session().layout()));
        QVERIFY(!deploy->isEnabled());
    }

private:
    [[nodiscard]] QAction* export_to_device() const { return window_->actions().export_to_device; }
    [[nodiscard]] QString in_folder(const QString& name) const { return folder_.filePath(name); }
    [[nodiscard]] Offset peak_shown() const { return peak(*window_->session().problem(), window_->session().layout()); }

    static QByteArray content_of(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

ARENASCOPE_TEST(DeviceCommandsTest)
#include "device_commands_test.moc"
