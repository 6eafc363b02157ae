#include "widgets/picture/layout_view/glide.h"

#include <memory>
#include <vector>

#include <QtTest>

#include "tests/support/counted_memory.h"
#include "tests/support/idle_state.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;

namespace {

std::vector<MemoryRectangle> one_at(std::int64_t offset, BufferIndex buffer = BufferIndex(0)) {
    return {{0, 4, offset, offset + 10, buffer}};
}

}  // namespace

class GlideTest : public QObject {
    Q_OBJECT

private slots:
    void rectangles_are_interpolated() {
        QVERIFY(glided(one_at(0), one_at(100), 0) == one_at(0));
        QVERIFY(glided(one_at(0), one_at(100), 0.5) == one_at(50));
        QVERIFY(glided(one_at(100), one_at(0), 1) == one_at(0));
    }

    void it_ends_by_itself() {
        int moves = 0;
        Glide glide([&moves] { ++moves; });
        glide.start(one_at(0), one_at(100));
        QVERIFY(!glide.rectangles().empty());
        QTRY_VERIFY(glide.rectangles().empty());
        QVERIFY(moves > 0);
    }

    void few_rectangles_after_many_do_not_wait_for_the_many() {
        constexpr int many = 400'000;
        std::vector<test::PlacedBuffer> buffers;
        for (int i = 0; i < many; ++i) {
            buffers.push_back({"b" + std::to_string(i), i, i + 2, 8, 8 * (i % 2)});
        }
        const auto plan = test::placed_plan(buffers);
        auto few = std::make_shared<Layout>(plan.layout);
        for (std::size_t i = 10; i < few->placements.size(); ++i) {
            few->placements[BufferIndex(i)].reset();
        }
        LayoutView view;
        view.set_animated(true);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.picture().set_problem(test::shared(plan.problem));
        view.picture().set_layout(test::shared(plan.layout));
        QTRY_COMPARE_WITH_TIMEOUT(view.picture().shapes().index->size(), std::size_t{many}, 60'000);
        test::wait_until_idle();
        view.picture().set_layout(few);
        const test::CountedMemory counted;  // of the window's thread
        QTRY_COMPARE_WITH_TIMEOUT(view.picture().shapes().index->size(), std::size_t{10}, 60'000);
        QVERIFY2(counted.most() < many * sizeof(MemoryRectangle) / 2,
                 qPrintable(QString::number(counted.most()) + QStringLiteral(" bytes")));
    }

    void a_stopped_glide_shows_the_target() {
        Glide glide([] {});
        glide.start(one_at(0), one_at(100));
        glide.stop();
        QVERIFY(glide.rectangles().empty());
    }

    void other_buffers_and_equal_layouts_do_not_glide() {
        Glide glide([] {});
        glide.start(one_at(0), one_at(100, BufferIndex(1)));
        QVERIFY(glide.rectangles().empty());
        glide.start(one_at(0), one_at(0));
        QVERIFY(glide.rectangles().empty());
        glide.start({}, one_at(0));
        QVERIFY(glide.rectangles().empty());
    }
};

ARENASCOPE_TEST(GlideTest)
#include "glide_test.moc"
