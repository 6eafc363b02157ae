#include "core/picture/plan/palette.h"

#include "core/picture/plan/pixel_grid.h"
#include "tests/support/contrast.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::contrast;

namespace {

constexpr double readable = 4.5;

std::vector<RiskStyle> styles_of(const Palette& tokens) {
    std::vector<RiskStyle> styles{tokens.high_over, tokens.high_beside, tokens.medium_at, tokens.medium_beside,
                                  tokens.low,       tokens.none,        tokens.unplaced};
    styles.insert(styles.end(), tokens.scale.begin(), tokens.scale.end());
    styles.insert(styles.end(), tokens.kinds.begin(), tokens.kinds.end());
    styles.insert(styles.end(), tokens.makers.begin(), tokens.makers.end());
    styles.push_back(tokens.no_maker);
    styles.push_back(tokens.other_makers);
    return styles;
}

}  // namespace

class PaletteTest : public QObject {
    Q_OBJECT

private slots:
    void contrast_is_that_of_wcag() {
        QCOMPARE(contrast(color(0x000000), color(0xFFFFFF)), 21.0);
        QCOMPARE(contrast(color(0x777777), color(0x777777)), 1.0);
    }

    void text_on_every_fill_can_be_read_data() { themes(); }
    void text_on_every_fill_can_be_read() {
        QFETCH(int, theme);
        for (const RiskStyle& style : styles_of(palette(static_cast<Theme>(theme)))) {
            QVERIFY2(contrast(style.text, style.fill) >= readable,
                     qPrintable(QString::number(contrast(style.text, style.fill))));
        }
    }

    void text_on_every_ground_can_be_read_data() { themes(); }
    void text_on_every_ground_can_be_read() {
        QFETCH(int, theme);
        const Palette& tokens = palette(static_cast<Theme>(theme));
        for (const Color ground : {tokens.ground, tokens.panel, tokens.stripe, tokens.plot}) {
            for (const Color text :
                 {tokens.ink, tokens.dim, tokens.accent, tokens.risk_text, tokens.good, tokens.warning, tokens.bad}) {
                QVERIFY2(contrast(text, ground) >= readable, qPrintable(QString::number(contrast(text, ground))));
            }
        }
        QVERIFY(contrast(tokens.accent_ink, tokens.accent) >= readable);
        QVERIFY(contrast(tokens.ink, tokens.selection) >= readable);
        QVERIFY(contrast(tokens.ink, tokens.live_fill) >= readable);
    }

    void rectangles_above_the_threshold_differ_by_more_than_colour_data() { themes(); }
    void rectangles_above_the_threshold_differ_by_more_than_colour() {
        QFETCH(int, theme);
        const Palette& tokens = palette(static_cast<Theme>(theme));
        QVERIFY(tokens.high_over.pattern == Pattern::hatch);
        QVERIFY(tokens.medium_at.pattern == Pattern::dots);
        QVERIFY(contrast(tokens.high_over.mark, tokens.high_over.fill) > 1.3);
        for (const RiskStyle& style : styles_of(tokens)) {
            QVERIFY(style.pattern == Pattern::plain || !(style.mark == style.fill));
            QVERIFY(!(style.edge == style.fill));
        }
    }

    void scratch_differs_from_tensors_on_every_fill_data() { themes(); }
    void scratch_differs_from_tensors_on_every_fill() {
        QFETCH(int, theme);
        for (const RiskStyle& style : styles_of(palette(static_cast<Theme>(theme)))) {
            const RiskStyle scratch = as_scratch(style);
            QVERIFY(scratch.pattern != palette(static_cast<Theme>(theme)).high_over.pattern);
            QVERIFY(scratch.pattern != Pattern::plain && scratch.fill == style.fill && scratch.letter == style.letter);
            QVERIFY2(contrast(scratch.mark, scratch.fill) > 1.4,
                     qPrintable(QString::number(contrast(scratch.mark, scratch.fill))));
        }
    }

    void the_fast_part_is_visible_and_text_on_it_readable_data() { themes(); }
    void the_fast_part_is_visible_and_text_on_it_readable() {
        QFETCH(int, theme);
        const Palette& tokens = palette(static_cast<Theme>(theme));
        QVERIFY(contrast(tokens.fast, tokens.plot) > 1.1);
        QVERIFY(contrast(tokens.ink, tokens.fast) >= readable);
        QVERIFY(contrast(tokens.dim, tokens.fast) >= readable);
    }

    void makers_differ_from_each_other_and_from_both_grounds_data() { themes(); }
    void makers_differ_from_each_other_and_from_both_grounds() {
        QFETCH(int, theme);
        const Palette& tokens = palette(static_cast<Theme>(theme));
        QVERIFY(contrast(tokens.absent, tokens.plot) > 1.1);
        QVERIFY(contrast(tokens.reserved_fill, tokens.live_fill) > 1.02);
        std::vector<RiskStyle> all(tokens.makers.begin(), tokens.makers.end());
        all.push_back(tokens.no_maker);
        all.push_back(tokens.other_makers);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY(contrast(all[i].fill, tokens.plot) > 1.25);
            QVERIFY(contrast(all[i].fill, tokens.absent) > 1.25 || contrast(all[i].edge, tokens.absent) > 1.5);
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(!(all[i].fill == all[j].fill));
            }
        }
    }

    void at_the_threshold_and_beside_differ_also_in_grey_data() { themes(); }
    void at_the_threshold_and_beside_differ_also_in_grey() {
        QFETCH(int, theme);
        const Palette& tokens = palette(static_cast<Theme>(theme));
        QVERIFY(contrast(tokens.medium_at.fill, tokens.medium_beside.fill) > 1.3);
        QVERIFY(tokens.medium_at.letter != tokens.medium_beside.letter);
        QVERIFY(tokens.medium_at.pattern != tokens.medium_beside.pattern);
    }

    void what_recedes_is_still_seen_data() { themes(); }
    void what_recedes_is_still_seen() {
        QFETCH(int, theme);
        const Palette& tokens = palette(static_cast<Theme>(theme));
        QVERIFY(contrast(tokens.none.fill, tokens.plot) >= 1.4);
        QVERIFY(contrast(tokens.none.edge, tokens.plot) >= 2.3);
        for (const RiskStyle& style : {tokens.dimmed, tokens.dimmed_over}) {
            QVERIFY(contrast(style.fill, tokens.plot) >= 1.15);
            QVERIFY(contrast(style.edge, tokens.plot) >= 1.6);
            QVERIFY(contrast(style.text, style.fill) >= readable);
            QVERIFY(contrast(style.fill, tokens.plot) < contrast(tokens.none.fill, tokens.plot));
        }
    }

private:
    static void themes() {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << static_cast<int>(Theme::light);
        QTest::newRow("dark") << static_cast<int>(Theme::dark);
    }
};

ARENASCOPE_TEST(PaletteTest)
#include "palette_test.moc"
