#include "app/window/files/report_commands.h"

#include <random>

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QTimer>

#include "app/window/compare/comparison_source.h"
#include "core/format/reading.h"
#include "tests/app/program_run.h"
#include "tests/app/window_fixture.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/idle_state.h"

using namespace arenascope;
using namespace arenascope::test;

/// *File › Report…* in a window.
class ReportCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private:
    /// The report that the window writes under this name.
    [[nodiscard]] QByteArray report_of_window(const QString& name = QStringLiteral("report.html")) {
        const QString path = folder_.filePath(QStringLiteral("window/") + name);
        QDir(folder_.path()).mkpath(QStringLiteral("window"));
        QFile::remove(path);
        QTimer::singleShot(100, window_.get(), [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            auto* field = dialog->findChild<QLineEdit*>();
            field->setText(path);
            QTest::keyClick(field, Qt::Key_Return);
        });
        window_->actions().report->trigger();
        [[maybe_unused]] const bool is_written = QTest::qWaitFor([&] { return QFile::exists(path); }, 60'000);
        return content_of(path);
    }
    /// The report that `arenascope export` writes under the same name.
    [[nodiscard]] QByteArray report_of_command_line(const QString& file, const QStringList& more = {}) const {
        const QString path = folder_.filePath(QStringLiteral("report.html"));
        const Outcome outcome = run(QStringList{"export", file, "-o", path} + more);
        return outcome.status == 0 ? content_of(path) : outcome.errors;
    }
    /// The report that the command of a report writes, in the folder of the files; an error message if it writes none.
    [[nodiscard]] QByteArray report_of_command(const QByteArray& report) const {
        const auto match = QRegularExpression(QStringLiteral("<code>(.*)</code>")).match(QString::fromUtf8(report));
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QFileInfo(program()).path() + ":" + environment.value(QStringLiteral("PATH")));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(folder_.path());
        const QString path = folder_.filePath(QStringLiteral("report.html"));
        QFile::remove(path);
        shell.start(QStringLiteral("sh"),
                    {QStringLiteral("-c"), QTextDocumentFragment::fromHtml(match.captured(1)).toPlainText()});
        return shell.waitForFinished(60'000) && QFile::exists(path) ? content_of(path) : shell.readAllStandardError();
    }
    [[nodiscard]] QString copied(const QString& name) const {
        const QString copy = folder_.filePath(name);
        QFile::copy(sample(name), copy);
        return copy;
    }

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_window_and_the_command_line_write_the_same_bytes_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"vendor_plan.csv", "placed.csv", "training_snapshot.pickle", "digits_c_info.json",
                                 "segments.tracealloc.json", "xla_cell.memory_viewer.json", "gpu_out_of_memory.txt",
                                 "digits_network.c", "digits_generate_report.txt"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void the_window_and_the_command_line_write_the_same_bytes() {
        QFETCH(const QString, name);
        const QString file = copied(name);
        open(file);
        QCOMPARE(QString::fromUtf8(report_of_window()), QString::fromUtf8(report_of_command_line(file)));
    }

    void they_plan_a_problem_and_a_model_alike_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("problem") << QStringLiteral("mobile_vision.json");
        QTest::newRow("model") << QStringLiteral("inception_cell.param");
    }

    void they_plan_a_problem_and_a_model_alike() {
        QFETCH(const QString, name);
        const QString file = copied(name);
        open_planned(file);
        QCOMPARE(QString::fromUtf8(report_of_window()), QString::fromUtf8(report_of_command_line(file)));
    }

    void they_show_a_step_of_a_run_alike() {
        open_tuned_sample();
        window_->session().steps().show(0);
        const QByteArray report = report_of_window();
        QVERIFY(report.contains("--iteration 0 "));
        QCOMPARE(QString::fromUtf8(report),
                 QString::fromUtf8(report_of_command_line(folder_.filePath(QStringLiteral("mobile_vision.json")),
                                                          {"--iteration", "0"})));
    }

    void a_plan_that_was_edited_by_hand_is_in_its_report() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        open(plan_);
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(64), RegionIndex(0)}}}, BufferIndex(1));
        const QByteArray report = report_of_window();
        QVERIFY(report.contains("it was edited by hand"));
        const auto document = parse_document(report.toStdString(), "report.html");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->layout.placements[1]->offset == Offset(64));
        QCOMPARE(document->hand_edits.size(), std::size_t{1});
    }

    void a_file_that_has_changed_since_is_not_what_the_report_is_about() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        open(plan_);
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,16\n");
        const QByteArray report = report_of_window();
        QVERIFY(report.contains("the file holds something else"));
        QVERIFY(parse_document(report.toStdString(), "report.html")->layout.placements[1]->offset == Offset(8));
    }

    void a_report_opens_in_the_window_like_a_plan() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        open(plan_);
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(64), RegionIndex(0)}}}, BufferIndex(1));
        QVERIFY(!report_of_window().isEmpty());
        window_->session().undo_stack()->setClean();
        open(folder_.filePath(QStringLiteral("window/report.html")));
        QVERIFY(window_->session().layout().placements[1]->offset == Offset(64));
    }

    /// Notes, an inner step, other colours, and another layout: whatever the window shows, running the command of its
    /// report gives the same bytes, or the report says what that one lacks.
    void a_command_makes_the_same_report_or_says_what_it_lacks() {
        const std::uint64_t seed = fresh_seed();
        std::mt19937_64 random(seed);
        const auto is_drawn = [&random] { return random() % 2 == 0; };
        for (int i = 0; i < 12; ++i) {
            const bool is_planned = is_drawn();
            if (is_planned) {
                open_tuned_sample();
            } else {
                open(copied(QStringLiteral("vendor_plan.csv")));
            }
            if (is_planned && is_drawn()) {
                window_->session().steps().show(0);
            }
            const bool has_note = is_drawn();
            if (has_note) {
                window_->session().plan().annotate({{"why here?", BufferIndex(1)}}, {}, QStringLiteral("Add Note"));
            }
            if (is_drawn()) {
                window_->actions().colors->actions()[1]->trigger();
            }
            if (is_drawn()) {
                window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1 << 20), RegionIndex(0)}}},
                                                       BufferIndex(0));
            }
            const QByteArray report = report_of_window();
            const QByteArray where =
                QByteArray("seed ") + QByteArray::number(seed) + ", report " + QByteArray::number(i);
            const bool is_told_to_differ = report.contains("but without") || report.contains("No command makes") ||
                                           report.contains("It writes no report");
            if (is_told_to_differ) {
                QVERIFY2(
                    !has_note || report.contains("the notes that were pinned") || report.contains("No command makes"),
                    where);
            } else {
                QVERIFY2(report == report_of_command(report), where);
            }
            close_window();
            show_window();
        }
    }

    void two_plans_are_compared_in_one_report() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        open(plan_);
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,64\n");
        file.close();
        window_->comparison_source().compare_with(other);
        QTRY_VERIFY(window_->session().comparison().result());
        const QByteArray report = report_of_window();
        QVERIFY(report.contains("<h1>plan.csv → other.csv</h1>"));
        QVERIFY(report.contains("byte for byte"));
        QCOMPARE(QString::fromUtf8(report), QString::fromUtf8(report_of_command(report)));
        window_->session().plan().annotate({{"why so high?", BufferIndex(1)}}, {}, QStringLiteral("Add Note"));
        const QByteArray noted = report_of_window();
        QVERIFY(noted.contains("A: why so high?"));
        QVERIFY(noted.contains("but without the notes that were pinned"));
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(128), RegionIndex(0)}}}, BufferIndex(1));
        wait_until_idle();
        QVERIFY(report_of_window().contains("because A was edited by hand"));
    }

    void a_cancelled_dialog_writes_nothing() {
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        open(plan_);
        QTimer::singleShot(100, window_.get(), [] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                dialog->reject();
            }
        });
        window_->actions().report->trigger();
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("plan.html"))));
    }

    void nothing_can_be_reported_while_nothing_is_open() { QVERIFY(!window_->actions().report->isEnabled()); }
};

ARENASCOPE_TEST(ReportCommandsTest)

#include "report_commands_test.moc"
