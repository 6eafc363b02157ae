#include "core/model/memory/room.h"

#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

class RoomTest : public QObject {
    Q_OBJECT

private slots:
    void the_lowest_place_is_aligned_and_may_exceed_the_capacity() {
        const std::vector<AddressRange> occupied = {
            {Offset(0), Offset(5)}, {Offset(3), Offset(9)}, {Offset(30), Offset(41)}};
        const Room small = room_among(occupied, Bytes(10), Bytes(8), Bytes(60));
        QCOMPARE(small.lowest, Offset(16));
        QCOMPARE(small.largest_area, Bytes(21));
        QCOMPARE(room_among(occupied, Bytes(20), Bytes(8), Bytes(60)).lowest, Offset(48));
        QCOMPARE(room_among(occupied, Bytes(20), Bytes(8), Bytes(35)).largest_area, Bytes(21));
        QCOMPARE(room_among({}, Bytes(20), Bytes(8), Bytes(4)).largest_area, Bytes(4));
    }
};

ARENASCOPE_TEST(RoomTest)
#include "room_test.moc"
