#include "core/analysis/explain/live_census.h"

#include "core/model/expression/buffer_filter.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_sharing.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr Lifetime steps(std::int64_t begin, std::int64_t end) {
    return {Step(begin), Step(end)};
}

LiveCensus census_of(const Problem& problem, const Layout& layout, Lifetime range) {
    return live_census(problem, layout, range, live_profile(problem, layout));
}

std::vector<std::string> living_names(const Problem& problem, const LiveCensus& census) {
    std::vector<std::string> names;
    for (const LiveMember& member : census.members) {
        names.push_back(problem.buffers[member.buffer].name);
    }
    return names;
}

/// The bytes of a buffer in use at a step.
Bytes used_at(const Buffer& buffer, Step step) {
    Bytes used;
    for_each_piece(buffer, [&](const Piece& piece) {
        used = contains(piece.steps, step) ? piece.bytes.to - piece.bytes.from : used;
    });
    return used;
}

/// Two memories, sharing and gaps.
std::pair<Problem, Layout> random_shared_plan() {
    Problem problem = random_problem({.most_steps = 12, .with_gaps = true});
    problem.regions = {{.name = "fast"}, {.name = "slow"}};
    for (Buffer& buffer : problem.buffers) {
        buffer.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
    }
    Layout layout = random_layout_with_sharing(problem);
    for (auto& placement : layout.placements) {
        if (*rc::gen::inRange(0, 6) == 0) {
            placement.reset();
        }
    }
    return {std::move(problem), std::move(layout)};
}

}  // namespace

class LiveCensusTest : public QObject {
    Q_OBJECT

private slots:
    void a_step_has_its_buffers_largest_first_with_offset_and_part() {
        const PlacedPlan plan =
            placed_plan({{"early", 0, 4, 100, 0}, {"wide", 2, 9, 300, 100}, {"late", 5, 9, 30, -1}});
        const LiveCensus census = census_of(plan.problem, plan.layout, steps(3, 4));
        QCOMPARE(living_names(plan.problem, census), (std::vector<std::string>{"wide", "early"}));
        QVERIFY(census.members[0] == (LiveMember{BufferIndex(1), Offset(100), Bytes(300), Bytes(300), Duration(1)}));
        QVERIFY(census.highest == Bytes(400) && census.lowest == Bytes(400));
        QVERIFY(!census_of(plan.problem, plan.layout, steps(6, 7)).members[1].offset);
    }

