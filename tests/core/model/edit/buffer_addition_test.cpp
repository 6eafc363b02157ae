#include "core/model/edit/buffer_addition.h"

#include <string>
#include <vector>

#include "core/model/edit/buffer_removal.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/sound_edit.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Buffer buffer_of(std::string name, std::int64_t size, std::int64_t begin, std::int64_t end) {
    Buffer buffer;
    buffer.name = std::move(name);
    buffer.size = Bytes(size);
    buffer.lifetime = {Step(begin), Step(end)};
    return buffer;
}

}  // namespace

class BufferAdditionTest : public QObject {
    Q_OBJECT

private slots:
    void a_new_buffer_goes_to_the_lowest_free_offset_of_its_lifetime() {
        const auto plan = test::placed_plan({{"a", 0, 4, 16, 0}, {"b", 2, 6, 8, 24}, {"c", 6, 9, 8, 0}});
        const auto between = with_buffer(plan.problem, plan.layout, buffer_of("x", 8, 3, 5));
        QVERIFY(between);
        QCOMPARE(between->layout.placements.back()->offset, Offset(16));
        QCOMPARE(between->changed, (std::vector<BufferIndex>{BufferIndex(3)}));
        QCOMPARE(text_of(between->hand_edits.front()), std::string("buffer 'x': added, 8 B, [3, 5)"));
        const auto above = with_buffer(plan.problem, plan.layout, buffer_of("x", 9, 3, 5));
        QCOMPARE(above->layout.placements.back()->offset, Offset(32));
        const auto below = with_buffer(plan.problem, plan.layout, buffer_of("x", 24, 4, 6));
        QCOMPARE(below->layout.placements.back()->offset, Offset(0));
    }

    void the_addresses_of_other_regions_count_where_they_are_shared() {
        auto plan = test::placed_plan({{"a", 0, 4, 16, 0}});
        plan.problem.regions = {{"low", 0, {}, Bytes(1), false, RegionIndex::none(), true},
                                {"both", 0, {}, Bytes(1), false, RegionIndex::none(), true}};
        Buffer added = buffer_of("x", 8, 0, 4);
        added.region = RegionIndex(1);
        QCOMPARE(with_buffer(plan.problem, plan.layout, added)->layout.placements.back()->offset, Offset(16));
    }

    void a_name_that_is_missing_or_taken_is_an_error() {
        const auto plan = test::placed_plan({{"a", 0, 4, 16, 0}});
        QVERIFY(!with_buffer(plan.problem, plan.layout, buffer_of("", 8, 0, 1)));
        QVERIFY(to_string(with_buffer(plan.problem, plan.layout, buffer_of("a", 8, 0, 1)).error())
                    .starts_with("duplicate buffer 'a'"));
        QVERIFY(!with_buffer(plan.problem, plan.layout, buffer_of("b", 8, 1, 1)));
    }

    void beside_shared_objects_it_gets_an_object_of_its_own() {
        auto plan = test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 2, 4, 6, 0}});
        plan.layout.objects = {{RegionIndex(0), Offset(0), Bytes(8)}};
        const auto added = with_buffer(plan.problem, plan.layout, buffer_of("x", 4, 5, 6));
        QCOMPARE(added->layout.objects.size(), std::size_t{2});
        QCOMPARE(added->layout.objects.back(), (SharedObject{RegionIndex(0), Offset(8), Bytes(4)}));
    }

    void with_a_usage_graph_it_may_take_over_what_has_ended() {
        auto plan = test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 4, 6, 8, 0}, {"c", 1, 5, 8, 8}});
        plan.problem.usage_graph = UsageGraph{{{}, {}, {}}};
        const auto added = with_buffer(plan.problem, plan.layout, buffer_of("x", 4, 2, 4));
        QVERIFY((added->problem.usage_graph == UsageGraph{{{}, {BufferIndex(3)}, {}, {BufferIndex(0)}}}));
    }

    void a_twin_has_a_name_and_a_place_of_its_own_and_no_pin() {
        auto plan = test::placed_plan({{"a", 0, 4, 16, 0}, {"a#2", 0, 4, 8, 16}});
        plan.problem.buffers[0].pin = Offset(0);
        const std::vector<BufferIndex> original = {BufferIndex(0)};
        const auto twin = with_duplicates(plan.problem, plan.layout, original);
        QVERIFY(twin);
        QCOMPARE(twin->problem.buffers.back().name, std::string("a#3"));
        QCOMPARE(twin->problem.buffers.back().size, Bytes(16));
        QVERIFY(!twin->problem.buffers.back().pin);
        QCOMPARE(twin->layout.placements.back()->offset, Offset(24));
        QCOMPARE(text_of(twin->hand_edits.front()), std::string("buffer 'a#3': copied from 'a', 16 B, [0, 4)"));
        const auto dropped = without_buffers(twin->problem, twin->layout, twin->changed);
        QCOMPARE(dropped->problem, plan.problem);
        QCOMPARE(dropped->layout, plan.layout);
    }

    void twins_of_any_buffers_are_sound_and_gone_when_dropped() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            std::vector<BufferIndex> originals;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                if (*rc::gen::inRange(0, 2) == 0) {
                    originals.emplace_back(i);
                }
            }
            const auto twins = with_duplicates(problem, layout, originals);
            RC_ASSERT(twins.has_value());
            RC_ASSERT(twins->changed.size() == originals.size());
            RC_ASSERT(test::fault_in(*twins) == std::string());
            const auto dropped = without_buffers(twins->problem, twins->layout, twins->changed);
            RC_ASSERT(dropped.has_value());
            RC_ASSERT(dropped->problem == problem);
            RC_ASSERT(dropped->layout.placements == layout.placements);
        }));
    }
};

ARENASCOPE_TEST(BufferAdditionTest)
#include "buffer_addition_test.moc"
