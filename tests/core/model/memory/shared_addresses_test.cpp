#include "core/model/memory/shared_addresses.h"

#include "core/check/overlap_checker.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Pools at 100 and 140, one from 100 to 180 over both, and one far away.
Problem four_pools() {
    Problem problem =
        problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 10), buffer("c", 0, 2, 10), buffer("d", 0, 2, 10)});
    const auto pool = [](const char* name, Address base, std::int64_t size, bool shares) {
        Region region;
        region.name = name;
        region.base = base;
        region.capacity = Bytes(size);
        region.shares_addresses = shares;
        return region;
    };
    problem.regions = {pool("high", 140, 40, true), pool("low", 100, 40, true), pool("both", 100, 80, true),
                       pool("far", 900, 50, false)};
    problem.regions[0].alignment = Bytes(4);
    for (std::size_t i = 0; i < 4; ++i) {
        problem.buffers[i].region = RegionIndex(i);
    }
    return problem;
}

}  // namespace

class SharedAddressesTest : public QObject {
    Q_OBJECT

private slots:
    void pools_that_meet_become_one_and_addresses_stay() {
        const Problem problem = four_pools();
        const Layout layout = layout_of(problem, {4, 0, 20, 8});
        const MergedAddresses merged = merged_addresses(problem, layout);
        QCOMPARE(merged.problem.regions.size(), std::size_t{2});
        QCOMPARE(merged.problem.regions[0].name, std::string("both"));
        QCOMPARE(merged.problem.regions[0].base, Address{100});
        QCOMPARE(merged.problem.regions[0].capacity, std::optional(Bytes(80)));
        QCOMPARE(merged.problem.regions[1].name, std::string("far"));
        QVERIFY(!merged.problem.regions[0].shares_addresses);
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(address_of(merged.problem, *merged.layout.placements[i]),
                     address_of(problem, *layout.placements[i]));
        }
        QCOMPARE(alignment_of(merged.problem, merged.problem.buffers[0]), Bytes(4));
        QCOMPARE(alignment_of(merged.problem, merged.problem.buffers[1]), Bytes(1));
        QVERIFY(validate(merged.problem).has_value());
    }

    void a_transfer_within_one_memory_is_none() {
        Problem problem = four_pools();
        problem.transfers = {{BufferIndex(0), BufferIndex(1)}, {BufferIndex(0), BufferIndex(3)}};
        QVERIFY(validate(problem).has_value());
        const MergedAddresses merged = merged_addresses(problem, empty_layout(problem));
        QVERIFY(validate(merged.problem).has_value());
        QCOMPARE(merged.problem.transfers, (std::vector<Transfer>{{BufferIndex(0), BufferIndex(3)}}));
    }

    void a_pin_keeps_its_address() {
        Problem problem = four_pools();
        problem.buffers[0].pin = Offset(8);
        QCOMPARE(merged_addresses(problem, empty_layout(problem)).problem.buffers[0].pin, std::optional(Offset(48)));
    }

    void pools_apart_stay_apart() {
        Problem problem = four_pools();
        problem.regions[2].base = 300;
        const MergedAddresses merged = merged_addresses(problem, empty_layout(problem));
        QCOMPARE(merged.problem.regions.size(), std::size_t{4});
    }

    void buffers_meet_only_in_several_regions_that_share_addresses() {
        Problem problem = four_pools();
        QVERIFY(has_meeting_buffers(problem));
        for (std::size_t i = 0; i < 3; ++i) {
            problem.buffers[i].region = RegionIndex(2);
        }
        QVERIFY(!has_meeting_buffers(problem));
    }

    void overlaps_are_the_same_before_and_after() {
        const Problem problem = four_pools();
        const Layout meeting = layout_of(problem, {4, 0, 36, 8});  // c at 136 meets a at 144
        const MergedAddresses merged = merged_addresses(problem, meeting);
        QCOMPARE(check(problem, meeting).overlaps.size(), std::size_t{1});
        QCOMPARE(check(merged.problem, merged.layout).overlaps.size(), std::size_t{1});
    }
};

ARENASCOPE_TEST(SharedAddressesTest)
#include "shared_addresses_test.moc"