    void shared_bytes_count_for_the_buffer_that_begins_lowest() {
        PlacedPlan plan = placed_plan({{"whole", 0, 4, 100, 0}, {"part", 0, 4, 40, 60}, {"beside", 0, 4, 30, 90}});
        plan.layout.sharing = {{SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}}};
        const LiveCensus census = census_of(plan.problem, plan.layout, steps(0, 1));
        QVERIFY(census.highest == Bytes(120));
        QVERIFY(census.members[0].counted == Bytes(100));
        QVERIFY(census.members[1].counted == Bytes(0));
        QVERIFY(census.members[2].counted == Bytes(20));
    }

    void a_range_has_all_that_lives_in_it_and_its_sums() {
        const PlacedPlan plan = placed_plan(
            {{"before", 0, 3, 7, 0}, {"throughout", 0, 9, 100, 0}, {"begins", 4, 9, 20, 0}, {"within", 3, 5, 5, 0}});
        const LiveCensus census = census_of(plan.problem, plan.layout, steps(3, 6));
        QCOMPARE(living_names(plan.problem, census), (std::vector<std::string>{"throughout", "begins", "within"}));
        QVERIFY(census.members[1].steps == Duration(2));
        QVERIFY(census.highest == Bytes(125) && census.highest_at == Step(4));
        QVERIFY(census.lowest == Bytes(105) && census.lowest_at == Step(3));
        QVERIFY(census.begun == Bytes(25));
        QVERIFY(census.ended == Bytes(5));
        QVERIFY(census.throughout == Bytes(100));
    }

    void an_empty_range_has_nothing() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 0}});
        QVERIFY(census_of(plan.problem, plan.layout, steps(2, 2)).members.empty());
        QVERIFY(census_of({}, {}, steps(0, 1)).members.empty());
    }

    void groups_have_sums_and_the_largest_comes_first() {
        const PlacedPlan plan = placed_plan({{"a1", 0, 4, 10, 0}, {"b1", 0, 4, 30, 10}, {"a2", 0, 4, 15, 40}});
        const LiveCensus census = census_of(plan.problem, plan.layout, steps(0, 1));
        const auto groups = live_groups(census, buffer_groups(plan.problem, GroupBy::name_prefix));
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].name, std::string("b"));
        QCOMPARE(groups[1].name, std::string("a"));
        QVERIFY(groups[1].size == Bytes(25) && groups[1].counted == Bytes(25));
        QVERIFY(groups[1].members == (std::vector<std::size_t>{1, 2}));
    }

    void the_parts_add_up_to_the_live_size_of_each_memory() {
        QVERIFY(rc::check("parts", [] {
            const auto [problem, layout] = random_shared_plan();
            const Step step(*rc::gen::inRange<std::int64_t>(0, 24));
            const LiveCensus census = census_of(problem, layout, {step, step + Duration(1)});
            std::vector<Bytes> sums(2);
            for (const LiveMember& member : census.members) {
                const Buffer& buffer = problem.buffers[member.buffer];
                RC_ASSERT(member.size == used_at(buffer, step));
                RC_ASSERT(member.counted <= member.size);
                sums[buffer.region.value()] = sums[buffer.region.value()] + member.counted;
            }
            for (std::size_t region = 0; region < 2; ++region) {
                RC_ASSERT(sums[region] == live_at(live_profile(problem, layout, RegionIndex(region)), step));
            }
            RC_ASSERT(sums[0] + sums[1] == census.highest);
            for (const GroupBy by : all_groupings) {
                Bytes counted;
                Bytes size;
                std::size_t members = 0;
                for (const LiveGroup& group : live_groups(census, buffer_groups(problem, by))) {
                    counted = counted + group.counted;
                    size = size + group.size;
                    members += group.members.size();
                }
                RC_ASSERT((counted == census.highest && members == census.members.size()));
            }
        }));
    }

    void what_a_range_leaves_alive_begins_in_it_and_lives_in_its_last_step() {
        const PlacedPlan plan = placed_plan({{"before", 0, 9, 8, 0},
                                             {"freed", 2, 5, 8, 8},
                                             {"left", 3, 9, 4, 16},
                                             {"to the last step", 2, 6, 2, 24},
                                             {"after", 6, 9, 8, 32}});
        const LiveCensus census = live_census(plan.problem, plan.layout, steps(2, 6),
                                              live_profile(plan.problem, plan.layout), CensusOf::left_alive);
        QCOMPARE(living_names(plan.problem, census), (std::vector<std::string>{"left", "to the last step"}));
        QCOMPARE(census.left, Bytes(6));
        QCOMPARE(census.left_count, std::size_t{2});
        QCOMPARE(census.throughout, Bytes(10));
        QCOMPARE(buffers_in_use(plan.problem, steps(2, 6), CensusOf::left_alive),
                 (std::vector{BufferIndex(2), BufferIndex(3)}));
        const auto filter = BufferFilter::parse(left_alive_filter(steps(2, 6)));
        QVERIFY(filter.has_value());
        QCOMPARE(filter->passing({.problem = &plan.problem}), (std::vector<bool>{false, false, true, true, false}));
    }

    void a_range_has_what_its_steps_have() {
        QVERIFY(rc::check("ranges", [] {
            const auto [problem, layout] = random_shared_plan();
            const Step from(*rc::gen::inRange<std::int64_t>(0, 20));
            const Lifetime range{from, from + Duration(*rc::gen::inRange<std::int64_t>(1, 12))};
            const LiveProfile profile = live_profile(problem, layout);
            const LiveCensus census = live_census(problem, layout, range, profile);
            std::vector<Bytes> most(problem.buffers.size());
            std::vector<std::int64_t> used(problem.buffers.size(), 0);
            Bytes highest = live_at(profile, from);
            Bytes lowest = highest;
            for (Step step = range.begin; step < range.end; step = step + Duration(1)) {
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    const Bytes bytes = used_at(problem.buffers[i], step);
                    most[i] = std::max(most[i], bytes);
                    used[i] += bytes > Bytes(0) ? 1 : 0;
                }
                highest = std::max(highest, live_at(profile, step));
                lowest = std::min(lowest, live_at(profile, step));
            }
            RC_ASSERT((census.highest == highest && census.lowest == lowest));
            RC_ASSERT((live_at(profile, census.highest_at) == highest && contains(range, census.highest_at)));
            RC_ASSERT((live_at(profile, census.lowest_at) == lowest && contains(range, census.lowest_at)));
            std::vector<BufferIndex> found;
            for (const LiveMember& member : census.members) {
                found.push_back(member.buffer);
                RC_ASSERT(member.size == most[member.buffer.value()]);
                RC_ASSERT(member.steps == Duration(used[member.buffer.value()]));
            }
            std::ranges::sort(found);
            RC_ASSERT(found == buffers_in_use(problem, range));
            RC_ASSERT(static_cast<std::ptrdiff_t>(found.size()) ==
                      std::ranges::count_if(most, [](Bytes bytes) { return bytes > Bytes(0); }));
        }));
    }

    void the_profile_of_all_memories_is_the_sum_of_theirs() {
        QVERIFY(rc::check("sum", [] {
            const auto [problem, layout] = random_shared_plan();
            const LiveProfile all = live_profile(problem, layout);
            const LiveProfile fast = live_profile(problem, layout, RegionIndex(0));
            const LiveProfile slow = live_profile(problem, layout, RegionIndex(1));
            Bytes highest;
            for (Step step(-1); step < Step(26); step = step + Duration(1)) {
                RC_ASSERT(live_at(all, step) == live_at(fast, step) + live_at(slow, step));
                highest = std::max(highest, live_at(all, step));
            }
            RC_ASSERT((all.threshold == highest && live_at(all, all.peak_step) == highest));
        }));
    }
};

ARENASCOPE_TEST(LiveCensusTest)
#include "live_census_test.moc"
