#include "core/picture/plan/label.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr TextStyle label_style{10, false};

/// Ten pixels for each character, however many bytes it has.
double ten_pixels_a_letter(std::string_view text, TextStyle) {
    return 10.0 * static_cast<double>(std::count_if(text.begin(), text.end(), [](char byte) {
               return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
           }));
}

const MeasureText label_measure = ten_pixels_a_letter;

}  // namespace

class LabelTest : public QObject {
    Q_OBJECT

private slots:
    void shows_name_and_size_if_both_fit() {
        const auto label = label_in({0, 0, 120, 20}, "conv", "8 KiB", label_style, label_measure);
        QVERIFY(label.has_value());
        QCOMPARE(label->text, std::string("conv"));
        QCOMPARE(label_in({0, 0, 130, 20}, "conv", "8 KiB", label_style, label_measure)->text,
                 std::string("conv · 8 KiB"));
    }

    void a_name_that_fits_neither_way_is_shortened_in_its_middle() {
        QCOMPARE(label_in({0, 0, 88, 20}, "activation_12/Relu", "8 KiB", label_style, label_measure)->text,
                 std::string("…12/Relu"));
        const auto upwards = label_in({0, 0, 20, 114}, "activation_12/Relu", "8 KiB", label_style, label_measure);
        QCOMPARE(upwards->text, std::string("ac…12/Relu"));
        QVERIFY(upwards->upwards);
        const std::vector<Box> edge{{0, 0, 20, 3}};
        QVERIFY(label_in({0, 0, 20, 114}, "activation_12/Relu", "", label_style, label_measure, edge).has_value());
        // Fewer characters would tell nothing.
        QVERIFY(!label_in({0, 0, 77, 20}, "activation_12/Relu", "8 KiB", label_style, label_measure).has_value());
    }

    void a_text_elided_in_its_middle_keeps_as_much_as_fits() {
        QCOMPARE(elided_in_middle("abcdef", 60, label_style, label_measure), std::string("abcdef"));
        QCOMPARE(elided_in_middle("abcdef", 59, label_style, label_measure), std::string("ab…ef"));
        QCOMPARE(elided_in_middle("abcdef", 20, label_style, label_measure), std::string("a…"));
        QCOMPARE(elided_in_middle("abcdef", 19, label_style, label_measure), std::string());
        QCOMPARE(elided_in_middle("卷积核权重", 40, label_style, label_measure), std::string("卷…权重"));
    }

    void a_text_elided_in_its_middle_keeps_its_digits() {
        QCOMPARE(elided_in_middle("Conv2d_1_pointwise", 120, label_style, label_measure), std::string("Conv2d_1…ise"));
        QCOMPARE(elided_in_middle("Conv2d_2_pointwise", 120, label_style, label_measure), std::string("Conv2d_2…ise"));
        QCOMPARE(elided_in_middle("Conv2d_1_pointwise", 90, label_style, label_measure), std::string("Conv2d_1…"));
        QCOMPARE(elided_in_middle("pointwise_1_Conv2d", 100, label_style, label_measure), std::string("p…1_Conv2d"));
        QCOMPARE(elided_in_middle("block_conv_17", 70, label_style, label_measure), std::string("bl…v_17"));
        QCOMPARE(elided_in_middle("卷积核12权重张量", 60, label_style, label_measure), std::string("卷积核12…"));
        // Where some digits must go, the fewest go, and then the cut is near the front third.
        QCOMPARE(elided_in_middle("12345678", 50, label_style, label_measure), std::string("12…78"));
    }

    void a_text_elided_in_its_middle_fits_and_splits_no_character() {
        QVERIFY(rc::check([] {
            const auto parts = *rc::gen::container<std::vector<std::string>>(
                rc::gen::element<std::string>("a", "W", "_", "7", "0", "é", "核"));
            std::string text;
            for (const std::string& part : parts) {
                text += part;
            }
            const double room = *rc::gen::inRange(0, 300);
            const std::string shown = elided_in_middle(text, room, label_style, label_measure);
            RC_ASSERT(label_measure(shown, label_style) <= room);
            if (shown != text && !shown.empty()) {
                const std::string ellipsis = "…";
                const std::size_t cut = shown.find(ellipsis);
                RC_ASSERT(cut != std::string::npos);
                const std::string back = shown.substr(cut + ellipsis.size());
                RC_ASSERT(text.starts_with(shown.substr(0, cut)));
                RC_ASSERT(text.ends_with(back));
                // A character that is split would begin with a continuation byte.
                const auto begins_character = [&](std::size_t at) {
                    return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
                };
                RC_ASSERT(begins_character(cut));
                RC_ASSERT(begins_character(text.size() - back.size()));
            }
        }));
    }

