#include "core/model/memory/placement.h"

#include "tests/support/test_registry.h"

namespace arenascope {

class PlacementTest : public QObject {
    Q_OBJECT

private slots:
    void an_optional_placement_takes_the_bytes_of_a_placement() {
        QCOMPARE(sizeof(OptionalPlacement), sizeof(Placement));
    }

    void it_is_empty_at_first_and_after_reset() {
        OptionalPlacement place;
        QVERIFY(!place && place == std::nullopt);
        place = Placement{Offset(1), RegionIndex(2)};
        QVERIFY(place.has_value());
        place.reset();
        QVERIFY(!place);
        place = {Offset(1), RegionIndex(2)};
        place = std::nullopt;
        QVERIFY(!place);
        place = {Offset(1), RegionIndex(2)};
        place = {};
        QVERIFY(!place);
        QVERIFY_THROWS_EXCEPTION(std::bad_optional_access, static_cast<void>(std::as_const(place).value()));
    }

    void its_placement_can_be_changed_in_place() {
        OptionalPlacement place = Placement{Offset(1), RegionIndex(2)};
        place->offset = Offset(5);
        QCOMPARE(*place, (Placement{Offset(5), RegionIndex(2)}));
        *place = Placement{Offset(6), RegionIndex::none()};
        QVERIFY(place.has_value());
        QCOMPARE(place.value_or(Placement{}).offset, Offset(6));
    }

    void it_compares_as_any_optional_does() {
        const OptionalPlacement none;
        const OptionalPlacement one(Placement{Offset(1), RegionIndex(0)});
        QVERIFY(none == none && none != one && one == one);
        QVERIFY((one == Placement{Offset(1), RegionIndex(0)}));
        QVERIFY((one != Placement{Offset(1), RegionIndex(1)}));
        for (const auto& a : {none, one}) {
            for (const auto& b : {none, one}) {
                QCOMPARE((std::optional<Placement>(a) == std::optional<Placement>(b)), a == b);
                QCOMPARE(OptionalPlacement(std::optional<Placement>(a)) == b, a == b);
            }
        }
    }
};

ARENASCOPE_TEST(PlacementTest)

}  // namespace arenascope

#include "placement_test.moc"
