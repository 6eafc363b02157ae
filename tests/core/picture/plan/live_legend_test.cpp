#include "core/picture/plan/live_legend.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const MeasureText six_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 6.0 * static_cast<double>(text.size());
};

const std::vector<Container> eight_memories(8);

std::vector<std::string> names(const Container* core, bool has_fragmentation, double width = 800,
                               const std::vector<Container>& stack = eight_memories) {
    const Viewport viewport{{}, {0, 0, width, 60}};
    std::vector<std::string> texts;
    for (const LiveLegend::Entry& entry :
         live_legend(core, stack, has_fragmentation, viewport, Theme::light, {12, false}, six_a_letter).entries) {
        texts.push_back(entry.name);
        if (entry.ground.right > width) {
            texts.emplace_back("beyond the border");
        }
    }
    return texts;
}

}  // namespace

class LiveLegendTest : public QObject {
    Q_OBJECT

private slots:
    void the_curves_of_one_core_are_named() {
        Container core;
        core.name = "core 3";
        QVERIFY(names(&core, true) ==
                (std::vector<std::string>{"live size of core 3", "free below the highest live tail"}));
        QVERIFY(names(&core, false) == (std::vector<std::string>{"live size of core 3"}));
    }

    void the_number_of_memories_is_given() {
        QVERIFY(names(nullptr, false) == (std::vector<std::string>{"live size of each of 8 memories"}));
    }

    void of_several_memories_the_capacity_of_the_worst_is_named() {
        std::vector<Container> stack(3);
        stack[0].name = "dram";
        stack[1].name = "sram";
        stack[2].name = "flash";
        for (Container& each : stack) {
            each.threshold = Bytes(60);
            each.peak = Offset(60);
            each.capacity = Bytes(100);
            each.shows_capacity = true;
        }
        stack[1].capacity = Bytes(70);
        QCOMPARE(names(nullptr, false, 800, stack).back(), std::string("capacity of sram"));
        stack[1].peak = Offset(80);  // the peak exceeds it, the live size does not
        QCOMPARE(names(nullptr, false, 800, stack).back(), std::string("capacity of sram"));
        stack[1].capacity = Bytes(50);
        QCOMPARE(names(nullptr, false, 800, stack).back(), std::string("capacity of sram; red: above it"));
        QCOMPARE(names(&stack[0], false, 800, stack).back(), std::string("capacity of dram"));
        stack[1].shows_capacity = false;  // too high for the picture
        QCOMPARE(names(&stack[1], false, 800, stack).size(), std::size_t{1});
    }

    void the_legend_lies_above_the_curves() {
        for (const double height : {60.0, 90.0, 400.0}) {
            const TextStyle style{12, false};
            const double above = live_legend_height(height, style);
            const Viewport viewport{{{0, 10}, {0, live_axis_end(Bytes(1000), height, above)}},
                                    {0, 20, 800, 20 + height}};
            const auto legend =
                live_legend(nullptr, eight_memories, false, viewport, Theme::light, style, six_a_letter);
            QCOMPARE(legend.entries.size(), std::size_t{1});
            QVERIFY(legend.entries[0].ground.bottom < byte_scale(viewport)(1000));
            QVERIFY(byte_scale(viewport)(1000) > 20 + 0.1 * height);
        }
    }

    void a_low_plot_has_no_legend() {
        QCOMPARE(live_legend_height(40, {12, false}), 0.0);
        const Viewport viewport{{}, {0, 0, 800, 40}};
        QVERIFY(live_legend(nullptr, eight_memories, false, viewport, Theme::light, {12, false}, six_a_letter)
                    .entries.empty());
    }

    void entries_without_space_are_counted() {
        Container core;
        core.name = "core 3";
        QVERIFY(names(&core, true, 300) == (std::vector<std::string>{"live size of core 3", "1 more"}));
        QVERIFY(names(&core, true, 100).empty());
    }
};

ARENASCOPE_TEST(LiveLegendTest)
#include "live_legend_test.moc"