    void shows_nothing_if_the_name_does_not_fit() {
        QVERIFY(!label_in({0, 0, 47, 20}, "conv", "8 KiB", label_style, label_measure).has_value());
        QVERIFY(!label_in({0, 0, 200, 12}, "conv", "8 KiB", label_style, label_measure).has_value());
    }

    void a_narrow_high_rectangle_has_its_name_upwards() {
        const auto label = label_in({0, 0, 20, 100}, "conv", "8 KiB", label_style, label_measure);
        QVERIFY(label.has_value() && label->upwards);
        QCOMPARE(label->text, std::string("conv"));
        QCOMPARE(middle(label->ground), (Point{10, 50}));
        QCOMPARE(height(label->ground), 48.0);
        QCOMPARE(label_in({0, 0, 20, 200}, "conv", "8 KiB", label_style, label_measure)->text,
                 std::string("conv · 8 KiB"));
        QVERIFY(!label_in({0, 0, 10, 100}, "conv", "", label_style, label_measure));
        QVERIFY(!label_in({0, 0, 20, 47}, "conv", "", label_style, label_measure));
        QVERIFY(!label_in({0, 0, 50, 100}, "conv", "", label_style, label_measure)->upwards);
    }

    void a_chinese_name_is_measured_by_its_characters() {
        QCOMPARE(label_in({0, 0, 60, 20}, "卷积核", "8 KiB", label_style, label_measure)->text, std::string("卷积核"));
    }

    void never_covers_an_edge() {
        QVERIFY(rc::check([] {
            const Box box{0, 0, static_cast<double>(*rc::gen::inRange(1, 400)),
                          static_cast<double>(*rc::gen::inRange(1, 60))};
            const std::string name(*rc::gen::inRange<std::size_t>(1, 30), 'x');
            const auto label = label_in(box, name, "123 B", label_style, label_measure);
            if (label) {
                RC_ASSERT(label->ground.left >= box.left);
                RC_ASSERT(label->ground.right <= box.right);
                RC_ASSERT(label->ground.top >= box.top);
                RC_ASSERT(label->ground.bottom <= box.bottom);
                const double room = label->upwards ? height(label->ground) : width(label->ground);
                RC_ASSERT(label_measure(label->text, label_style) <= room + 1e-9);
            }
        }));
    }

    void avoids_areas_that_must_stay_clear() {
        const std::vector<Box> line{{0, 29, 500, 31}};
        const auto label = label_in({0, 0, 100, 60}, "a", "", label_style, label_measure, line);
        QVERIFY(label.has_value());
        QVERIFY(!intersects(label->ground, line.front()));
        const std::vector<Box> all{{0, 0, 500, 60}};
        QVERIFY(!label_in({0, 0, 100, 60}, "a", "", label_style, label_measure, all).has_value());
    }

    void a_long_text_is_shortened_between_characters() {
        QCOMPARE(elided("abcdef", 40, label_style, label_measure), std::string("abc…"));
        QCOMPARE(elided("卷积核权重", 30, label_style, label_measure), std::string("卷积…"));
        QCOMPARE(elided("abc", 30, label_style, label_measure), std::string("abc"));
        QCOMPARE(elided("abcdef", 5, label_style, label_measure), std::string());
    }

    void a_caption_is_broken_at_spaces_and_its_last_line_shortened() {
        const std::vector<std::string> expected{"one two", "three", "four f…"};
        QVERIFY(wrapped("one two three four five six", 70, 3, label_style, label_measure) == expected);
    }
};

ARENASCOPE_TEST(LabelTest)
#include "label_test.moc"
