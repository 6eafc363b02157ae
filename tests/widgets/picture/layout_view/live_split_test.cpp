#include "widgets/picture/layout_view/live_split.h"

#include <cmath>
#include <memory>

#include <QSignalSpy>

#include "tests/support/idle_state.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;

class LiveSplitTest : public QObject {
    Q_OBJECT

    [[nodiscard]] double live_height() const { return view_->ports().live.box.bottom - view_->ports().live.box.top; }
    [[nodiscard]] double picture_height() const {
        return view_->ports().containers.box.bottom - view_->ports().containers.box.top;
    }

    /// Drags the gap by `distance` pixels.
    void drag(int distance) {
        LiveSplit& split = view_->live_split();
        const QPoint from = split.rect().center();
        QTest::mousePress(&split, Qt::LeftButton, Qt::NoModifier, from);
        // The gap moves with the pointer, so each position is relative to where it is then.
        const QPoint to = split.mapToGlobal(from) + QPoint(0, distance);
        QTest::mouseMove(&split, split.mapFromGlobal(to));
        test::wait_until_idle();
        QTest::mouseRelease(&split, Qt::LeftButton, Qt::NoModifier, split.mapFromGlobal(to));
        test::wait_until_idle();
    }

private slots:
    void init() {
        view_ = std::make_unique<LayoutView>();
        view_->resize(600, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        test::wait_until_idle();
    }

    void dragging_the_gap_changes_the_height_of_the_live_curve() {
        const QSignalSpy changed(&view_->live_split(), &LiveSplit::share_changed);
        const double before = live_height();
        drag(-80);
        QVERIFY(std::abs(live_height() - before - 80) < 4);
        QVERIFY(!changed.isEmpty());
        QVERIFY(view_->live_split().share().has_value());
    }

    void neither_the_curve_nor_the_picture_disappears() {
        drag(-2000);
        QVERIFY(picture_height() >= 150);
        drag(2000);
        QVERIFY(live_height() >= 25);
    }

    void a_double_click_restores_the_height() {
        const double before = live_height();
        drag(-80);
        QTest::mouseDClick(&view_->live_split(), Qt::LeftButton);
        test::wait_until_idle();
        QVERIFY(!view_->live_split().share().has_value());
        QVERIFY(std::abs(live_height() - before) < 2);
    }

    void a_chosen_share_stays_when_the_view_grows() {
        view_->live_split().set_share(0.4);
        view_->resize(600, 900);
        test::wait_until_idle();
        const double share = live_height() / (live_height() + picture_height());
        QVERIFY2(std::abs(share - 0.4) < 0.03, qPrintable(QString::number(share)));
    }

    void in_a_low_view_the_curve_gives_way_to_the_picture() {
        view_->resize(600, 300);
        test::wait_until_idle();
        QVERIFY(picture_height() >= 0.45 * 300);
        QVERIFY(live_height() >= 25);
    }

private:
    std::unique_ptr<LayoutView> view_;
};

ARENASCOPE_TEST(LiveSplitTest)
#include "live_split_test.moc"
