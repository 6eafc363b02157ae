#include "core/picture/terminal/colored_text.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr Color orange = color(0xE8732A);
constexpr Color blue = color(0x0000FF);

TextLine line_of(const std::vector<TextRun>& runs) {
    TextLine line;
    for (const TextRun& run : runs) {
        append(line, run);
    }
    return line;
}

}  // namespace

class ColoredTextTest : public QObject {
    Q_OBJECT

private slots:
    void runs_of_the_same_look_are_one() {
        const TextLine line = line_of(
            {{"a"}, {"b"}, {.text = "c", .ink = orange}, {.text = "", .ink = blue}, {.text = "d", .ink = orange}});
        QVERIFY(line == (TextLine{{"ab"}, {.text = "cd", .ink = orange}}));
    }

    void without_colours_there_is_only_text() {
        const std::vector<TextLine> lines{line_of({{.text = "a", .ink = orange, .is_bold = true}, {" b  "}}), {}};
        QCOMPARE(colored_text(lines, ColorDepth::none), std::string("a b\n\n"));
    }

    void true_colours_have_three_numbers() {
        const std::vector<TextLine> lines{line_of({{"a"}, {.text = "b", .ink = orange, .ground = blue}})};
        QCOMPARE(colored_text(lines, ColorDepth::true_color),
                 std::string("a\x1b[38;2;232;115;42;48;2;0;0;255mb\x1b[0m\n"));
    }

    void a_palette_has_one_number() {
        const std::vector<TextLine> lines{line_of({{.text = "b", .ink = blue, .is_bold = true}})};
        QCOMPARE(colored_text(lines, ColorDepth::palette256), std::string("\x1b[1;38;5;21mb\x1b[0m\n"));
    }

    void blanks_at_the_end_stay_if_they_have_a_ground() {
        const std::vector<TextLine> lines{line_of({{.text = "a  ", .ink = blue}}),
                                          line_of({{.text = " ", .ground = blue}, {"  "}})};
        QCOMPARE(colored_text(lines, ColorDepth::palette256),
                 std::string("\x1b[38;5;21ma\x1b[0m\n\x1b[48;5;21m \x1b[0m\n"));
    }

    void the_nearest_of_256_colours_is_as_near_as_any() {
        const auto level = [](int index) { return index == 0 ? 0 : 55 + 40 * index; };
        const auto shown = [&](int number) {
            const int gray = 8 + 10 * (number - 232);
            const int cube = number - 16;
            return number >= 232 ? std::array<int, 3>{gray, gray, gray}
                                 : std::array<int, 3>{level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
        };
        QVERIFY(rc::check("nearest", [&] {
            const auto rgb = *rc::gen::inRange<std::uint32_t>(0, 0x1000000);
            const Color wanted = color(rgb);
            const auto distance = [&](int number) {
                const auto [red, green, blue_part] = shown(number);
                return (red - wanted.red) * (red - wanted.red) + (green - wanted.green) * (green - wanted.green) +
                       (blue_part - wanted.blue) * (blue_part - wanted.blue);
            };
            const int nearest = nearest_of_256(wanted);
            for (int number = 16; number < 256; ++number) {
                RC_ASSERT(distance(nearest) <= distance(number));
            }
        }));
    }
};

ARENASCOPE_TEST(ColoredTextTest)
#include "colored_text_test.moc"
