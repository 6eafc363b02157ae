#include "core/picture/plan/step_names.h"

#include <rapidcheck.h>

#include "core/picture/plan/label.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr TextStyle style{10, false};  // 13 pixels for each line

/// Ten pixels for each character, however many bytes it has.
double ten_a_step_letter(std::string_view text, TextStyle) {
    return 10.0 * static_cast<double>(std::count_if(text.begin(), text.end(), [](char byte) {
               return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
           }));
}

const MeasureText step_measure = ten_a_step_letter;

Problem named(std::vector<StepLabel> labels) {
    Problem problem;
    problem.step_labels = std::move(labels);
    return problem;
}

Problem labels_of(std::int64_t count) {
    std::vector<StepLabel> labels;
    for (std::int64_t i = 0; i < count; ++i) {
        labels.push_back({Step(i), "op" + std::to_string(i)});
    }
    return named(std::move(labels));
}

Viewport strip(long double from, long double to, double width, double height = 60) {
    return {{{from, to}, {0, 1}}, {0, 0, width, height}};
}

std::vector<std::int64_t> steps_of(const std::vector<StepName>& names) {
    std::vector<std::int64_t> steps;
    for (const StepName& name : names) {
        steps.push_back(name.step.value());
    }
    return steps;
}

}  // namespace

class StepNamesTest : public QObject {
    Q_OBJECT

private slots:
    void a_type_stands_without_the_number_that_the_axis_has() {
        const Problem problem = named({{Step(0), "CONV_2D 0"}, {Step(1), "DEPTHWISE_CONV_2D 1"}, {Step(2), "fire 7"}});
        const auto names = step_names(problem, strip(0, 3, 360), {}, style, step_measure);
        QCOMPARE(names.size(), std::size_t{3});
        QCOMPARE(names[0].text, std::string("CONV_2D"));
        QVERIFY(names[1].text.starts_with("DEPTHW") && names[1].text.ends_with("…"));
        QCOMPARE(names[2].text, std::string("fire 7"));
    }

    void of_a_path_the_last_part_remains_where_there_is_not_enough_space() {
        const Problem problem = named({{Step(0), "conv2_1/expand"}, {Step(1), "conv2_1/depthwise"}, {Step(2), "a/b"}});
        const auto names = step_names(problem, strip(0, 3, 240), {}, style, step_measure);
        QCOMPARE(names.size(), std::size_t{3});
        QCOMPARE(names[0].text, std::string("expand"));
        QVERIFY(names[1].text.starts_with("dept") && names[1].text.ends_with("…"));
        QCOMPARE(names[2].text, std::string("a/b"));
        const auto wide = step_names(problem, strip(0, 1, 130), {}, style, step_measure);
        QCOMPARE(wide[0].text, std::string("c…2_1/expand"));
    }

    void the_strip_is_as_high_as_the_longest_name_within_a_share_of_the_picture() {
        const std::vector<StepLabel> labels{{Step(0), "a"}, {Step(1), "concat"}};
        QCOMPARE(longest_name({}, style, step_measure), 0.0);
        QCOMPARE(longest_name(labels, style, step_measure), 70.0);
        QCOMPARE(names_height(0, 1000), 0.0);
        QCOMPARE(names_height(70, 1000), 70.0);
        QCOMPARE(names_height(70, 300), 50.0);
        QVERIFY(names_height(70, 30) < 70.0 && names_height(1e6, 1e6) < 200.0);
    }

    void wide_steps_have_their_names_side_by_side() {
        const auto names = step_names(labels_of(3), strip(0, 3, 300), {}, style, step_measure);
        QCOMPARE(steps_of(names), (std::vector<std::int64_t>{0, 1, 2}));
        QVERIFY(!names[1].upwards);
        QCOMPARE(middle(names[1].ground).x, 150.0);
        QCOMPARE(names[1].text, std::string("op1"));
    }

    void a_long_name_is_shortened_in_its_middle() {
        const std::vector<StepLabel> labels{{Step(0), "block_conv_17"}, {Step(1), "x"}};
        const auto names = step_names(named(labels), strip(0, 2, 160), {}, style, step_measure);
        QCOMPARE(names[0].text, std::string("bl…v_17"));
        QVERIFY(width(names[0].ground) <= 80);
    }

