#include "core/picture/label.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr TextStyle style{10, false};

/// Ten pixels for each character, however many bytes it has.
double ten_pixels_each(std::string_view text, TextStyle) {
    return 10.0 * static_cast<double>(std::count_if(text.begin(), text.end(), [](char byte) {
               return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
           }));
}

const MeasureText measure = ten_pixels_each;

}  // namespace

class LabelTest : public QObject {
    Q_OBJECT

private slots:
    void shows_name_and_size_if_both_fit() {
        const auto label = label_in({0, 0, 120, 20}, "conv", "8 KiB", style, measure);
        QVERIFY(label.has_value());
        QCOMPARE(label->text, std::string("conv"));
        QCOMPARE(label_in({0, 0, 130, 20}, "conv", "8 KiB", style, measure)->text, std::string("conv · 8 KiB"));
    }

    void a_name_that_fits_neither_way_is_shortened_in_its_middle() {
        QCOMPARE(label_in({0, 0, 88, 20}, "activation_12/Relu", "8 KiB", style, measure)->text,
                 std::string("act…Relu"));
        const auto upwards = label_in({0, 0, 20, 114}, "activation_12/Relu", "8 KiB", style, measure);
        QCOMPARE(upwards->text, std::string("act…2/Relu"));
        QVERIFY(upwards->upwards);
        const std::vector<Box> edge{{0, 0, 20, 3}};
        QVERIFY(label_in({0, 0, 20, 114}, "activation_12/Relu", "", style, measure, edge).has_value());
        // Fewer characters would tell nothing.
        QVERIFY(!label_in({0, 0, 77, 20}, "activation_12/Relu", "8 KiB", style, measure).has_value());
    }

    void a_text_elided_in_its_middle_keeps_as_much_as_fits() {
        QCOMPARE(elided_in_middle("abcdef", 60, style, measure), std::string("abcdef"));
        QCOMPARE(elided_in_middle("abcdef", 59, style, measure), std::string("ab…ef"));
        QCOMPARE(elided_in_middle("abcdef", 20, style, measure), std::string("a…"));
        QCOMPARE(elided_in_middle("abcdef", 19, style, measure), std::string());
        QCOMPARE(elided_in_middle("卷积核权重", 40, style, measure), std::string("卷…权重"));
    }

    void shows_nothing_if_the_name_does_not_fit() {
        QVERIFY(!label_in({0, 0, 47, 20}, "conv", "8 KiB", style, measure).has_value());
        QVERIFY(!label_in({0, 0, 200, 12}, "conv", "8 KiB", style, measure).has_value());
    }

    void a_narrow_high_rectangle_has_its_name_upwards() {
        const auto label = label_in({0, 0, 20, 100}, "conv", "8 KiB", style, measure);
        QVERIFY(label.has_value() && label->upwards);
        QCOMPARE(label->text, std::string("conv"));
        QCOMPARE(middle(label->ground), (Point{10, 50}));
        QCOMPARE(height(label->ground), 48.0);
        QCOMPARE(label_in({0, 0, 20, 200}, "conv", "8 KiB", style, measure)->text, std::string("conv · 8 KiB"));
        QVERIFY(!label_in({0, 0, 10, 100}, "conv", "", style, measure));
        QVERIFY(!label_in({0, 0, 20, 47}, "conv", "", style, measure));
        QVERIFY(!label_in({0, 0, 50, 100}, "conv", "", style, measure)->upwards);
    }

    void a_chinese_name_is_measured_by_its_characters() {
        QCOMPARE(label_in({0, 0, 60, 20}, "卷积核", "8 KiB", style, measure)->text, std::string("卷积核"));
    }

    void never_covers_an_edge() {
        QVERIFY(rc::check([] {
            const Box box{0, 0, static_cast<double>(*rc::gen::inRange(1, 400)),
                          static_cast<double>(*rc::gen::inRange(1, 60))};
            const std::string name(*rc::gen::inRange<std::size_t>(1, 30), 'x');
            const auto label = label_in(box, name, "123 B", style, measure);
            if (label) {
                RC_ASSERT(label->ground.left >= box.left);
                RC_ASSERT(label->ground.right <= box.right);
                RC_ASSERT(label->ground.top >= box.top);
                RC_ASSERT(label->ground.bottom <= box.bottom);
                const double room = label->upwards ? height(label->ground) : width(label->ground);
                RC_ASSERT(measure(label->text, style) <= room + 1e-9);
            }
        }));
    }

    void avoids_areas_that_must_stay_clear() {
        const std::vector<Box> line{{0, 29, 500, 31}};
        const auto label = label_in({0, 0, 100, 60}, "a", "", style, measure, line);
        QVERIFY(label.has_value());
        QVERIFY(!intersects(label->ground, line.front()));
        const std::vector<Box> all{{0, 0, 500, 60}};
        QVERIFY(!label_in({0, 0, 100, 60}, "a", "", style, measure, all).has_value());
    }

    void a_long_text_is_shortened_between_characters() {
        QCOMPARE(elided("abcdef", 40, style, measure), std::string("abc…"));
        QCOMPARE(elided("卷积核权重", 30, style, measure), std::string("卷积…"));
        QCOMPARE(elided("abc", 30, style, measure), std::string("abc"));
        QCOMPARE(elided("abcdef", 5, style, measure), std::string());
    }

    void a_caption_is_broken_at_spaces_and_its_last_line_shortened() {
        const std::vector<std::string> expected{"one two", "three", "four f…"};
        QVERIFY(wrapped("one two three four five six", 70, 3, style, measure) == expected);
    }
};

ARENASCOPE_TEST(LabelTest)
#include "label_test.moc"
