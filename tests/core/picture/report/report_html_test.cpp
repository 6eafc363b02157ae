#include "core/picture/report/report_html.h"

#include <rapidcheck.h>

#include <QCryptographicHash>
#include <QRegularExpression>

#include <nlohmann/json.hpp>

#include "core/check/overlap_area.h"
#include "core/format/plan/embedded_plan.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/plan/file_verdict.h"
#include "core/picture/report/buffer_shapes.h"
#include "core/picture/report/report_files.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A plan with all that a report of it refers to.
struct Reported {
    explicit Reported(PlacedPlan given) : plan(std::move(given)) {
        risks = classify(plan.problem, plan.layout);
        report = check(plan.problem, plan.layout);
        areas = overlap_areas(plan.problem, plan.layout);
        content.page.problem = &plan.problem;
        content.page.layout = &plan.layout;
        content.page.risks = risks;
        content.page.overlaps = report.overlaps;
        content.page.overlap_areas = areas;
        content.page.overlap_count = report.overlap_count;
        content.page.title = "plan.csv";
        content.check = &report;
        content.reproduction.file = "plan.csv";
    }
    Reported(const Reported&) = delete;
    Reported& operator=(const Reported&) = delete;

    [[nodiscard]] QString html() const {
        ReportContent judged = content;
        judged.verdict = verdict_on_file({.problem = &plan.problem,
                                          .layout = &plan.layout,
                                          .check = &report,
                                          .step = content.step,
                                          .is_under_way = !content.step.empty()},
                                         {.format = content.format,
                                          .left_out = content.left_out,
                                          .is_model = content.is_model,
                                          .switches = content.reproduction.switches});
        const auto text = report_html(judged);
        if (!text) {
            qFatal("%s", to_string(text.error()).c_str());
        }
        return QString::fromStdString(*text);
    }

    PlacedPlan plan;
    IndexedVector<BufferIndex, Risk> risks;
    CheckReport report;
    std::vector<OverlapArea> areas;
    ReportContent content;
};

/// Two buffers, one on the other, and a third later: peak 12, threshold 12.
PlacedPlan sound_plan() {
    return placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 8}, {"c", 3, 4, 6, 0}});
}

/// The value of a figure, which stands in a `<data>` element.
QString figure(const QString& html, const QString& id) {
    return QRegularExpression("id=\"" + id + "\" value=\"(-?\\d+)\"").match(html).captured(1);
}

/// What leads out of the file, or would: addresses, sheets, pictures and scripts of elsewhere.
QStringList ways_out(const QString& html) {
    QStringList found;
    const QRegularExpression way(QStringLiteral(
        "https?:|//[a-z]|<link|<iframe|<object|<embed|<base|@import|xmlns|\\bsrc\\s*=|<a\\b|url\\((?!#h\\d+\\))|"
        "href=\"(?!data:image/png;base64,)"));
    for (const auto& match : way.globalMatch(html)) {
        found << match.captured();
    }
    return found;
}

/// The elements of a document that are not well formed where HTML of this program is: a tag that nothing closes.
QString unbalanced(const QString& html) {
    static const QStringList empty = {QStringLiteral("meta"), QStringLiteral("!DOCTYPE"), QStringLiteral("br")};
    QStringList open;
    const QRegularExpression tag(QStringLiteral("<(/?)([!A-Za-z][A-Za-z0-9]*)[^<>]*?(/?)>"));
    QString markup = html;
    markup.remove(
        QRegularExpression(QStringLiteral("<script>.*</script>"), QRegularExpression::DotMatchesEverythingOption));
    for (const auto& match : tag.globalMatch(markup)) {
        const QString name = match.captured(2);
        if (!match.captured(1).isEmpty()) {
            if (open.isEmpty() || open.takeLast() != name) {
                return match.captured();
            }
        } else if (match.captured(3).isEmpty() && !empty.contains(name)) {
            open << name;
        }
    }
    return open.join(QLatin1Char(' '));
}

}  // namespace

