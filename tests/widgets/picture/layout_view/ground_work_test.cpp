#include "widgets/picture/layout_view/ground_work.h"

#include <QObject>
#include <QtTest>

#include "tests/support/idle_state.h"
#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class GroundWorkTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        picture_ = std::make_unique<LayoutPicture>();
        test::show(*picture_, test::crowded_plan());
        QTRY_VERIFY(picture_->parts().are_there);
    }

    void a_large_plan_is_drawn_on_another_thread_and_then_exactly() {
        GroundCache cache;
        int arrived = 0;
        GroundWork work(cache, [&arrived] { ++arrived; });
        const GroundOrder whole = order(picture_->shapes().whole);
        const auto first = shown(cache, whole);
        QVERIFY(cache.wanted && first->scene.singles.empty());
        work.follow(whole.port.view);
        QTRY_COMPARE(arrived, 1);
        QVERIFY(shown(cache, whole)->scene.pixels.codes ==
                picture_ground(whole, nullptr, {}, test::even_measure())->scene.pixels.codes);
        work.follow(whole.port.view);
        QVERIFY(cache.whole == cache.last);
    }

    void a_zoomed_view_is_drawn_at_once() {
        GroundCache cache;
        View view = picture_->shapes().whole;
        view.steps = {100, 200};
        QVERIFY(!shown(cache, order(view))->scene.singles.empty());
        QVERIFY(!cache.wanted);
    }

    void beyond_the_last_view_the_whole_plan_is_shown_until_the_next_ground_is_there() {
        GroundCache cache;
        GroundWork work(cache, [] {});
        View view = picture_->shapes().whole;
        const View whole = view;
        view.steps = {100, 200};
        (void)shown(cache, order(view));
        work.follow(whole);
        QTRY_VERIFY(cache.whole);
        view.steps = {0, length(whole.steps) * 0.99L};
        const auto moved = shown(cache, order(view));
        QVERIFY(cache.wanted);
        const auto& codes = moved->scene.pixels.codes;
        QVERIFY(std::ranges::count(codes, 0) < static_cast<std::ptrdiff_t>(codes.size()) / 4);
        work.follow(whole);
        QTRY_VERIFY(cache.last->order.port.view == view);
    }

    void forgotten_grounds_do_not_arrive() {
        GroundCache cache;
        int arrived = 0;
        GroundWork work(cache, [&arrived] { ++arrived; });
        (void)shown(cache, order(picture_->shapes().whole));
        work.follow(picture_->shapes().whole);
        work.reset();
        test::wait_until_idle();
        QVERIFY(arrived == 0 && !cache.last);
    }

private:
    [[nodiscard]] GroundOrder order(const View& view) const {
        const PictureParts& parts = picture_->parts();
        return {.index = parts.shapes->index,
                .coloring = parts.coloring,
                .dimmed = parts.dimmed,
                .shapes = parts.shapes,
                .port = {view, {0, 0, 300, 200}}};
    }
    static std::shared_ptr<const PictureGround> shown(GroundCache& cache, const GroundOrder& order) {
        return ground_for(cache, order, {}, test::even_measure());
    }

    std::unique_ptr<LayoutPicture> picture_;
};

ARENASCOPE_TEST(GroundWorkTest)
#include "ground_work_test.moc"
