#include "core/model/edit/edited_plan.h"

#include <algorithm>
#include <vector>

#include "core/model/edit/buffer_addition.h"
#include "core/model/edit/buffer_removal.h"
#include "core/model/edit/buffer_split.h"
#include "tests/support/placed_plan.h"
#include "tests/support/shared_models.h"
#include "tests/support/sound_edit.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::size_t most_saved = 2000;  ///< larger plans take too long to write and read

BufferIndex longest(const Problem& problem) {
    const auto found = std::ranges::max_element(problem.buffers, {},
                                                [](const Buffer& buffer) { return length(buffer.lifetime).value(); });
    return BufferIndex(static_cast<std::size_t>(found - problem.buffers.begin()));
}

}  // namespace

class EditedPlanTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_is_placed_beside_those_of_its_time_and_at_its_alignment() {
        auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 4, 6, 99, 0}, {"x", 2, 4, 8, -1}});
        plan.problem.buffers[2].alignment = Bytes(8);
        place_lowest(plan.problem, plan.layout, BufferIndex(2));
        QCOMPARE(plan.layout.placements[2], std::optional(Placement{Offset(16), RegionIndex(0)}));
    }

    void a_capacity_does_not_keep_a_buffer_from_its_place() {
        auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"x", 2, 4, 8, -1}});
        plan.problem.regions.front().capacity = Bytes(12);
        place_lowest(plan.problem, plan.layout, BufferIndex(1));
        QCOMPARE(plan.layout.placements[1]->offset, Offset(10));
    }

    void every_model_stays_sound_when_it_is_split_duplicated_and_dropped_from_data() { test::add_model_rows(); }
    void every_model_stays_sound_when_it_is_split_duplicated_and_dropped_from() {
        QFETCH(QString, path);
        if (path.isEmpty()) {
            QSKIP("the team's shared data is not here");
        }
        const auto document = test::opened_model(path);
        if (!document || document->problem.buffers.size() < 2 || document->problem.buffers.size() > most_saved) {
            return;
        }
        const BufferIndex buffer = longest(document->problem);
        const auto twin = with_duplicates(document->problem, document->layout, std::vector{buffer});
        QVERIFY2(twin.has_value(), twin ? "" : to_string(twin.error()).c_str());
        const auto dropped = without_buffers(twin->problem, twin->layout, twin->changed);
        QVERIFY(dropped.has_value());
        QVERIFY(dropped->problem == document->problem);
        const Lifetime lifetime = document->problem.buffers[buffer].lifetime;
        if (length(lifetime) > Duration(1)) {
            const Step middle(lifetime.begin.value() + length(lifetime).value() / 2);
            const auto split = with_split(document->problem, document->layout, buffer, middle);
            QVERIFY2(split.has_value(), split ? "" : to_string(split.error()).c_str());
            QCOMPARE(test::fault_in(*split), std::string());
        }
        const auto rest = without_buffers(document->problem, document->layout, std::vector{buffer});
        QVERIFY2(rest.has_value(), rest ? "" : to_string(rest.error()).c_str());
        QCOMPARE(test::fault_in(*rest), std::string());
    }
};

ARENASCOPE_TEST(EditedPlanTest)
#include "edited_plan_test.moc"
