#include "widgets/picture/layout_view/layout_legend.h"

#include <QObject>
#include <QStringList>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

QStringList legend_names(const LayoutPicture& picture) {
    QStringList names;
    for (const LegendEntry& entry : layout_legend(picture)) {
        names << QString::fromStdString(entry.name);
    }
    return names;
}

}  // namespace

class LayoutLegendTest : public QObject {
    Q_OBJECT

private slots:
    void an_empty_picture_has_no_legend() { QVERIFY(layout_legend(LayoutPicture()).empty()); }

    void only_what_the_picture_shows_is_listed() {
        LayoutPicture picture;
        const auto plan = test::placed_plan({{"a", 0, 4, 100, 0}, {"b", 4, 8, 100, 20}, {"c", 9, 10, 1, -1}});
        picture.set_problem(test::shared(plan.problem));
        const IndexedVector<BufferIndex, Risk> risks(
            std::vector<Risk>{{Tier::none, Cause::none}, {Tier::high, Cause::over}, {Tier::low, Cause::none}});
        picture.set_layout(test::shared(plan.layout), test::shared(risks));
        // The buffer in tier low is not placed.
        QCOMPARE(legend_names(picture), (QStringList{"high: over the threshold", "none", "theoretical threshold"}));
    }

    void two_pictures_have_one_legend_with_the_most_urgent_risk_on_top() {
        const auto entry = [](const char* name, std::optional<Risk> risk) {
            LegendEntry made;
            made.name = name;
            made.risk = risk;
            return made;
        };
        const Risk over{Tier::high, Cause::over};
        const Risk low{Tier::low, Cause::none};
        const Risk none{};
        const std::vector<LegendEntry> joined = joined_legends(
            {entry("over", over), entry("none", none), entry("threshold", std::nullopt)},
            {entry("low", low), entry("none", none), entry("overlap", std::nullopt), entry("threshold", std::nullopt)});
        QStringList names;
        for (const LegendEntry& each : joined) {
            names << QString::fromStdString(each.name);
        }
        QCOMPARE(names, (QStringList{"over", "low", "none", "threshold", "overlap"}));
    }

    void marks_come_and_go_with_the_picture() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        const QStringList before = legend_names(picture);
        picture.set_layout(
            picture.content().layout, nullptr,
            std::make_shared<const std::vector<Move>>(std::vector<Move>{{BufferIndex(0), Offset(1), Offset(0)}}));
        picture.set_overlaps(nullptr, test::shared(std::vector<OverlapArea>(1)));
        picture.set_free_areas(true);
        picture.set_time_cursor(Step(7));
        const QStringList after = legend_names(picture);
        for (const char* mark : {"moved since previous", "overlap", "free area"}) {
            QVERIFY(after.contains(mark) && !before.contains(mark));
        }
        picture.set_free_areas(false);
        QVERIFY(!legend_names(picture).contains("free area"));
    }
};

ARENASCOPE_TEST(LayoutLegendTest)
#include "layout_legend_test.moc"