    void a_wide_step_has_the_type_of_its_operator_below_the_name() {
        const Problem problem = test::small_network().problem;
        const auto names = step_names(problem, strip(0, 4, 800), {}, style, step_measure);
        QCOMPARE(names[0].text, std::string("conv"));
        QCOMPARE(names[0].type, std::string("Convolution"));
        QCOMPARE(height(names[0].ground), 2 * line_height(style));
        QCOMPARE(width(names[0].ground), 110.0);
        // Without a second line, and where steps are narrow, the name is alone.
        QCOMPARE(step_names(problem, strip(0, 4, 800, 25), {}, style, step_measure)[0].type, std::string());
        QCOMPARE(step_names(problem, strip(0, 4, 200), {}, style, step_measure)[0].type, std::string());
        Drawing drawing;
        draw(drawing, {names[0]}, {}, style, palette(Theme::light));
        QCOMPARE(std::get<DrawnText>(drawing.primitives[0]).text, std::string("conv"));
        QCOMPARE(std::get<DrawnText>(drawing.primitives[1]).text, std::string("Convolution"));
    }

    void a_name_that_tells_the_type_does_not_repeat_it() {
        Problem problem = test::small_network().problem;
        problem.graph->operators[0].name = "Convolution 0";
        problem.step_labels[0].text = "Convolution 0";
        QCOMPARE(step_names(problem, strip(0, 4, 800), {}, style, step_measure)[0].type, std::string());
    }

    void narrow_steps_have_their_names_upwards() {
        const auto names = step_names(labels_of(10), strip(0, 10, 200), {}, style, step_measure);
        QCOMPARE(names.size(), std::size_t{10});
        QVERIFY(names[3].upwards);
        QCOMPARE(middle(names[3].ground).x, 70.0);
        QCOMPARE(height(names[3].ground), 33.0);
    }

    void in_a_low_strip_narrow_steps_have_longer_names_side_by_side() {
        std::vector<StepLabel> labels;
        for (std::int64_t i = 0; i < 100; ++i) {
            labels.push_back({Step(i), "layer_" + std::to_string(i)});
        }
        const Problem problem = named(std::move(labels));
        const auto names = step_names(problem, strip(0, 100, 500, 30), {}, style, step_measure);
        QCOMPARE(steps_of(names), (std::vector<std::int64_t>{20, 40, 60, 80}));
        QVERIFY(!names[1].upwards);
        QCOMPARE(names[0].text, std::string("layer_20"));
        QCOMPARE(middle(names[0].ground).x, 102.5);
        QCOMPARE(step_names(problem, strip(0, 100, 500, 30), Step(0), style, step_measure)[0].step, Step(0));
        QVERIFY(step_names(problem, strip(0, 100, 500, 60), {}, style, step_measure)[1].upwards);
        QVERIFY(step_names(labels_of(100), strip(0, 100, 500, 50), {}, style, step_measure)[1].upwards);
    }

