#include "core/check/symbolic_memory.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Placement at(std::int64_t offset, std::size_t region = 0) {
    return {Offset(offset), RegionIndex(region)};
}

}  // namespace

class SymbolicMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void bytes_keep_their_value_until_they_are_written_again() {
        SymbolicMemory memory(2);
        memory.write(at(0), {{1, 0, 10}}, 5);
        QVERIFY(!memory.first_wrong(at(0), {{1, 0, 10}}));
        QVERIFY(!memory.first_wrong(at(3), {{1, 3, 4}}));
        memory.write(at(4), {{2, 0, 2}}, 6);
        QVERIFY((memory.first_wrong(at(0), {{1, 0, 10}}) ==
                 WrongBytes{{Offset(4), Offset(6)}, 6, {1, 4, 2}, ValueBytes{2, 0, 2}}));
        QVERIFY(!memory.first_wrong(at(2), {{1, 2, 2}, {2, 0, 2}, {1, 6, 4}}));
    }

    void bytes_that_nobody_wrote_have_no_writer() {
        SymbolicMemory memory(2);
        memory.write(at(4), {{1, 0, 4}}, 5);
        QVERIFY((memory.first_wrong(at(0), {{1, 0, 8}}) == WrongBytes{{Offset(0), Offset(4)}, {}, {1, 0, 4}, {}}));
        QVERIFY((memory.first_wrong(at(4), {{1, 0, 8}}) == WrongBytes{{Offset(8), Offset(12)}, {}, {1, 4, 4}, {}}));
        QVERIFY((memory.first_wrong(at(4, 1), {{1, 0, 4}}) == WrongBytes{{Offset(4), Offset(8)}, {}, {1, 0, 4}, {}}));
    }

    void the_same_value_at_another_position_is_wrong() {
        SymbolicMemory memory(1);
        memory.write(at(0), {{1, 0, 8}}, 5);
        QVERIFY((memory.first_wrong(at(1), {{1, 0, 4}}) ==
                 WrongBytes{{Offset(1), Offset(5)}, 5, {1, 0, 4}, ValueBytes{1, 1, 4}}));
    }
};

ARENASCOPE_TEST(SymbolicMemoryTest)
#include "symbolic_memory_test.moc"
