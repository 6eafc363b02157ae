#include <algorithm>
#include <memory>
#include <vector>

#include <QDateTime>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QSaveFile>
#include <QScreen>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>
#include <QWindow>
#include <QtTest>

#include "app/window/frame/debug_panel.h"
#include "app/window/frame/window_settings.h"
#include "app/window/shell/main_window.h"
#include "core/analysis/debugging/recorded_step.h"
#include "core/base/text/amount.h"
#include "core/check/overlap_checker.h"
#include "core/trace/step_order.h"
#include "qt/words/wording.h"
#include "tests/review/hand.h"
#include "tests/review/kept_words.h"
#include "tests/review/run_facts.h"
#include "tests/support/test_registry.h"
#include "widgets/base/outlined_style.h"
#include "widgets/panels/command_palette/command_palette.h"
#include "widgets/panels/pause_bar/pause_bar.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/breakpoint_table/breakpoint_table.h"
#include "widgets/tables/change_table/change_table.h"
#include "widgets/tables/hit_list/hit_list.h"
#include "widgets/tables/place_table/place_table.h"
#include "widgets/tables/watch_table/watch_table.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Milliseconds until the window must have done what was asked for, on a busy machine.
constexpr int patience = 20'000;

const QString lower_peak = QStringLiteral("peak < before(peak)");
const QString note_text = QStringLiteral("this one keeps the peak up");

}  // namespace

/// A review from end to end: a person at the real window opens a file, stops its run, searches it, asks for the reason
/// of a place, moves a buffer, tunes and undoes. Each step is a function and a line of `steps`. It goes on where the
/// step before ended, acts with the hand only, and compares what the window shows with what the core says.
///
/// With ARENASCOPE_PICTURES=FOLDER, only the sample is reviewed, and its steps leave their pictures there.
class ReviewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (const QString told = window_to_kill(); !told.isEmpty()) {
            keep_settings_beside(told);
        }
        QApplication::setStyle(new OutlinedStyle);
        window_settings::theme_choice.set(1);
        window_settings::smooth_transitions.set(false);
    }

    void init() {
        window_ = std::make_unique<MainWindow>();
        window_->setGeometry(0, 0, 1440, 900);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        take_keyboard();
    }

    void cleanup() {
        session().debugging().set_breakpoints({});
        session().debugging().set_watches({});
        session().undo_stack()->setClean();
        window_.reset();
    }

    void a_person_reviews_a_run_from_opening_to_undo_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("sample") << sample(QStringLiteral("mobile_vision.json"));
        if (pictures().isEmpty() && window_to_kill().isEmpty()) {
            QTest::newRow("densenet121") << shared_data(QStringLiteral("onnx/light_densenet121.onnx"));
            QTest::newRow("file D") << shared_data(QStringLiteral("minimalloc/D.1048576.csv"));
        }
    }

    void a_person_reviews_a_run_from_opening_to_undo() {
        struct ReviewStep {
            const char* name;
            void (ReviewTest::*take)();
        };
        static constexpr ReviewStep steps[] = {
            {"open the file", &ReviewTest::open_file},
            {"set a breakpoint", &ReviewTest::set_breakpoint},
            {"tune until it pauses", &ReviewTest::tune_until_it_pauses},
            {"run one step", &ReviewTest::run_one_step},
            {"continue to the end", &ReviewTest::continue_to_the_end},
            {"search the run", &ReviewTest::search_run},
            {"walk the hits", &ReviewTest::walk_hits},
            {"choose a hit", &ReviewTest::choose_hit},
            {"step back", &ReviewTest::step_back},
            {"why here", &ReviewTest::ask_why_here},
            {"drag", &ReviewTest::drag_buffer},
            {"tune from here", &ReviewTest::tune_from_here},
            {"undo", &ReviewTest::undo_everything},
            {"compare with the first layout", &ReviewTest::compare_with_first},
            {"watch the peak", &ReviewTest::watch_peak},
            {"pin a note", &ReviewTest::pin_note},
            {"report", &ReviewTest::write_report},
        };
        QFETCH(const QString, path);
        path_ = path;
        if (!QFileInfo::exists(path_)) {
            QSKIP("../shared/data is not there");
        }
        for (const ReviewStep& step : steps) {
            QElapsedTimer timer;
            timer.start();
            (this->*step.take)();
            if (QTest::currentTestFailed()) {
                const QString picture =
                    QStringLiteral("review of %1, %2.png").arg(QLatin1String(QTest::currentDataTag()), step.name);
                screen_shot().save(picture);
                qWarning("\"%s\" failed; the screen then: %s", step.name,
                         qPrintable(QFileInfo(picture).absoluteFilePath()));
                return;
            }
            qInfo("%-30s %5.1f s", step.name, static_cast<double>(timer.elapsed()) / 1000);
        }
        if (const QString left = window_to_kill(); !left.isEmpty()) {
            nudge_until_killed(left);
        }
    }

