#include "core/picture/terminal/text_picture.h"

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/plan/pixel_grid.h"
#include "tests/support/character_columns.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<TextLine> lines_of(const PlacedPlan& plan, const TextFormat& format,
                               VerdictTone tone = VerdictTone::plain) {
    const bool has_tiers = plan.problem.history == nullptr;
    const auto risks = has_tiers ? classify(plan.problem, plan.layout) : IndexedVector<BufferIndex, Risk>();
    const CheckReport report = check(plan.problem, plan.layout);
    const std::vector<OverlapArea> areas = overlap_areas(plan.problem, plan.layout);
    PageContent content;
    content.problem = &plan.problem;
    content.layout = &plan.layout;
    content.risks = risks;
    content.overlap_areas = areas;
    content.overlap_count = report.overlap_count;
    content.title = "plan.csv";
    content.tone = tone;
    content.color_by = default_color_by(plan.problem);
    return text_picture(content, format, character_columns);
}

std::string letters_of(const PlacedPlan& plan, std::int32_t columns, bool is_ascii = false) {
    return colored_text(lines_of(plan, {.columns = columns, .has_colors = false, .is_ascii = is_ascii}),
                        ColorDepth::none);
}

/// The lines from the one that begins the container.
std::string drawn(const std::string& text) {
    return text.substr(text.find("   B "));
}

PlacedPlan random_plan_of_shape() {
    PlacedPlan plan{random_problem({.most_steps = 40, .with_gaps = true}), {}};
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 200));
    }
    plan.layout = layout_of(plan.problem, offsets);
    return plan;
}

}  // namespace

class TextPictureTest : public QObject {
    Q_OBJECT

private slots:
    void what_is_over_the_threshold_stands_above_its_line() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 50, 0}, {"b", 2, 6, 50, 100}});
        const std::string text = letters_of(plan, 45);
        const std::string expected = 1 + R"(
plan.csv
peak 150 B · theoretical threshold 100 B
fragmentation 50.0 % · buffers 2 · overlaps 0
H high: over the threshold (1)
h high: beside (1)
   B ── peak 150 B (+50.0 %) ────────────────
     │             HHHHHHHHHHHHHHHHHHHHHHHHHH
     │             HHHHHHHHHHHHHHHHHHHHHHHHHH
 100 ┤             HHHHHHHHHHHHHHHHHHHHHHHHHH
     ╌╌ theoretical threshold 100 B ╌╌╌╌╌╌╌╌╌
     │
     │
     │
     │hhhhhhhhhhhhhhhhhhhhhhhhhh
     │hhhhhhhhhhhhhhhhhhhhhhhhhh
   0 ┤hhhhhhhhhhhhhhhhhhhhhhhhhh
     live size, highest 100 B at step 2
     │             █████████████
     │▄▄▄▄▄▄▄▄▄▄▄▄▄█████████████▄▄▄▄▄▄▄▄▄▄▄▄▄
     │███████████████████████████████████████
     └┬────────────────────────────────┬─────
