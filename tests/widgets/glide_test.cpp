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
    void a_share_of_the_way_is_gone() {
        QVERIFY(glided(one_at(0), one_at(100), 0) == one_at(0));
        QVERIFY(glided(one_at(0), one_at(100), 0.5) == one_at(50));
        QVERIFY(glided(one_at(100), one_at(0), 1) == one_at(0));
    }

    void it_ends_by_itself() {
        int moves = 0;
        Glide glide([&moves] { ++moves; });
        glide.start(one_at(0), one_at(100));
        QVERIFY(!glide.now().empty());
        QTRY_VERIFY(glide.now().empty());
        QVERIFY(moves > 0);
    }

    void what_is_stopped_is_where_it_was_going() {
        Glide glide([] {});
        glide.start(one_at(0), one_at(100));
        glide.stop();
        QVERIFY(glide.now().empty());
    }

    void other_buffers_do_not_glide_nor_what_stays() {
        Glide glide([] {});
        glide.start(one_at(0), one_at(100, BufferIndex(1)));
        QVERIFY(glide.now().empty());
        glide.start(one_at(0), one_at(0));
        QVERIFY(glide.now().empty());
        glide.start({}, one_at(0));
        QVERIFY(glide.now().empty());
    }
};

ARENASCOPE_TEST(GlideTest)
#include "glide_test.moc"