private:
    // The steps of the review, in their order.

    void open_file() {
        answer_next_dialog(path_);
        hand::press(QStringLiteral("ctrl+o"));
        QTRY_COMPARE_WITH_TIMEOUT(session().path(), path_, patience);
        QTRY_VERIFY_WITH_TIMEOUT(is_planned(), patience);
        take_keyboard();
        QTRY_VERIFY2_WITH_TIMEOUT(status().contains(QStringLiteral("no overlaps")), qPrintable(status()), patience);
        QVERIFY2(window_->windowTitle().startsWith(QFileInfo(path_).fileName()), qPrintable(window_->windowTitle()));
        first_run_ = session().state().trace;
        followed_ = buffer_that_becomes_high(*session().problem(), *first_run_);
        QVERIFY(followed_ != BufferIndex::none());
        becomes_high_ = QStringLiteral("tier(\"%1\") == high").arg(followed_name());
    }

    void set_breakpoint() {
        hand::press(QStringLiteral("ctrl+2"));
        QTRY_VERIFY_WITH_TIMEOUT(
            window_->docks().debugging.dock->isVisible() && window_->docks().places.dock->isVisible(), patience);
        add_condition(becomes_high_);
        QCOMPARE(session().debugging().breakpoints().size(), std::size_t{1});
    }

    void tune_until_it_pauses() {
        hand::press(QStringLiteral("ctrl+t"));
        QTRY_VERIFY_WITH_TIMEOUT(run()->pause() && bar().isVisible(), patience);
        const FrameIndex first = hits_of(shown_run(), becomes_high_.toStdString()).front().frame;
        const QString place = path_of(first);
        QCOMPARE(bar().text(), QStringLiteral("Paused at step %1: %2 — hit 1").arg(place, becomes_high_));
        QVERIFY2(window_->windowTitle().contains(QStringLiteral("step %1, paused").arg(place)),
                 qPrintable(window_->windowTitle()));
        QVERIFY(picture().layout->placements == layout_at(shown_run(), first).placements);
        QVERIFY((*picture().risks)[followed_].tier == Tier::high);
        take_picture("debug-pause");
    }

    void run_one_step() {
        const FrameIndex first = hits_of(shown_run(), becomes_high_.toStdString()).front().frame;
        const std::vector<FrameIndex> order = steps_in_time_order(shown_run());
        const auto next = std::ranges::find(order, first) + 1;
        QVERIFY(next < order.end());
        hand::press(QStringLiteral("F10"));
        QTRY_VERIFY_WITH_TIMEOUT(
            run()->pause() && QString::fromStdString(path_text(run()->pause()->path)) == path_of(*next), patience);
        QVERIFY2(bar().text().startsWith(QStringLiteral("Paused at step %1").arg(path_of(*next))),
                 qPrintable(bar().text()));
        QVERIFY(picture().layout->placements == layout_at(shown_run(), *next).placements);
    }

    void continue_to_the_end() {
        switch_breakpoint(0);
        const int changes = session().undo_stack()->index();
        hand::press(QStringLiteral("F5"));
        QTRY_VERIFY_WITH_TIMEOUT(session().state().trace != first_run_, patience);
        QTRY_VERIFY_WITH_TIMEOUT(is_planned() && !bar().isVisible(), patience);
        QCOMPARE(session().undo_stack()->index(), changes);  // it found the same plan
        QVERIFY(*session().state().trace == *first_run_);    // a run that paused is no other run
    }

    void search_run() {
        add_condition(lower_peak);
        hits_ = hits_of(shown_run(), lower_peak.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(session().debugging().findings() != nullptr, patience);
        QCOMPARE(session().debugging().findings()->hits, hits_);
        QVERIFY(!hits_.empty());
        click_debug_tab(DebugPanel::hit_tab);
        QTRY_VERIFY_WITH_TIMEOUT(hit_rows().isVisible(), patience);
        QCOMPARE(hit_rows().model()->rowCount(), static_cast<int>(hits_.size()));
    }

    void walk_hits() {
        hand::click(hit_rows(), hit_rows().model()->index(0, 0));
        QTRY_COMPARE_WITH_TIMEOUT(shown_frame(), hits_.front().frame, patience);
        press_and_expect(QStringLiteral("Home"), steps_beside(*first_run_, shown_frame()).front());
        for (int i = 0; i < 3; ++i) {
            press_and_expect(QStringLiteral("F3"), next_hit(*first_run_, hits_, shown_frame()));
        }
        press_and_expect(QStringLiteral("shift+F3"), previous_hit(*first_run_, hits_, shown_frame()));
        press_and_expect(QStringLiteral("End"), steps_beside(*first_run_, shown_frame()).back());
        press_and_expect(QStringLiteral("shift+F3"), previous_hit(*first_run_, hits_, shown_frame()));
    }

    /// The last one that is an iteration: all buffers are placed in it.
    void choose_hit() {
        const auto is_iteration = [this](const StepHit& hit) {
            return first_run_->frames[hit.frame].kind == FrameKind::iteration;
        };
        const auto found = std::find_if(hits_.rbegin(), hits_.rend(), is_iteration);
        QVERIFY(found != hits_.rend());
        const auto row = static_cast<int>(hits_.rend() - found) - 1;
        hand::click(hit_rows(), hit_rows().model()->index(row, 0));
        QTRY_COMPARE_WITH_TIMEOUT(shown_frame(), found->frame, patience);
        QVERIFY(*session().shown()->layout == *picture().layout);
        QVERIFY(picture().layout->placements == layout_at(shown_run(), found->frame).placements);
        searched_ = session().state();
        searched_changes_ = session().undo_stack()->index();
    }

    void step_back() {
        const std::vector<FrameIndex> steps = steps_beside(*first_run_, shown_frame());
        const auto here = std::ranges::find(steps, shown_frame());
        QVERIFY(here != steps.begin());
        press_and_expect(QStringLiteral("comma"), *(here - 1));
    }

    void ask_why_here() {
        hand::click(place_of_followed());
        QTRY_COMPARE_WITH_TIMEOUT(session().selection().buffers(), std::vector<BufferIndex>{followed_}, patience);
        const auto expected = reason_at(shown_run(), shown_frame(), followed_);
        QVERIFY(expected.has_value());
        const std::vector<PlaceRow> rows = PlaceTable::rows_of(*expected);
        const PlaceTable& table = *window_->docks().places;
        const auto is_same = [](const PlaceRow& a, const PlaceRow& b) {
            return a.place == b.place && a.offset == b.offset && a.by == b.by;
        };
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::equal(table.rows(), rows, is_same), patience);
        QVERIFY(!rows.empty());
        QVERIFY(picture().places.has_value());
        QCOMPARE(picture().places->places.size(), expected->places.size());
        take_picture("debug-why-here");
    }

    void drag_buffer() {
        constexpr int far_enough = 60;  // pixels
        const Layout before = session().layout();
        const QPoint from = place_of_followed();
        const int top = view().mapToGlobal(QPoint(0, 0)).y();
        hand::drag(from, from + QPoint(0, from.y() - top > 3 * far_enough ? -far_enough : far_enough));
        QTRY_COMPARE_WITH_TIMEOUT(session().state().edits.size(), std::size_t{1}, patience);
        QVERIFY(session().layout().placements[followed_] != before.placements[followed_]);
        QTRY_VERIFY_WITH_TIMEOUT(session().shown()->report() != nullptr, patience);
        const std::size_t overlaps = check(*session().problem(), session().layout()).overlap_count;
        QCOMPARE(session().shown()->report()->overlap_count, overlaps);
        const QString words =
            counted(static_cast<std::int64_t>(overlaps), QStringLiteral("1 overlap"), QStringLiteral("%1 overlaps"));
        QTRY_VERIFY2_WITH_TIMEOUT(status().contains(overlaps == 0 ? QStringLiteral("no overlaps") : words),
                                  qPrintable(status()), patience);
        QVERIFY2(window_->windowTitle().contains(QStringLiteral("edited by hand")), qPrintable(window_->windowTitle()));
        QVERIFY(text_of(*window_->docks().summary).contains(QStringLiteral("edited by hand")));
        QCOMPARE(session().undo_stack()->undoText(), QStringLiteral("Move %1").arg(followed_name()));
        take_picture("debug-drag");
    }

    void tune_from_here() {
        click_debug_tab(DebugPanel::breakpoint_tab);
        switch_breakpoint(1);
        const Problem& problem = *session().problem();
        const Layout before = session().layout();
        const bool was_sound = check(problem, before).overlap_count == 0;
        QSignalSpy finished(session().tuning().run(), &PlanRun::finished);
        hand::press(QStringLiteral("ctrl+shift+h"));
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), patience);
        QTRY_VERIFY2_WITH_TIMEOUT(status().contains(QStringLiteral("no overlaps")), qPrintable(status()), patience);
        QVERIFY(is_complete(session().layout()));
        if (was_sound) {
            QVERIFY(peak(problem, session().layout()) <= peak(problem, before));
        } else {
            QVERIFY(session().state().edits.empty());
        }
    }

    void undo_everything() {
        for (int index = session().undo_stack()->index(); index > searched_changes_; --index) {
            hand::press(QStringLiteral("ctrl+z"));
            QTRY_COMPARE_WITH_TIMEOUT(session().undo_stack()->index(), index - 1, patience);
        }
        press_and_expect(QStringLiteral("period"), searched_.frame);
        const PlanState& state = session().state();
        QVERIFY(*state.problem == *searched_.problem);
        QVERIFY(*state.layout == *searched_.layout);
        QVERIFY(*state.trace == *searched_.trace);
        QVERIFY(state.provenance == searched_.provenance);
        QVERIFY(state.edits.empty());
        QVERIFY(picture().layout->placements == layout_at(shown_run(), searched_.frame).placements);
        QVERIFY2(!window_->windowTitle().contains(QStringLiteral("edited")), qPrintable(window_->windowTitle()));
    }

    void compare_with_first() {
        choose_command(QStringLiteral("first layout of the run"));
        QTRY_VERIFY_WITH_TIMEOUT(
            window_->docks().changes.dock->isVisible() && session().comparison().result() != nullptr, patience);
        const ComparedPlans& compared = *session().comparison().result();
        const Layout first = layout_at(shown_run(), chief_frames(*session().state().trace).front());
        QVERIFY(session().comparison().other()->layout->placements == first.placements);
        std::size_t moved = 0;
        for (std::size_t i = 0; i < first.placements.size(); ++i) {
            moved += first.placements[BufferIndex(i)] != session().layout().placements[BufferIndex(i)] ? 1 : 0;
        }
        QVERIFY(moved > 0);
        QCOMPARE(compared.changes.moved, moved);
        QCOMPARE(window_->docks().changes->findChild<QTableView*>()->model()->rowCount(), static_cast<int>(moved));
        hand::press(QStringLiteral("ctrl+2"));
        QTRY_VERIFY_WITH_TIMEOUT(window_->docks().debugging.dock->isVisible(), patience);
    }

    void watch_peak() {
        click_debug_tab(DebugPanel::watch_tab);
        ExpressionLine& watch = panel().watches().line();
        QTRY_VERIFY_WITH_TIMEOUT(watch.isVisible(), patience);
        hand::click(*watch.findChild<QLineEdit*>());
        hand::type(QStringLiteral("peak - threshold"));
        hand::press(QStringLiteral("Return"));
        QTRY_COMPARE_WITH_TIMEOUT(session().debugging().watches(), std::vector<std::string>{"peak - threshold"},
                                  patience);
    }

    void pin_note() {
        hand::click(place_of_followed());
        QTRY_COMPARE_WITH_TIMEOUT(session().selection().buffers(), std::vector<BufferIndex>{followed_}, patience);
        answer_next_dialog(note_text, QStringLiteral("ctrl+Return"));
        hand::press(QStringLiteral("ctrl+shift+n"));
        QTRY_COMPARE_WITH_TIMEOUT(session().state().pinned_notes.size(), std::size_t{1}, patience);
        take_keyboard();
        const PinnedNote& note = session().state().pinned_notes.front();
        QCOMPARE(QString::fromStdString(note.text), note_text);
        QVERIFY(note.anchor == NoteAnchor(followed_));
        QVERIFY2(!window_->windowTitle().contains(QStringLiteral("edited")), qPrintable(window_->windowTitle()));
        take_picture("debug-note");
    }

    void write_report() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("review.html"));
        answer_next_dialog(path);
        choose_command(QStringLiteral("report"));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path), patience);
        take_keyboard();
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString report = QString::fromUtf8(file.readAll());
        const Bytes highest(peak(*session().problem(), session().layout()).value());
        QVERIFY(report.contains(QString::fromStdString(grouped(highest.value()))));
        QVERIFY(report.contains(note_text));
        QVERIFY(report.contains(QFileInfo(path_).fileName()));
    }

    // Input that several steps share.

    /// The command that the palette finds first.
    void choose_command(const QString& words) {
        hand::press(QStringLiteral("ctrl+shift+a"));
        auto* palette = window_->findChild<CommandPalette*>();
        QTRY_VERIFY_WITH_TIMEOUT(palette->isVisible(), patience);
        hand::type(QLatin1Char('>') + words);
        hand::press(QStringLiteral("Return"));
        QTRY_VERIFY_WITH_TIMEOUT(!palette->isVisible(), patience);
    }

    /// As a window manager: the window that lies on top has the keyboard.
    void take_keyboard() {
        hand::focus(*window_);
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), patience));
    }

    void answer_next_dialog(const QString& text, const QString& key = QStringLiteral("Return")) {
        hand::answer_next_dialog(*window_, text, key);
    }

    /// F9, the condition, and Enter when its hits are counted.
    void add_condition(const QString& condition) {
        hand::press(QStringLiteral("F9"));
        QTRY_VERIFY_WITH_TIMEOUT(field().hasFocus(), patience);
        hand::type(condition);
        QTRY_COMPARE_WITH_TIMEOUT(field().text(), condition, patience);
        const std::vector<StepHit> hits = hits_of(shown_run(), condition.toStdString());
        QVERIFY(!hits.empty());
        const QString verdict =
            (hits.size() == 1 ? QStringLiteral("%1, at %2") : QStringLiteral("%1, first at %2"))
                .arg(counted(static_cast<std::int64_t>(hits.size()), QStringLiteral("1 hit in this run"),
                             QStringLiteral("%1 hits in this run")),
                     path_of(hits.front().frame));
        QTRY_VERIFY2_WITH_TIMEOUT(line().verdict().startsWith(verdict), qPrintable(line().verdict()), patience);
        hand::press(QStringLiteral("Return"));
        QTRY_VERIFY_WITH_TIMEOUT(field().text().isEmpty(), patience);
        QCOMPARE(session().debugging().breakpoints().back().condition, condition.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(session().debugging().findings() != nullptr, patience);
    }

    /// Enables or disables a breakpoint with a click on its row and the space bar.
    void switch_breakpoint(int row) {
        auto& rows = *panel().breakpoints().findChild<QTableView*>();
        QTRY_VERIFY_WITH_TIMEOUT(rows.isVisible(), patience);
        const auto is_enabled = [&] {
            return session().debugging().breakpoints()[static_cast<std::size_t>(row)].is_enabled;
        };
        const bool before = is_enabled();
        hand::click(rows, rows.model()->index(row, BreakpointColumn::condition));
        hand::press(QStringLiteral("space"));
        QTRY_COMPARE_WITH_TIMEOUT(is_enabled(), !before, patience);
    }

    void click_debug_tab(DebugPanel::Tab tab) {
        const auto& tabs = *panel().findChild<QTabWidget*>()->tabBar();
        hand::click(tabs.mapToGlobal(tabs.tabRect(tab).center()));
    }

    /// Presses a key that shows a step; none(): there is no such step, so that the shown one stays.
    void press_and_expect(const QString& key, FrameIndex expected) {
        const FrameIndex wanted = expected == FrameIndex::none() ? shown_frame() : expected;
        hand::press(key);
        QTRY_VERIFY2_WITH_TIMEOUT(
            shown_frame() == wanted,
            qPrintable(
                QStringLiteral("%1 shows step %2 in place of %3").arg(key, path_of(shown_frame()), path_of(wanted))),
            patience);
    }

    /// The end of a review that RecoveryReviewTest starts: tells what is there and the offset after each nudge, until
    /// somebody kills it.
    void nudge_until_killed(const QString& path) {
        hand::press(QStringLiteral("z"));  // a view of its own
        QTest::qWait(500);
        QString nudges;
        for (;;) {
            nudges += QStringLiteral("nudge %1 %2\n")
                          .arg(QDateTime::currentMSecsSinceEpoch())
                          .arg(session().layout().placements[followed_]->offset.value());
            QSaveFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write((nudges + kept_words(*window_)).toUtf8());
            QVERIFY(file.commit());
            const auto before = session().layout().placements[followed_];
            hand::press(QStringLiteral("alt+Up"));
            QTRY_VERIFY_WITH_TIMEOUT(session().layout().placements[followed_] != before, patience);
        }
    }

    // What the window shows.

    [[nodiscard]] Session& session() const { return window_->session(); }
    [[nodiscard]] PlanRun* run() const { return session().tuning().run(); }
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    [[nodiscard]] const LayoutContent& picture() const { return view().picture().content(); }
    [[nodiscard]] PauseBar& bar() const { return *window_->findChild<PauseBar*>(); }
    [[nodiscard]] DebugPanel& panel() const { return *window_->docks().debugging; }
    [[nodiscard]] ExpressionLine& line() const { return panel().breakpoints().line(); }
    [[nodiscard]] QLineEdit& field() const { return *line().findChild<QLineEdit*>(); }
    [[nodiscard]] QTableView& hit_rows() const { return *panel().hits().findChild<QTableView*>(); }
    [[nodiscard]] FrameIndex shown_frame() const { return session().state().frame; }
    [[nodiscard]] QString status() const { return text_of(*window_->statusBar()); }
    [[nodiscard]] static QString text_of(const QWidget& widget) {
        QStringList words;
        for (const QLabel* label : widget.findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(QLatin1Char(' '));
    }

    /// The open plan is the result of a run that has ended.
    [[nodiscard]] bool is_planned() const {
        return session().state().trace && !run()->is_running() && !session().plan().is_previewing() &&
               is_complete(session().layout());
    }
    [[nodiscard]] RecordedRun shown_run() const {
        const PlanState& state = session().state();
        return {state.problem.get(), state.trace.get(), state.layout.get()};
    }
    [[nodiscard]] QString path_of(FrameIndex frame) const {
        return QString::fromStdString(frame_paths(*first_run_)[frame]);
    }
    [[nodiscard]] QString followed_name() const {
        return QString::fromStdString(session().problem()->buffers[followed_].name);
    }
    [[nodiscard]] QPoint place_of_followed() const { return view().mapToGlobal(view().position_of(followed_).value()); }

    /// Where to tell what the window holds that is to be killed. Empty: nobody kills this one.
    [[nodiscard]] static QString window_to_kill() { return qEnvironmentVariable("ARENASCOPE_REVIEW_TO_KILL"); }

    // Pictures of the screen.

    [[nodiscard]] static QString pictures() { return qEnvironmentVariable("ARENASCOPE_PICTURES"); }
    [[nodiscard]] static QPixmap screen_shot() { return QGuiApplication::primaryScreen()->grabWindow(0); }

    void take_picture(const char* name) const {
        if (pictures().isEmpty()) {
            return;
        }
        const QScreen& screen = *QGuiApplication::primaryScreen();
        hand::point(screen.geometry().bottomRight());
        QTRY_VERIFY_WITH_TIMEOUT(!QToolTip::isVisible(), patience);
        QTest::qWait(500);  // until everything is painted
        const QString file = QStringLiteral("%1/%2.png").arg(pictures(), QLatin1String(name));
        QVERIFY2(screen_shot().save(file), qPrintable(file));
    }

    QString path_;
    std::unique_ptr<MainWindow> window_;
    std::shared_ptr<const Trace> first_run_;  ///< of the run that nobody asked for; later ones are equal
    BufferIndex followed_ = BufferIndex::none();
    QString becomes_high_;  ///< the condition of the first breakpoint
    std::vector<StepHit> hits_;
    PlanState searched_;  ///< after the search; undo leads back to it
    int searched_changes_ = 0;
};

ARENASCOPE_TEST(ReviewTest)
#include "review_test.moc"
