#include "core/base/containers/large_pages.h"

#include <numeric>

#include "tests/support/test_registry.h"

namespace arenascope {

class LargePagesTest : public QObject {
    Q_OBJECT

private slots:
    void a_list_is_used_as_any_other() {
        for (const std::size_t count : {0U, 10U, 10'000'000U}) {
            std::vector<std::int32_t> list;
            reserve_large_pages(list, count);
            list.resize(count, 1);
            QCOMPARE(std::accumulate(list.begin(), list.end(), std::size_t{0}), count);
            move_to_large_pages(list);
            QCOMPARE(std::accumulate(list.begin(), list.end(), std::size_t{0}), count);
        }
    }
};

ARENASCOPE_TEST(LargePagesTest)

}  // namespace arenascope

#include "large_pages_test.moc"
