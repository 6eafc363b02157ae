#include "app/window/compare/compare_views.h"

#include <QDockWidget>
#include <QTableView>

#include "app/window/compare/comparison_source.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/base/section_header.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/plan_totals/plan_totals_view.h"
#include "widgets/picture/compared_pictures/compared_pictures.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/plots/live_difference/live_difference_curve.h"
#include "widgets/tables/change_table/change_table.h"

using namespace arenascope;
using namespace arenascope::test;

class CompareViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        QSettings().clear();
        show_active_window();
        window_->resize(1440, 900);
        write("id,lower,upper,size,offset\na,0,4,1024,0\nb,2,6,1024,1024\nc,5,9,512,0\n");
        open(plan_);
    }
    void cleanup() {
        close_window();
        QSettings().clear();
    }

    void keeping_the_shown_layout_opens_the_mode_that_compares() {
        keep();
        QVERIFY(pictures().is_comparing());
        QVERIFY(window_->docks().changes.dock->isVisible());
        QVERIFY(second().isVisible());
        QVERIFY(second().picture().content().problem == window_->session().problem());
        QVERIFY(headers()[1]->title().contains(QStringLiteral("kept")));
        QVERIFY(headers()[1]->detail().contains(QStringLiteral("no overlaps")));
        window_->actions().modes->actions()[0]->trigger();
        QVERIFY(!pictures().is_comparing());
        QVERIFY(!second().isVisible());
        QVERIFY(window_->session().comparison().has_other());
    }

    void both_pictures_have_one_scale_one_view_and_one_cursor() {
        keep();
        move_b(4096);
        QVERIFY(first().camera().whole() == second().camera().whole());
        QTest::keyClick(&first(), Qt::Key_Plus);
        QVERIFY(first().camera().view() == second().camera().view());
        QTest::keyClick(&second(), Qt::Key_Plus);
        QVERIFY(first().camera().view() == second().camera().view());
        window_->session().selection().set_cursor(Step(3));
        QCOMPARE(second().picture().content().time_cursor, std::optional(Step(3)));
        window_->actions().modes->actions()[0]->trigger();
        QVERIFY(!first().picture().content().beside);
    }

    void overlaid_containers_lie_on_each_other_whatever_they_showed_before() {
        window_->resize(1440, 900);
        open_tuned_sample();
        window_->actions().compare_with_first->trigger();
        QTRY_VERIFY(window_->session().comparison().result());
        const auto is_aligned = [this] {
            const Box& a = first().ports().containers.box;
            const Box& b = second().ports().containers.box;
            return a.top == b.top && a.bottom == b.bottom;
        };
        QTRY_VERIFY(is_aligned());
        for (const PictureArrangement each : {PictureArrangement::overlaid, PictureArrangement::side_by_side,
                                              PictureArrangement::difference, PictureArrangement::overlaid}) {
            pictures().set_arrangement(each);
            wait_until_idle();
            QVERIFY2(each == PictureArrangement::difference || is_aligned(),
                     qPrintable(QStringLiteral("%1: A %2 to %3, B %4 to %5")
                                    .arg(static_cast<int>(each))
                                    .arg(first().ports().containers.box.top)
                                    .arg(first().ports().containers.box.bottom)
                                    .arg(second().ports().containers.box.top)
                                    .arg(second().ports().containers.box.bottom)));
        }
    }

    void the_selection_is_outlined_in_both_at_its_place_in_the_other() {
        keep();
        move_b(4096);
        window_->session().selection().select({BufferIndex(1)});
        QCOMPARE(second().picture().content().selection, std::vector{BufferIndex(1)});
        QCOMPARE(first().picture().content().places->places, (std::vector{AddressRange{Offset(1024), Offset(2048)}}));
        QCOMPARE(second().picture().content().places->places, (std::vector{AddressRange{Offset(4096), Offset(5120)}}));
        window_->session().selection().select({});
        QVERIFY(!first().picture().content().places);
        emit second().clicked({BufferIndex(2), std::nullopt}, Qt::NoModifier);
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(2)});
    }

    void a_step_of_the_first_picture_is_compared_at_once() {
        keep();
        QCOMPARE(window_->docks().changes->findChild<QTableView*>()->model()->rowCount(), 0);
        move_b(4096);
        QCOMPARE(window_->docks().changes->findChild<QTableView*>()->model()->rowCount(), 1);
        QVERIFY(window_->docks().totals->fact(QStringLiteral("Peak")).contains(QStringLiteral("→")));
        QVERIFY(window_->actions().adopt_other->isEnabled());
        window_->actions().adopt_other->trigger();
        QCOMPARE(window_->session().layout().placements[1]->offset, Offset(1024));
        QVERIFY(!window_->actions().adopt_other->isEnabled());
    }

    void nothing_can_be_dragged_in_the_second_picture() {
        keep();
        QVERIFY(!second().picture().content().is_editable);
        QVERIFY(first().picture().content().is_editable);
    }

    void the_difference_dims_what_is_the_same() {
        keep();
        move_b(4096);
        pictures().set_arrangement(PictureArrangement::difference);
        QCOMPARE(second().picture().content().filter, (std::vector<bool>{false, true, false}));
        QCOMPARE(second().picture().content().moves->size(), std::size_t{1});
        pictures().set_arrangement(PictureArrangement::side_by_side);
        QVERIFY(second().picture().content().filter.empty());
    }

    void another_file_is_read_and_matched_by_name() {
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size,offset\nb,2,6,1024,0\na,0,4,1024,1024\nnew,5,9,256,0\n");
        file.close();
        source().compare_with(other);
        QTRY_VERIFY(window_->session().comparison().result());
        const PlanChanges& changes = window_->session().comparison().result()->changes;
        QCOMPARE(changes.moved, std::size_t{2});
        QCOMPARE(changes.added, std::size_t{1});
        QCOMPARE(changes.removed, std::size_t{1});
        emit second().clicked({BufferIndex(2), std::nullopt}, Qt::NoModifier);
        QCOMPARE(second().picture().content().selection, std::vector{BufferIndex(2)});
        QVERIFY(window_->session().selection().buffers().empty());
    }

    void z_shows_the_places_in_both_plans() {
        keep();
        move_b(65536);
        window_->session().selection().select({BufferIndex(1)});
        window_->actions().zoom_to_selection->trigger();
        const View& view = first().camera().view();
        QVERIFY(view == second().camera().view());
        QVERIFY(view.bytes.from <= 1024 && view.bytes.to >= 65536 + 1024);
    }

    void plots_of_both_plans_stand_on_one_line_and_have_one_scale() {
        const QString other = folder_.filePath(QStringLiteral("other.json"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"({"format": "arenascope-plan", "version": 1, "steps": [{"step": 0, "label": "a_long_name_of_a_step"}],
            "regions": [{"name": "fast"}, {"name": "slow"}], "buffers": [
            {"name": "a", "begin": 0, "end": 4, "size": 9000, "region": "fast", "offset": 0},
            {"name": "b", "begin": 0, "end": 12, "size": 700, "region": "slow", "offset": 0}]})");
        file.close();
        source().compare_with(other);
        QTRY_VERIFY2(window_->session().comparison().result(), qPrintable(window_->message_bar()->text()));
        wait_until_idle();
        for (const QSize size : {QSize(1440, 900), QSize(900, 560)}) {
            window_->resize(size);
            wait_until_idle();
            const Viewports a = first().ports();
            const Viewports b = second().ports();
            QTRY_VERIFY(first().ports().live.box == second().ports().live.box);
            QVERIFY(first().ports().containers.box == second().ports().containers.box);
            QVERIFY(a.containers.view == b.containers.view);
            QVERIFY(a.live.view == b.live.view);
        }
    }

    void the_difference_stands_below_both_pictures() {
        keep();
        QVERIFY(difference().isVisible());
        pictures().set_arrangement(PictureArrangement::overlaid);
        QVERIFY(difference().isVisible());
    }

    void the_cursor_stands_at_the_same_operator_in_both() {
        open_labelled(plan_, {"conv", "pad", "add"});
        const QString other = folder_.filePath(QStringLiteral("other.json"));
        write_labelled(other, {"conv", "add"});
        source().compare_with(other);
        QTRY_VERIFY(window_->session().comparison().result());
        window_->session().selection().set_cursor(Step(2));
        QCOMPARE(second().picture().content().time_cursor, std::optional(Step(1)));
        window_->session().selection().set_cursor(Step(1));
        QCOMPARE(second().picture().content().time_cursor, std::optional<Step>());
        emit second().time_cursor_moved(Step(1));
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(2)));
        QVERIFY(difference().words().contains(QStringLiteral("steps matched by operator: 2 of 3 in A, 2 of 2 in B")));
        QVERIFY(window_->docks().totals->fact(QStringLiteral("Steps")).contains(QStringLiteral("2 of 3 in A")));
    }

    void names_of_files_keep_their_letters_in_the_titles() {
        keep();
        for (const SectionHeader* header : headers()) {
            QVERIFY(header->findChild<QLabel*>()->font().capitalization() == QFont::MixedCase);
        }
    }

    void ending_the_comparison_leaves_the_first_picture() {
        keep();
        window_->actions().end_comparison->trigger();
        QVERIFY(!pictures().is_comparing());
        QVERIFY(!window_->actions().end_comparison->isEnabled());
    }

