#include "widgets/picture/picture_legend/picture_legend.h"

#include <QObject>
#include <QtTest>

#include "qt/painting/theme.h"
#include "qt/words/meaning.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::vector<LegendEntry> some_entries() {
    const Palette& tokens = palette(Theme::light);
    LegendEntry over;
    over.look = {{}, tokens.high_over.fill, tokens.high_over.edge, 1, Pattern::plain, {}};
    over.name = "high: over the threshold";
    over.risk = Risk{Tier::high, Cause::over};
    LegendEntry line;
    line.look = {{}, {}, tokens.accent, 1.5, Pattern::plain, {}};
    line.name = "theoretical threshold";
    line.is_line = true;
    line.mark = LegendMark::threshold;
    return {over, line};
}

}  // namespace

class PictureLegendTest : public QObject {
    Q_OBJECT

private slots:
    void without_entries_it_takes_no_room() {
        PictureLegend legend;
        QCOMPARE(legend.heightForWidth(800), 0);
        legend.set_entries(some_entries(), Theme::light);
        QVERIFY(legend.heightForWidth(800) > 10);
        QCOMPARE(legend.accessibleDescription(), QStringLiteral("high: over the threshold, theoretical threshold"));
    }

    void it_has_a_second_row_but_never_a_third() {
        PictureLegend legend;
        legend.set_entries(some_entries(), Theme::light);
        const int row = legend.heightForWidth(800);
        QVERIFY(legend.heightForWidth(250) > row);
        std::vector<LegendEntry> many;
        for (int i = 0; i < 20; ++i) {
            many.push_back(some_entries().front());
        }
        legend.set_entries(many, Theme::light);
        QCOMPARE(legend.heightForWidth(250), legend.heightForWidth(500));
        QVERIFY(legend.heightForWidth(250) < 2 * row);
    }

    void it_says_how_many_entries_do_not_fit() {
        PictureLegend legend;
        std::vector<LegendEntry> many(9, some_entries().front());
        for (LegendEntry& entry : many) {
            entry.risk.reset();
        }
        many.back().makers = 30;
        legend.set_entries(many, Theme::light);
        legend.resize(500, legend.heightForWidth(500));
        const std::vector<LegendEntry> drawn = legend.drawn_entries();
        QVERIFY(drawn.size() > 1 && drawn.size() < many.size());
        // Each maker counts, as in their list, and each other entry.
        QCOMPARE(drawn.back().name, std::to_string(many.size() - drawn.size() + 30) + " more");
        many.back().makers = 0;
        PictureLegend without_makers;
        without_makers.set_entries(many, Theme::light);
        without_makers.resize(legend.size());
        const std::size_t left_out = many.size() - (without_makers.drawn_entries().size() - 1);
        QCOMPARE(without_makers.drawn_entries().back().name, std::to_string(left_out) + " more");
        bool is_explained = false;
        for (int x = 0; x < 500; x += 5) {
            is_explained = is_explained || legend.tooltip_at({x, legend.height() - 12}).contains("dock Makers");
        }
        QVERIFY(is_explained);
    }

    void the_tooltip_of_an_entry_explains_it() {
        PictureLegend legend;
        legend.set_entries(some_entries(), Theme::light);
        legend.resize(800, legend.heightForWidth(800));
        const int y = legend.height() / 2;
        QCOMPARE(legend.tooltip_at({20, y}), risk_meaning({Tier::high, Cause::over}));
        QCOMPARE(legend.tooltip_at({790, y}), legend.accessibleDescription());
        QString found;
        for (int x = 0; x < 800; ++x) {
            const QString text = legend.tooltip_at({x, y});
            found = text == threshold_meaning() ? text : found;
        }
        QCOMPARE(found, threshold_meaning());
    }

    void it_is_painted_in_the_colours_of_the_theme() {
        PictureLegend legend;
        legend.set_entries(some_entries(), Theme::light);
        legend.resize(800, legend.heightForWidth(800));
        const QImage image = legend.grab().toImage();
        QCOMPARE(image.pixelColor(1, 1), qt_color(palette(Theme::light).panel));
        QCOMPARE(image.pixelColor(16, image.height() / 2 + 4), qt_color(palette(Theme::light).high_over.fill));
    }
};

ARENASCOPE_TEST(PictureLegendTest)
#include "picture_legend_test.moc"