    void without_space_for_all_every_second_or_fifth_step_is_named() {
        const Problem labels = labels_of(100);
        QCOMPARE(steps_of(step_names(labels, strip(0, 20, 200), {}, style, step_measure)),
                 (std::vector<std::int64_t>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18}));
        const auto panned = steps_of(step_names(labels, strip(40, 90, 200), {}, style, step_measure));
        QCOMPARE(panned, (std::vector<std::int64_t>{40, 45, 50, 55, 60, 65, 70, 75, 80, 85}));
    }

    void the_step_of_the_time_cursor_always_has_its_name() {
        const auto names = steps_of(step_names(labels_of(100), strip(0, 100, 200), Step(51), style, step_measure));
        QVERIFY(std::find(names.begin(), names.end(), 51) != names.end());
        QVERIFY(std::find(names.begin(), names.end(), 50) == names.end());
    }

    void steps_without_a_name_show_none() {
        const std::vector<StepLabel> labels{{Step(7), "a"}, {Step(5000), "b"}};
        QCOMPARE(steps_of(step_names(named(labels), strip(0, 10000, 500), Step(100), style, step_measure)),
                 (std::vector<std::int64_t>{7, 5000}));
        QVERIFY(step_names(Problem(), strip(0, 10, 500), Step(1), style, step_measure).empty());
        QVERIFY(step_names(named(labels), strip(0, 10, 500, 5), {}, style, step_measure).empty());
        QCOMPARE(name_of_step(labels, Step(5000)), std::string_view("b"));
        QVERIFY(name_of_step(labels, Step(8)).empty());
    }

    void the_title_of_a_step_has_the_type_of_its_operator() {
        Problem problem = test::small_network().problem;
        QCOMPARE(title_of_step(problem, Step(3)), std::string("concat (Concat)"));
        problem.graph.reset();
        QCOMPARE(title_of_step(problem, Step(3)), std::string("concat"));
        QCOMPARE(title_of_step(problem, Step(4)), std::string());
    }

    void names_never_overlap_and_never_leave_the_strip() {
        QVERIFY(rc::check([] {
            std::vector<StepLabel> labels;
            std::int64_t step = *rc::gen::inRange<std::int64_t>(-50, 50);
            const int count = *rc::gen::inRange(1, 60);
            for (int i = 0; i < count; ++i) {
                labels.push_back({Step(step), std::string(*rc::gen::inRange<std::size_t>(1, 30), 'n')});
                step += *rc::gen::inRange<std::int64_t>(1, 9);
            }
            const auto from = static_cast<long double>(*rc::gen::inRange(-100, 300)) / 4;
            const Viewport port = strip(from, from + static_cast<long double>(*rc::gen::inRange(1, 300)) / 4,
                                        *rc::gen::inRange(40, 900), *rc::gen::inRange(20, 90));
            const auto cursor = Step(*rc::gen::inRange<std::int64_t>(-50, 300));
            const auto names = step_names(named(labels), port, cursor, style, step_measure);
            for (std::size_t i = 0; i < names.size(); ++i) {
                const Box& own = names[i].ground;
                RC_ASSERT(own.left >= port.box.left - 1e-6);
                RC_ASSERT(own.right <= port.box.right + 1e-6);
                RC_ASSERT(own.top >= port.box.top);
                RC_ASSERT(own.bottom <= port.box.bottom + 1e-6);
                for (std::size_t j = 0; j < i; ++j) {
                    RC_ASSERT(!intersects(own, names[j].ground));
                }
            }
        }));
    }

    void a_step_is_named_by_its_number_or_its_operator() {
        const Problem problem = test::small_network().problem;
        QCOMPARE(step_named(problem, "2").value(), Step(2));
        QCOMPARE(step_named(problem, " 3 ").value(), Step(3));
        QCOMPARE(step_named(problem, "concat").value(), Step(3));
        QCOMPARE(step_named(problem, "CON").error().cause, std::string("several names contain 'CON'"));
        QCOMPARE(step_named(problem, "cat").value(), Step(3));
        QCOMPARE(step_named(problem, "RE").value(), Step(1));
        const auto beyond = step_named(problem, "4");
        QCOMPARE(to_string(beyond.error()), std::string("there is no step 4; steps are 0 to 3"));
        QVERIFY(!step_named(problem, "-1"));
        QCOMPARE(to_string(step_named(problem, "pool").error()),
                 std::string("no step has the name 'pool'; steps are 0 to 3; a part of a name is enough, too"));
        QVERIFY(!step_named(problem, ""));
        QVERIFY(!step_named(Problem(), "0"));
        QCOMPARE(names_of_steps(problem), (std::vector<std::string_view>{"conv", "relu", "split", "concat"}));
    }

    void without_a_network_a_step_has_the_name_of_its_label() {
        Problem problem = test::placed_plan({{"a", 10, 12'000, 8, 0}}).problem;
        QCOMPARE(step_named(problem, "11,999").value(), Step(11'999));
        QCOMPARE(to_string(step_named(problem, "9").error()),
                 std::string("there is no step 9; steps are 10 to 11,999"));
        problem.step_labels = {{Step(10), "load"}, {Step(20), "store"}};
        QCOMPARE(step_named(problem, "store").value(), Step(20));
    }
};

ARENASCOPE_TEST(StepNamesTest)
#include "step_names_test.moc"
