#include "core/model/memory/duplicate_name.h"

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::vector<Buffer> numbered(std::size_t count) {
    std::vector<Buffer> buffers(count);
    for (std::size_t i = 0; i < count; ++i) {
        buffers[i].name = "b" + std::to_string(i);
    }
    return buffers;
}

}  // namespace

class DuplicateNameTest : public QObject {
    Q_OBJECT

private slots:
    void different_names_have_none() {
        for (const std::size_t count : {0U, 1U, 2U, 1'000U, 200'000U}) {
            QVERIFY(!first_duplicate_name(numbered(count)));
        }
    }

    void finds_the_first_of_several() {
        for (const std::size_t count : {1'000U, 200'000U}) {
            auto buffers = numbered(count);
            buffers[count - 1].name = "b0";
            buffers[count - 2].name = "b7";
            const auto found = first_duplicate_name(buffers);
            QVERIFY(found.has_value());
            QCOMPARE(found->first, std::size_t{7});
            QCOMPARE(found->second, count - 2);
        }
    }

    void empty_names_are_equal() { QVERIFY(first_duplicate_name(std::vector<Buffer>(2)).has_value()); }
};

ARENASCOPE_TEST(DuplicateNameTest)

}  // namespace arenascope

#include "duplicate_name_test.moc"