class ReportHtmlTest : public QObject {
    Q_OBJECT

private slots:
    void figures_verdict_and_tooltips_are_those_of_the_plan() {
        const QString html = Reported(sound_plan()).html();
        QCOMPARE(figure(html, QStringLiteral("figure-peak")), QStringLiteral("12"));
        QCOMPARE(figure(html, QStringLiteral("figure-threshold")), QStringLiteral("12"));
        QCOMPARE(figure(html, QStringLiteral("figure-peak-step")), QStringLiteral("1"));
        QCOMPARE(figure(html, QStringLiteral("figure-buffers")), QStringLiteral("3"));
        QCOMPARE(figure(html, QStringLiteral("figure-steps")), QStringLiteral("4"));
        QCOMPARE(figure(html, QStringLiteral("figure-total-bytes")), QStringLiteral("18"));
        QVERIFY(html.contains(QStringLiteral("Sound: the checker finds no overlap")));
        QVERIFY(html.contains(QStringLiteral("12 B needed, the lowest possible.")));
        QVERIFY(html.contains(QStringLiteral("no layout without sharing is lower")));
        QVERIFY(html.contains(QStringLiteral(
            "<path d=\"M1 8h2v4H1z\"><title>b\nsize 4 B, lifetime [1, 3), offset 8, tail 12\ntier medium: at the "
            "threshold</title></path>")));
    }