step  0                                5
)";
        QVERIFY2(text == expected, text.c_str());
    }

    void a_peak_at_the_threshold_has_one_line() {
        const std::string text = letters_of(placed_plan({{"a", 0, 2, 60, 0}, {"b", 1, 3, 40, 60}}), 45);
        QVERIFY2(text.find("── peak = theoretical threshold 100 B ──") != std::string::npos, text.c_str());
        QVERIFY(text.find("╌") == std::string::npos);
    }

    void a_peak_at_the_threshold_is_praised_by_the_verdict_alone() {
        const PlacedPlan plan = placed_plan({{"a", 0, 2, 60, 0}, {"b", 1, 3, 40, 60}});
        const Palette& tokens = palette(Theme::light);
        for (const VerdictTone tone : {VerdictTone::plain, VerdictTone::good, VerdictTone::warning, VerdictTone::bad}) {
            const std::vector<TextLine> lines = lines_of(plan, {.columns = 80, .theme = Theme::light}, tone);
            std::size_t found = 0;
            for (const TextLine& line : lines) {
                for (const TextRun& run : line) {
                    if (run.text.find("peak = theoretical threshold") != std::string::npos) {
                        QVERIFY(run.ink == color_of(tokens, tone));
                        ++found;
                    }
                }
            }
            QCOMPARE(found, std::size_t{1});
        }
    }

    void overlaps_are_marked_and_the_peak_may_be_below_the_threshold() {
        const std::string text = letters_of(placed_plan({{"a", 0, 2, 60, 0}, {"b", 1, 3, 40, 40}}), 40);
        QVERIFY2(text.find("X overlap") != std::string::npos, text.c_str());
        const auto threshold = text.find("╌ theoretical threshold 100 B");
        const auto peak = text.find("── peak 80 B (−20.0 %)") != std::string::npos
                              ? text.find("── peak 80 B (−20.0 %)")
                              : text.find("── peak 80 B (-20.0 %)");
        QVERIFY2(threshold < peak && peak != std::string::npos, text.c_str());
        QVERIFY2(text.find("XXXXX") != std::string::npos, text.c_str());
    }

    void what_is_not_placed_is_counted_and_the_peak_is_that_of_the_others() {
        const std::string text = letters_of(placed_plan({{"a", 0, 2, 60, 0}, {"b", 1, 3, 40, -1}}), 50);
        QVERIFY2(text.find("not placed 1") != std::string::npos, text.c_str());
        QVERIFY2(text.find("peak of the placed buffers 60 B ─") != std::string::npos, text.c_str());
    }

    void several_memories_stand_above_each_other_with_their_names_and_live_sizes() {
        PlacedPlan plan = placed_plan({{"a", 0, 2, 60, 0}, {"b", 1, 3, 40, 0}});
        plan.problem.regions = {{.name = "fast"}, {.name = "slow"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        const std::string text = letters_of(plan, 32);
        const std::string expected = 1 + R"(
     slow
   B ── peak = threshold 40 B ──
     │         MMMMMMMMMMMMMMMMM
     │         MMMMMMMMMMMMMMMMM
   0 ┤         MMMMMMMMMMMMMMMMM
     live, at most 40 B
     │         █████████████████
     fast
   B ── peak = threshold 60 B ──
     │MMMMMMMMMMMMMMMMMM
     │MMMMMMMMMMMMMMMMMM
     │MMMMMMMMMMMMMMMMMM
     │MMMMMMMMMMMMMMMMMM
   0 ┤MMMMMMMMMMMMMMMMMM
     live, at most 60 B
     │██████████████████
     └┬─────────────────────────
step  0
)";
        QVERIFY2(text.ends_with(expected), text.c_str());
    }

    void a_recorded_allocator_has_letters_for_makers_and_points_for_free_memory() {
        const PlacedPlan plan =
            segmented_plan({4096}, {{0, {Step(0), Step(10)}, 0, 1024, 7}, {0, {Step(5), Step(10)}, 1024, 1024, 9}});
        const std::string text = letters_of(plan, 40);
        QVERIFY2(text.find("segments stacked by address") != std::string::npos, text.c_str());
        QVERIFY2(text.find(". reserved, free") != std::string::npos, text.c_str());
        QVERIFY2(text.find("a net.py:7") != std::string::npos || text.find("a ") != std::string::npos, text.c_str());
        QVERIFY2(text.find("│................") != std::string::npos, text.c_str());
        QVERIFY2(text.find("threshold") == std::string::npos, text.c_str());
    }

    void without_unicode_every_byte_is_ascii() {
        const std::string text = letters_of(placed_plan({{"a", 0, 4, 50, 0}, {"b", 2, 6, 50, 100}}), 45, true);
        QVERIFY2(std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; }),
                 text.c_str());
        QVERIFY2(text.find("+-------------+") != std::string::npos || text.find("++---") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("#####") != std::string::npos, text.c_str());
    }

    void with_colours_a_cell_shows_two_pixels() {
        // A pixel is 6.25 bytes high. The twelfth from below holds the end of a and the begin of b.
        const PlacedPlan plan = placed_plan({{"a", 0, 2, 70, 0}, {"b", 1, 3, 30, 70}});
        const Palette& tokens = palette(Theme::dark);
        const auto is_of = [](const std::optional<Color>& color, const RiskStyle& style) {
            return color == color_of(style, CellPart::edge) || color == color_of(style, CellPart::inside);
        };
        bool is_found = false;
        for (const TextLine& line : lines_of(plan, {.columns = 20})) {
            for (const TextRun& run : line) {
                is_found = is_found || (run.text.find("▀") == 0 && is_of(run.ink, tokens.medium_at) &&
                                        is_of(run.ground, tokens.medium_beside));
            }
        }
        QVERIFY(is_found);
    }

    void nothing_to_show_is_still_a_picture() {
        const std::string text = letters_of({}, 30);
        QVERIFY2(text.starts_with("plan.csv\n"), text.c_str());
    }

    void no_line_is_wider_than_the_terminal() {
        QVERIFY(rc::check("widths", [] {
            const PlacedPlan plan = random_plan_of_shape();
            const auto columns = *rc::gen::inRange<std::int32_t>(least_text_columns, 140);
            const bool has_colors = *rc::gen::arbitrary<bool>();
            const bool is_ascii = *rc::gen::arbitrary<bool>();
            for (const TextLine& line :
                 lines_of(plan, {.columns = columns, .has_colors = has_colors, .is_ascii = is_ascii})) {
                double width = 0;
                for (const TextRun& run : line) {
                    width += character_columns(run.text, {});
                }
                RC_ASSERT(width <= columns);
            }
        }));
    }

    void a_plan_with_a_high_buffer_shows_its_letter() {
        QVERIFY(rc::check("letters", [] {
            const PlacedPlan plan = random_plan_of_shape();
            const auto risks = classify(plan.problem, plan.layout);
            const std::string text = drawn(letters_of(plan, *rc::gen::inRange<std::int32_t>(20, 100)));
            const bool has_over = std::ranges::any_of(risks, [](Risk risk) {
                return risk == Risk{Tier::high, Cause::over};
            });
            // Where buffers overlap, the mark may hide it.
            RC_ASSERT((!has_over || text.find('H') != std::string::npos || text.find('X') != std::string::npos));
            RC_ASSERT((has_over || text.find('H') == std::string::npos));
        }));
    }
};

ARENASCOPE_TEST(TextPictureTest)
#include "text_picture_test.moc"