private:
    /// A plan of one buffer for each step, each of which has a name.
    static void write_labelled(const QString& path, const QStringList& names) {
        QStringList steps;
        QStringList buffers;
        for (qsizetype i = 0; i < names.size(); ++i) {
            steps << QStringLiteral(R"({"step": %1, "label": "%2"})").arg(i).arg(names[i]);
            buffers << QStringLiteral(R"({"name": "%2", "begin": %1, "end": %3, "size": 64, "offset": 0})")
                           .arg(i)
                           .arg(names[i])
                           .arg(i + 1);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QStringLiteral(R"({"format": "arenascope-plan", "version": 1, "steps": [%1], "buffers": [%2]})")
                       .arg(steps.join(QLatin1Char(',')), buffers.join(QLatin1Char(',')))
                       .toUtf8());
    }
    void open_labelled(const QString& path, const QStringList& names) {
        write_labelled(path, names);
        open(path);
    }
    [[nodiscard]] LiveDifferenceCurve& difference() const { return *window_->findChild<LiveDifferenceCurve*>(); }
    [[nodiscard]] ComparedPictures& pictures() const { return *window_->findChild<ComparedPictures*>(); }
    [[nodiscard]] LayoutView& first() const { return *window_->layout_view(); }
    [[nodiscard]] LayoutView& second() const { return *pictures().findChildren<LayoutView*>()[1]; }
    [[nodiscard]] QList<SectionHeader*> headers() const {
        return pictures().findChildren<SectionHeader*>(QString(), Qt::FindDirectChildrenOnly);
    }
    [[nodiscard]] ComparisonSource& source() const { return window_->comparison_source(); }
    void keep() const {
        QTest::keyClick(window_.get(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        wait_until_idle();
    }
    void move_b(std::int64_t offset) const {
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(offset), RegionIndex(0)}}}, BufferIndex(1));
    }
};

ARENASCOPE_TEST(CompareViewsTest)
#include "compare_views_test.moc"
