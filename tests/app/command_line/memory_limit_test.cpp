// Tests with limited memory. The limits are far from the needed amounts, so that results do not depend on the machine.
#include "app/window/shell/window_application.h"
#include "tests/app/program_run.h"
#include "tests/app/window_fixture.h"
#include "tests/support/address_space_limit.h"
#include "tests/support/sanitized_build.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr int gibibyte = 1024 * 1024;  // in KiB, the unit of `ulimit -v`

QByteArray plan_of(int buffers, const std::function<QByteArray(int)>& row) {
    QByteArray plan = "id,lower,upper,size,offset\n";
    for (int i = 0; i < buffers; ++i) {
        plan += "b" + QByteArray::number(i) + "," + row(i) + "\n";
    }
    return plan;
}

/// Pseudo-random steps, sizes and offsets that are the same on every machine.
QByteArray scattered(int i) {
    const auto drawn = [i](std::uint32_t salt, std::uint32_t below) {
        return (static_cast<std::uint32_t>(i) * 2654435761U + salt * 40503U) / 7U % below;
    };
    const std::uint32_t begin = drawn(1, 1000);
    return QByteArray::number(begin) + "," + QByteArray::number(begin + 1 + drawn(2, 400)) + "," +
           QByteArray::number(1 + drawn(3, 40'000)) + "," + QByteArray::number(drawn(4, 80'000));
}

}  // namespace

class MemoryLimitTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (is_sanitized) {
            QSKIP("a sanitizer needs all address space there is");
        }
    }

    void a_picture_of_many_overlaps_stays_small_data() {
        QTest::addColumn<QByteArray>("plan");
        QTest::newRow("the same bytes and steps")
            << plan_of(2000, [](int i) { return "0,100," + QByteArray::number(1000 + i) + ",0"; });
        QTest::newRow("all larger than the one over them")
            << plan_of(2000, [](int i) { return "0,100," + QByteArray::number(3000 - i) + ",0"; });
        QTest::newRow("scattered") << plan_of(2000, scattered);
    }
    void a_picture_of_many_overlaps_stays_small() {
        QFETCH(QByteArray, plan);
        write(plan);
        for (const QString& suffix : {QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("png")}) {
            const QString picture = folder_.filePath(QStringLiteral("picture.") + suffix);
            const Outcome outcome = run({QStringLiteral("export"), plan_, QStringLiteral("-o"), picture},
                                        RunSettings{.address_space = 3 * gibibyte});
            QVERIFY2(outcome.status == 0, outcome.errors.constData());
            QVERIFY2(QFileInfo(picture).size() <= 20'000'000, qPrintable(suffix));
        }
    }

    void a_picture_that_exceeds_the_memory_is_an_error() {
        write(plan_of(3, [](int i) { return "0,4,8," + QByteArray::number(8 * i); }));
        for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg")}) {
            const QString picture = folder_.filePath(QStringLiteral("large.") + suffix);
            const Outcome outcome = run({QStringLiteral("export"), plan_, QStringLiteral("-o"), picture,
                                         QStringLiteral("--size"), QStringLiteral("16384x16384")},
                                        RunSettings{.address_space = 12 * gibibyte / 10});
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.errors.contains("there is not enough memory to draw the picture; choose a smaller size"),
                     outcome.errors.constData());
            QVERIFY(!QFileInfo::exists(picture));
        }
        QCOMPARE(folder_.path().isEmpty() ? 0 : QDir(folder_.path()).entryList({QStringLiteral("large*")}).size(), 0);
    }

    void a_file_that_exceeds_the_memory_ends_every_sub_command_with_a_message() {
        write(plan_of(1'000'000, scattered));
        const QString picture = folder_.filePath(QStringLiteral("picture.png"));
        const QString layout = folder_.filePath(QStringLiteral("layout.csv"));
        const QList<QStringList> commands{
            {QStringLiteral("info"), plan_},
            {QStringLiteral("check"), plan_},
            {QStringLiteral("explain"), plan_},
            {QStringLiteral("plan"), plan_, QStringLiteral("-o"), layout},
            {QStringLiteral("compare"), plan_, plan_},
            {QStringLiteral("convert"), plan_, QStringLiteral("-o"), layout},
            {QStringLiteral("export"), plan_, QStringLiteral("-o"), picture},
        };
        for (const QStringList& command : commands) {
            const Outcome outcome = run(command, RunSettings{.address_space = file_limit});
            QVERIFY2(outcome.status == 2, qPrintable(command.first() + QString::number(outcome.status)));
            QVERIFY2(outcome.errors.contains("memory"), outcome.errors.constData());
        }
    }

    void a_file_that_can_not_be_read_for_lack_of_memory_leaves_the_window_as_it_is() {
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        write(plan_of(400'000, scattered));
        QVERIFY(QFile::rename(plan_, other));
        write(plan_of(3, [](int i) { return "0,4,8," + QByteArray::number(8 * i); }));
        show_window();
        open(plan_);
        QSignalSpy failed(&window_->session().file(), &OpenFile::failed);
        {
            const AddressSpaceLimit limit(16'000'000);
            window_->open(other);
            QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
        }
        QVERIFY(window_->message_bar()->isVisible());
        QCOMPARE(window_->session().path(), plan_);
        QCOMPARE(window_->session().problem()->buffers.size(), std::size_t{3});
        QVERIFY(is_clean(*window_->session().shown()->report()));
        close_window();
    }

    void an_action_that_runs_out_of_memory_says_so_in_its_window() {
        show_window();
        QVERIFY(!window_->message_bar()->isVisible());
        report_out_of_memory(window_->layout_view());
        QVERIFY(window_->message_bar()->isVisible());
        window_->message_bar()->hide();
        report_out_of_memory(qApp);
        QVERIFY(window_->message_bar()->isVisible());
        close_window();
    }

    void an_event_that_runs_out_of_memory_counts_as_delivered() {
        show_window();
        QVERIFY(deliver_within_memory(window_.get(), []() -> bool { throw std::bad_alloc(); }));
        QVERIFY(window_->message_bar()->isVisible());
        window_->message_bar()->hide();
        QVERIFY(deliver_within_memory(window_.get(), []() -> bool { throw std::length_error("vector"); }));
        QVERIFY(window_->message_bar()->isVisible());
        window_->message_bar()->hide();
        QVERIFY(!deliver_within_memory(window_.get(), [] { return false; }));
        QVERIFY(!window_->message_bar()->isVisible());
        close_window();
    }

private:
    static constexpr int file_limit = 175'000;
};

ARENASCOPE_TEST(MemoryLimitTest)
#include "memory_limit_test.moc"
