// How the window reports what the reader left out, assumed or bounded.
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include "app/window/frame/import_panel.h"
#include "core/format/reading.h"
#include "qt/words/wording.h"
#include "tests/app/window_fixture.h"
#include "widgets/base/section_header.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// One value has no live range, and one is a constant.
const QByteArray xla =
    "BufferAssignment:\n"
    "allocation 0: size 64, parameter 0, shape |f32[16]| at ShapeIndex {}:\n"
    " value: <1 p0 @0> (size=64,offset=0): f32[16]{0}\n"
    "allocation 1: size 4, constant:\n"
    " value: <2 zero @0> (size=4,offset=0): f32[]\n"
    "allocation 2: size 64, preallocated-temp:\n"
    " value: <3 lost @0> (size=64,offset=0): f32[16]{0}\n"
    "\n"
    "HloLiveRange (max 2):\n"
    "  InstructionSequence:\n"
    "    0:p0\n"
    "    1:out\n"
    "  BufferLiveRange:\n"
    "    p0{}:0-2\n";

const QByteArray plan_of_open_sizes = R"({"format": "arenascope-plan", "version": 1,
 "buffers": [{"name": "a", "size": 8, "begin": 0, "end": 1, "offset": 0}],
 "operators": [{"name": "n", "step": 0, "reads": [], "writes": ["a"]}],
 "unknown_sizes": [{"tensor": "t", "operator": "n", "reason": "nobody knows"}],
 "assumed_dimensions": ["N", "M"],
 "bounded_sizes": [{"tensor": "a", "operator": "n", "type": "NonZero"}]})";

const QByteArray without_sizes = "7767517\n2 2\nInput in 0 1 in\nReLU r 1 1 in out\n";

}  // namespace

class LeftOutTest : public QObject, private WindowFixture {
    Q_OBJECT

    [[nodiscard]] QString file(const QString& name, const QByteArray& content) const {
        const QString path = folder_.filePath(name);
        QFile written(path);
        written.open(QIODevice::WriteOnly);
        written.write(content);
        return path;
    }
    [[nodiscard]] QString header() const { return window_->docks().import.dock->findChild<SectionHeader*>()->detail(); }
    [[nodiscard]] QTreeWidget& tree() const { return *window_->docks().import->findChild<QTreeWidget*>(); }

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_summary_counts_the_same_as_open_sizes() {
        QStringList paths{file(QStringLiteral("xla.txt"), xla), file(QStringLiteral("open.json"), plan_of_open_sizes),
                          file(QStringLiteral("none.param"), without_sizes), sample(QStringLiteral("placed.csv")),
                          sample(QStringLiteral("mobile_vision.json"))};
        for (const QString& path : paths) {
            const auto document = read_document(path.toStdString());
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            const OpenSizes sizes = open_sizes(*document);
            window_->session().undo_stack()->setClean();
            open(path);
            for (const auto& [label, count] :
                 {std::pair("Unknown sizes", sizes.unknown), std::pair("Values left out", sizes.left_out),
                  std::pair("Assumed dimensions", sizes.assumed), std::pair("Bounded sizes", sizes.bounded)}) {
                QCOMPARE(window_->docks().summary->value_of(QLatin1String(label)),
                         count == 0 ? QString() : grouped_text(static_cast<std::int64_t>(count)));
            }
        }
    }

    void notes_of_a_file_that_is_not_a_model_are_shown() {
        open(file(QStringLiteral("xla.txt"), xla));
        QCOMPARE(window_->session().state().left_out, std::size_t{1});
        window_->docks().import.dock->show();
        window_->docks().import.bring_to_front();
        QTRY_VERIFY(tree().isVisible());
        const auto found = tree().findItems(QStringLiteral("Notes"), Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        const auto notes = static_cast<int>(window_->session().state().notes.size());
        QCOMPARE(found[0]->childCount(), notes);
        QVERIFY2(header().startsWith(QStringLiteral("1 left out")), qPrintable(header()));
        QVERIFY2(header().contains(QStringLiteral("%1 notes").arg(notes)), qPrintable(header()));
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("1 value is left out")));
        open(sample(QStringLiteral("placed.csv")));
        QCOMPARE(header(), QStringLiteral("nothing left out"));
        QVERIFY(tree().findItems(QStringLiteral("Notes"), Qt::MatchExactly).isEmpty());
    }

    void a_plan_keeps_the_open_dimensions_of_its_model() {
        open(file(QStringLiteral("open.json"), plan_of_open_sizes));
        QCOMPARE(header(), QStringLiteral("1 unknown · 2 assumed · 1 bounded · 1 note"));
        QCOMPARE(tree().topLevelItemCount(), 4);
        // Its size can be known by a better file: the note says how to get that.
        const auto notes = tree().findItems(QStringLiteral("Notes"), Qt::MatchExactly);
        QCOMPARE(notes.size(), 1);
        const QString note = notes[0]->child(0)->text(0);
        QVERIFY2(note.contains(QStringLiteral("the shape of 't' is missing, which 'n' leads to: ")), qPrintable(note));
    }

    void values_left_out_are_still_reported_after_a_run() {
        open(file(QStringLiteral("xla.txt"), xla));
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(8), RegionIndex(0)}}}, BufferIndex(0));
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = "peak-suppression"});
        QVERIFY(finished.wait(20'000));
        QVERIFY(window_->session().state().trace != nullptr);
        QCOMPARE(window_->docks().summary->value_of(QStringLiteral("Values left out")), QStringLiteral("1"));
    }

    void a_model_without_a_known_size_says_so_and_is_not_planned() {
        open(file(QStringLiteral("none.param"), without_sizes));
        QVERIFY(window_->session().problem()->buffers.empty());
        QVERIFY(!window_->session().tuning().run()->is_running());
        QVERIFY(!window_->session().state().provenance);
        QVERIFY(!window_->docks().summary->value_of(QStringLiteral("Unknown sizes")).isEmpty());
        QVERIFY(empty_picture_text(window_->layout_view()->picture())
                    .startsWith(QStringLiteral("There are no buffers: no tensor")));
        QVERIFY(status().contains(QStringLiteral("nothing to check")));
        QVERIFY(!status().contains(QStringLiteral("no overlaps")));
    }
};

ARENASCOPE_TEST(LeftOutTest)
#include "left_out_test.moc"
