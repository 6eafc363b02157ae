#include "core/picture/report/plan_svg.h"

#include <rapidcheck.h>

#include <QRegularExpression>
#include <QXmlStreamReader>

#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

QString svg_picture(const PlacedPlan& plan,
                    const PlanPicture& picture = {"plan.csv", "Fits.", std::nullopt, Theme::light}) {
    const auto svg = plan_svg(plan.problem, plan.layout, picture);
    if (!svg) {
        qFatal("%s", to_string(svg.error()).c_str());
    }
    return QString::fromStdString(*svg);
}

/// The texts of a picture; empty: it is not well formed.
QStringList texts_in(const QString& svg) {
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters && !reader.isWhitespace()) {
            texts << reader.text().toString();
        }
    }
    return reader.hasError() ? QStringList() : texts;
}

/// The names that its parts have.
QSet<QString> names_in(const QString& svg) {
    QSet<QString> names;
    for (const auto& match : QRegularExpression("\\bid=\"([^\"]*)\"").globalMatch(svg)) {
        names << match.captured(1);
    }
    return names;
}

}  // namespace

class PlanSvgTest : public QObject {
    Q_OBJECT

private slots:
    void a_picture_shows_names_title_and_verdict() {
        const QStringList texts = texts_in(svg_picture(placed_plan({{"low", 0, 9, 800, 0}, {"high", 0, 9, 400, 800}})));
        QVERIFY(texts.contains("plan.csv"));
        QVERIFY(texts.contains("Fits."));
        QVERIFY(!texts.filter(QRegularExpression("^low")).isEmpty());
        QVERIFY(!texts.filter(QRegularExpression("^high")).isEmpty());
    }

    void a_picture_needs_no_style_sheet_and_nothing_from_elsewhere() {
        const QString svg = svg_picture(placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 4}, {"c", 1, 3, 4, 40}}));
        QVERIFY(!svg.contains("class=\""));
        QVERIFY(!svg.contains("var(--"));
        QVERIFY(!svg.contains("<style"));
        QVERIFY(!svg.contains("<script"));
        QCOMPARE(svg.count("http"), svg.count("xmlns=\"http://www.w3.org/2000/svg\""));
        for (const auto& match : QRegularExpression("url\\(#([^)]*)\\)").globalMatch(svg)) {
            QVERIFY2(names_in(svg).contains(match.captured(1)), qPrintable(match.captured()));
        }
    }

    void pictures_of_one_page_share_no_name() {
        const auto first = names_in(svg_picture(placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 4}})));
        const auto second = names_in(svg_picture(placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 5}})));
        QVERIFY(!first.isEmpty());
        QVERIFY(!first.intersects(second));
    }

    void each_theme_has_its_colours() {
        const PlacedPlan plan = placed_plan({{"a", 0, 2, 8, 0}});
        QVERIFY(svg_picture(plan) != svg_picture(plan, {"plan.csv", "Fits.", std::nullopt, Theme::dark}));
    }

    void names_from_a_file_stay_texts() {
        const QString svg = svg_picture(placed_plan({{"class=\"f0\" url(#h0) <path id=\"x\">", 0, 9, 900, 0}}));
        QVERIFY(!texts_in(svg).isEmpty());
        QVERIFY(!svg.contains("id=\"x\""));
        QVERIFY(!texts_in(svg).filter("class=\"f0\" url(#").isEmpty());
    }

    void no_buffer_is_a_picture_too() { QVERIFY(!texts_in(svg_picture({})).isEmpty()); }

    void any_plan_is_well_formed_and_the_same_each_time() {
        QVERIFY(rc::check([] {
            auto [problem, layout] = random_plan(Features::of_json);
            const PlacedPlan plan{std::move(problem), std::move(layout)};
            const QString svg = svg_picture(plan);
            RC_ASSERT(!texts_in(svg).isEmpty());
            RC_ASSERT(svg == svg_picture(plan));
        }));
    }
};

ARENASCOPE_TEST(PlanSvgTest)

#include "plan_svg_test.moc"
