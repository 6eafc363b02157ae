#include "widgets/layout_view/glide.h"

#include <QObject>

#include "tests/support/test_registry.h"

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