    void overlaps_are_listed_and_not_sound() {
        const QString html = Reported(placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 4}})).html();
        QVERIFY(html.contains(QStringLiteral("Not sound: 1 pair of buffers overlaps.")));
        QVERIFY(html.contains(QStringLiteral("1: a and b share steps [1, 2) and bytes [4, 8)")));
        QVERIFY(html.contains(QStringLiteral("below the theoretical threshold")));
    }

    void a_carrier_that_is_too_small_for_its_name_has_it_beside() {
        const QString html =
            Reported(placed_plan({{"wide", 0, 1000, 10, 0}, {"carrier/of/the/peak", 500, 502, 90, 10}})).html();
        const qsizetype fitted = html.indexOf(QStringLiteral("carrier/of/the/peak · 90 B"));
        QVERIFY(fitted > 0);
        QVERIFY(html.lastIndexOf(QStringLiteral("<g class=\"fitted\""), fitted) > 0);
    }

    void overlaps_are_numbered_in_the_picture_as_in_the_list() {
        const QString html = Reported(placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 4}})).html();
        QVERIFY(QRegularExpression(QStringLiteral("<text[^>]*>1</text>")).match(html).hasMatch());
    }

    void a_capacity_is_kept_or_exceeded() {
        Reported fits(sound_plan());
        fits.plan.problem.regions.front().capacity = Bytes(12);
        QVERIFY(fits.html().contains(QStringLiteral("Fits: 12 of 12 B, nothing free.")));
        Reported exceeds(sound_plan());
        exceeds.plan.problem.regions.front().capacity = Bytes(10);
        QVERIFY(
            exceeds.html().contains(QStringLiteral("Does not fit: at least 12 B needed of 10. No layout can fit.")));
    }

    void notes_that_people_pinned_stand_with_what_they_are_about() {
        Reported plan(sound_plan());
        plan.content.annotations.pinned_notes = {{"why <here>?\nsecond line", BufferIndex(1)},
                                                 {"a place", BytePlace{RegionIndex(0), Offset(4), Step(2)}},
                                                 {"a step", Step(3)}};
        const QString html = plan.html();
        QVERIFY(html.contains(QStringLiteral("buffer b</span><br>why &lt;here&gt;?<br>second line</li>")));
        QVERIFY(html.contains(QStringLiteral("region arena, step 2, offset 4</span><br>a place")));
        QVERIFY(html.contains(QStringLiteral("step 3</span><br>a step")));
        // Their numbers stand in the picture.
        for (const char* number : {">1</text>", ">2</text>", ">3</text>"}) {
            QVERIFY(html.mid(html.indexOf(QLatin1String("<g class=\"moves\""))).contains(QLatin1String(number)));
        }
        QVERIFY(!html.contains(QString::fromUtf8(embedded_plan_begin.data())));
        plan.content.reproduction.obstacle = "of a test";
        const auto document = parse_document(plan.html().toStdString(), "report.html");
        QVERIFY(document && document->pinned_notes == plan.content.annotations.pinned_notes);
    }

    void the_peak_is_explained_in_the_words_of_explain() {
        const QString html = Reported(placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 4, 10}})).html();
        QVERIFY(html.contains(QStringLiteral("chain that carries the peak, top down")));
        QVERIFY(html.contains(QStringLiteral("holes under the chain, largest first")));
        QCOMPARE(figure(html, QStringLiteral("explained-peak")), QStringLiteral("14"));
        QVERIFY(html.contains(QStringLiteral("<td class=\"number\">[1, 3)</td><td class=\"number\">[0, 10)</td>")) ||
                html.contains(QStringLiteral("[8, 10)")));
    }

    void nothing_leads_out_of_the_file() {
        QCOMPARE(ways_out(Reported(sound_plan()).html()), QStringList());
        Reported hostile(placed_plan({{"<a href=http://x>", 0, 2, 8, 0}, {"\" onload=\"x()", 1, 3, 4, 8}}));
        hostile.content.page.title = "<link rel=x>";
        const QString html = hostile.html();
        QVERIFY(!html.contains(QStringLiteral("<a href")) && !html.contains(QStringLiteral("<link")));
        QVERIFY(!html.contains(QStringLiteral("\" onload")));
    }

    void a_name_cannot_become_an_element() {
        const std::string attack = "</script></title><img src=x onerror=\"document.title='x'\">";
        Reported plan(placed_plan({{attack, 0, 2, 8, 0}, {"b\xff\n]]>", 1, 3, 4, 8}}));
        plan.plan.problem.regions.front().name = attack;
        plan.plan.problem.step_labels = {{Step(0), attack}};
        plan.content.page.title = attack;
        plan.content.notes = {attack};
        const std::vector<HandEdit> edits = {{attack, attack, attack}};
        plan.content.annotations.hand_edits = edits;
        plan.content.reproduction.obstacle = "it was edited by hand";
        plan.content.page.provenance = Provenance{attack, {{attack, attack}}, 0, true};
        const QString html = plan.html();
        QVERIFY(!html.contains(QStringLiteral("<img")));
        QCOMPARE(unbalanced(html), QString());
        QCOMPARE(html.count(QStringLiteral("<script")), 3);  // axes, plan, the script
    }

    void any_plan_gives_a_well_formed_report_without_ways_out() {
        QVERIFY(rc::check([](const std::string& name) {
            Reported plan(placed_plan({{name, 0, 2, 8, 0}, {name + "'", 1, 3, 4, 8}}));
            const QString html = plan.html();
            RC_ASSERT(unbalanced(html).isEmpty());
        }));
    }

    void the_policy_allows_only_the_script_of_the_report() {
        const QString html = Reported(sound_plan()).html();
        const QString script =
            QRegularExpression(QStringLiteral("<script>(.*)</script>"), QRegularExpression::DotMatchesEverythingOption)
                .match(html)
                .captured(1);
        const QByteArray hash = QCryptographicHash::hash(script.toUtf8(), QCryptographicHash::Sha256).toBase64();
        QVERIFY(html.contains(QStringLiteral("script-src 'sha256-%1'").arg(QString::fromLatin1(hash))));
        QVERIFY(html.contains(QStringLiteral("default-src 'none'")));
    }

    void the_theme_is_the_readers_unless_it_is_fixed() {
        Reported plan(sound_plan());
        QVERIFY(plan.html().contains(QStringLiteral("prefers-color-scheme:dark){:root")));
        plan.content.theme = Theme::dark;
        const QString dark = plan.html();
        QVERIFY(!dark.contains(QStringLiteral("prefers-color-scheme:dark){:root")));
        QVERIFY(dark.contains(QStringLiteral(":root{color-scheme:dark")));
    }

    void the_same_content_gives_the_same_bytes() {
        QCOMPARE(Reported(sound_plan()).html(), Reported(sound_plan()).html());
    }

    void a_plan_that_no_command_makes_is_in_the_report() {
        Reported plan(sound_plan());
        QVERIFY(!plan.html().contains(QString::fromUtf8(embedded_plan_begin.data())));
        plan.content.reproduction.obstacle = "it was edited by hand";
        const std::vector<HandEdit> edits = {{"size of 'a'", "9", "8"}};
        plan.content.annotations.hand_edits = edits;
        const QString html = plan.html();
        QVERIFY(html.contains(QStringLiteral("because it was edited by hand")));
        QVERIFY(html.contains(QStringLiteral("arenascope convert report.html -o plan.json")));
        const auto document = parse_document(html.toStdString(), "report.html");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->problem == plan.plan.problem && document->layout == plan.plan.layout);
        QCOMPARE(document->hand_edits, edits);
    }

    void every_random_plan_comes_back_from_its_report() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = random_plan(Features::of_json);
            Reported plan({problem, layout});
            plan.content.reproduction.obstacle = "of a test";
            const QString html = plan.html();
            RC_ASSERT(unbalanced(html).isEmpty());
            auto document = parse_document_as(FileFormat::report, html.toStdString(), "report.html");
            RC_ASSERT(document.has_value());
            document->layout.misstated.clear();  // a random buffer need not fit into its object
            RC_ASSERT(document->problem == problem);
            RC_ASSERT(document->layout == layout);
        }));
    }

    void buffers_beyond_the_limit_are_pixels_and_the_largest_stay_named() {
        std::vector<PlacedBuffer> buffers = {{"large", 0, 1000, 1'000'000, 0}};
        for (std::size_t i = 0; i < most_report_shapes + 5; ++i) {
            const auto number = static_cast<std::int64_t>(i);
            buffers.push_back(
                {"s" + std::to_string(i), number % 1000, number % 1000 + 1, 10, 1'000'000 + number / 1000 * 10});
        }
        const QString html = Reported(placed_plan(buffers)).html();
        QCOMPARE(html.count(QStringLiteral("<title>")), static_cast<qsizetype>(most_report_shapes) + 1);
        QVERIFY(html.contains(QStringLiteral("<title>large\n")));
        QVERIFY(html.contains(QStringLiteral("6 buffers are too small to be drawn singly")));
        QCOMPARE(html.count(QStringLiteral("data:image/png;base64,")), 2);  // one for each theme
    }

    void long_names_do_not_make_a_report_large() {
        std::vector<PlacedBuffer> buffers;
        for (std::int64_t i = 0; i < 3000; ++i) {
            buffers.push_back({std::string(5000, 'n') + std::to_string(i), i, i + 1, 10, 0});
        }
        QVERIFY(Reported(placed_plan(buffers)).html().size() < 2'000'000);
    }

    void steps_and_offsets_near_the_limits_are_exact() {
        constexpr std::int64_t far = 1'000'000'000'000'000'000;
        const QString html = Reported(placed_plan({{"a", far, far + 2, 8, far}, {"b", -far, far, 4, 0}})).html();
        QVERIFY(html.contains(QStringLiteral("<path d=\"M2000000000000000000 1000000000000000000h2v8H")));
        QVERIFY(html.contains(QStringLiteral("lifetime [-1,000,000,000,000,000,000, 1,000,000,000,000,000,000)")));
    }

    void an_empty_plan_and_one_without_places_are_reports() {
        QVERIFY(Reported(placed_plan({})).html().contains(QStringLiteral("</html>")));
        const QString html = Reported(placed_plan({{"a", 0, 2, 8, -1}})).html();
        QVERIFY(html.contains(QStringLiteral("1 buffer is not placed")));
        QVERIFY(figure(html, QStringLiteral("figure-peak")).isEmpty());
    }
};

ARENASCOPE_TEST(ReportHtmlTest)

#include "report_html_test.moc"
