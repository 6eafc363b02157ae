#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program_run.h"
#include "tests/browser/browser.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The exit status that ctest takes for a skipped test.
constexpr int skipped = 77;

/// The middle of the first element that a CSS selector finds, in pixels of the window, as [x, y].
QString middle_of(const QString& selector) {
    return QStringLiteral(
               "(() => {const element = document.querySelector('%1'); element.scrollIntoView({block: 'center'}); "
               "const box = element.getBoundingClientRect(); "
               "return [box.left + box.width / 2, box.top + box.height / 2];})()")
        .arg(selector);
}

/// The place of a buffer in the window, as [x, y]: of the shape whose title begins with its name.
QString place_of_buffer(const QString& name) {
    return QStringLiteral(
               "(() => {const shape = Array.from(document.querySelectorAll('.buffers path'))"
               ".find((path) => path.textContent.startsWith('%1\\n')); "
               "shape.scrollIntoView({block: 'center'}); const box = shape.getBoundingClientRect(); "
               "return [box.left + box.width / 2, box.top + box.height / 2];})()")
        .arg(name);
}

QPointF point(const QJsonValue& value) {
    return {value[0].toDouble(), value[1].toDouble()};
}

QString number_of_figure(const QString& id) {
    return QStringLiteral("Number(document.getElementById('%1').value)").arg(id);
}

}  // namespace

/// Opens reports in Chromium, with scripts and without.
class ReportPageTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }
    [[nodiscard]] QString report(const QString& path, const QStringList& more = {}) const {
        const QString written = file(QStringLiteral("report.html"));
        const Outcome outcome = run(QStringList{QStringLiteral("export"), path, QStringLiteral("-o"), written} + more);
        if (outcome.status != 0) {
            qFatal("%s", outcome.errors.constData());
        }
        return written;
    }
    static QString densenet() { return shared_data(QStringLiteral("onnx/light_densenet121.onnx")); }

    static void add_scripts() {
        QTest::addColumn<bool>("scripts");
        QTest::newRow("with_scripts") << true;
        QTest::newRow("without_scripts") << false;
    }

private slots:
    void initTestCase() {
        if (Browser::program().isEmpty()) {
            std::puts("skipped: Chromium is not installed; scripts/install-packages browser installs it");
            std::exit(skipped);
        }
    }

    void the_report_of_densenet_has_the_figures_of_info_and_explain_data() { add_scripts(); }

    void the_report_of_densenet_has_the_figures_of_info_and_explain() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(const bool, scripts);
        const QString path = report(densenet());
        const QJsonObject info = run({"info", densenet(), "--json"}).json();
        const QJsonObject explain = run({"explain", densenet(), "--json"}).json();
        Browser browser(scripts);
        browser.open(path);
        const QList<std::pair<QString, QJsonValue>> figures = {
            {QStringLiteral("figure-buffers"), info["buffers"]},
            {QStringLiteral("figure-steps"), info["steps"]},
            {QStringLiteral("figure-threshold"), info["threshold"]},
            {QStringLiteral("figure-peak-step"), info["peak_step"]},
            {QStringLiteral("figure-total-bytes"), info["total_bytes"]},
            {QStringLiteral("figure-peak"), explain["peak"]},
            {QStringLiteral("explained-peak"), explain["peak"]},
            {QStringLiteral("explained-threshold"), explain["threshold"]},
        };
        for (const auto& [id, value] : figures) {
            QVERIFY2(browser.evaluate(number_of_figure(id)) == value, qPrintable(id));
        }
        QCOMPARE(browser.evaluate(QStringLiteral("document.querySelectorAll('.buffers path').length")),
                 info["buffers"]);
        const QString name = explain["chain"][0][QLatin1String("name")].toString();
        QVERIFY(browser
                    .evaluate(QStringLiteral("Array.from(document.querySelectorAll('.buffers title')).some((title) => "
                                             "title.textContent.startsWith('%1\\nsize '))")
                                  .arg(name))
                    .toBool());
        QCOMPARE(browser.requests(), QStringList(QUrl::fromLocalFile(path).toString()));
        QCOMPARE(browser.complaints(), QStringList());
    }

    void the_pointer_names_the_buffer_below_it() {
        Browser browser(true);
        browser.open(report(sample(QStringLiteral("vendor_plan.csv"))));
        const QPointF place = point(browser.evaluate(place_of_buffer(QStringLiteral("tensor_219"))));
        browser.move_to(place.x(), place.y());
        QVERIFY(browser.comes_true(QStringLiteral("!document.getElementById('tip').hidden")));
        QCOMPARE(browser.evaluate(QStringLiteral("document.getElementById('tip').textContent")).toString(),
                 QStringLiteral("tensor_219\nsize 98,560 B, lifetime [13, 16), offset 0, tail 98,560\n"
                                "tier high: beside"));
        browser.move_to(1, 1);
        QVERIFY(browser.comes_true(QStringLiteral("document.getElementById('tip').hidden")));
        QCOMPARE(browser.complaints(), QStringList());
    }

    void the_wheel_zooms_about_the_pointer_and_out_again() {
        Browser browser(true);
        browser.open(report(sample(QStringLiteral("vendor_plan.csv"))));
        const QPointF place = point(browser.evaluate(place_of_buffer(QStringLiteral("tensor_219"))));
        for (int i = 0; i < 6; ++i) {
            browser.turn_wheel(place.x(), place.y(), -120);
        }
        QVERIFY(browser.comes_true(QStringLiteral("Number(document.getElementById('view').dataset.zoom) > 3")));
        // What was under the pointer still is.
        browser.move_to(place.x() + 1, place.y());
        QVERIFY(browser.comes_true(
            QStringLiteral("document.getElementById('tip').textContent.startsWith('tensor_219\\n')")));
        for (int i = 0; i < 12; ++i) {
            browser.turn_wheel(place.x(), place.y(), 120);
        }
        QVERIFY(browser.comes_true(QStringLiteral("document.getElementById('view').dataset.zoom === 'fit'")));
        QCOMPARE(browser.complaints(), QStringList());
    }

    void keys_zoom_move_and_show_all() {
        Browser browser(true);
        browser.open(report(sample(QStringLiteral("vendor_plan.csv"))));
        const QString matrix = QStringLiteral("document.getElementById('plan').getAttribute('transform')");
        const QJsonValue fitted = browser.evaluate(matrix);
        browser.evaluate(QStringLiteral("document.getElementById('view').focus()"));
        browser.press(QStringLiteral("+"), QStringLiteral("+"));
        QVERIFY(browser.comes_true(QStringLiteral("Number(document.getElementById('view').dataset.zoom) > 1.4")));
        const QJsonValue zoomed = browser.evaluate(matrix);
        browser.press(QStringLiteral("ArrowRight"));
        QVERIFY(browser.comes_true(matrix + QStringLiteral(" !== '%1'").arg(zoomed.toString())));
        browser.press(QStringLiteral("f"), QStringLiteral("f"));
        QVERIFY(browser.comes_true(QStringLiteral("document.getElementById('view').dataset.zoom === 'fit'")));
        // Back in the whole plan, the matrix is the one of the file, to the last digit that it has.
        const QStringList before = fitted.toString().mid(7).chopped(1).split(QLatin1Char(' '));
        const QStringList after = browser.evaluate(matrix).toString().mid(7).chopped(1).split(QLatin1Char(' '));
        for (qsizetype i = 0; i < before.size(); ++i) {
            QVERIFY(std::abs(before[i].toDouble() - after[i].toDouble()) <=
                    1e-6 * (1 + std::abs(before[i].toDouble())));
        }
        QCOMPARE(browser.complaints(), QStringList());
    }

    void a_zoomed_buffer_has_exactly_its_place() {
        Browser browser(true);
        browser.open(report(sample(QStringLiteral("vendor_plan.csv"))));
        browser.evaluate(QStringLiteral("document.getElementById('view').focus()"));
        for (int i = 0; i < 12; ++i) {
            browser.press(QStringLiteral("+"), QStringLiteral("+"));
        }
        QVERIFY(browser.comes_true(QStringLiteral("Number(document.getElementById('view').dataset.zoom) > 100")));
        // Every shape is still described by its own steps and bytes.
        QCOMPARE(browser.evaluate(
                     QStringLiteral("document.querySelector('.buffers path[d=\"M13 0h3v98560H13z\"]') !== null")),
                 QJsonValue(true));
        QVERIFY(
            browser.evaluate(QStringLiteral("document.querySelectorAll('#offset-ticks text').length > 1")).toBool());
        QVERIFY(browser.evaluate(QStringLiteral("document.querySelectorAll('#step-ticks text').length > 1")).toBool());
    }

    void buttons_zoom() {
        Browser browser(true);
        browser.open(report(sample(QStringLiteral("placed.csv"))));
        browser.evaluate(QStringLiteral("document.getElementById('zoom-in').click()"));
        QVERIFY(browser.comes_true(QStringLiteral("Number(document.getElementById('view').dataset.zoom) === 1.5")));
        browser.evaluate(QStringLiteral("document.getElementById('zoom-fit').click()"));
        QVERIFY(browser.comes_true(QStringLiteral("document.getElementById('view').dataset.zoom === 'fit'")));
    }

    void without_scripts_all_is_there_but_the_buttons() {
        Browser browser(false);
        browser.open(report(sample(QStringLiteral("vendor_plan.csv"))));
        QVERIFY(browser.evaluate(QStringLiteral("document.getElementById('zoom').hidden")).toBool());
        QVERIFY(
            browser.evaluate(QStringLiteral("document.querySelectorAll('#offset-ticks text').length > 2")).toBool());
        QCOMPARE(browser.evaluate(QStringLiteral("document.querySelectorAll('.buffers title').length")).toInt(), 32);
        QVERIFY(
            browser
                .evaluate(QStringLiteral("document.getElementById('line-labels').textContent.includes('peak 345 KiB')"))
                .toBool());
    }

    void a_hostile_name_does_nothing_data() { add_scripts(); }

    void a_hostile_name_does_nothing() {
        QFETCH(const bool, scripts);
        const QByteArray attack = "</script></title></svg><img src=x onerror='document.title=`taken`'><a href=//x>";
        QFile plan(file(QStringLiteral("hostile.csv")));
        QVERIFY(plan.open(QIODevice::WriteOnly));
        plan.write("id,lower,upper,size,offset\n\"" + attack + "\",0,4,100000,0\nb\xff\x01,1,3,50000,100000\n");
        plan.close();
        Browser browser(scripts);
        const QString path = report(plan.fileName());
        browser.open(path);
        if (scripts) {
            const QPointF place = point(browser.evaluate(middle_of(QStringLiteral(".buffers path"))));
            browser.move_to(place.x(), place.y());
            QVERIFY(browser.comes_true(QStringLiteral("!document.getElementById('tip').hidden")));
            browser.turn_wheel(place.x(), place.y(), -120);
            QVERIFY(browser.comes_true(QStringLiteral("Number(document.getElementById('view').dataset.zoom) > 1")));
        }
        QCOMPARE(browser.evaluate(QStringLiteral("document.querySelectorAll('img, a, iframe, object').length")).toInt(),
                 0);
        QCOMPARE(browser.evaluate(QStringLiteral("document.title")).toString(),
                 QStringLiteral("hostile.csv · Arenascope"));
        QCOMPARE(browser.requests(), QStringList(QUrl::fromLocalFile(path).toString()));
        QCOMPARE(browser.complaints(), QStringList());
    }

    void many_kinds_of_plans_have_no_complaints_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("more");
        QTest::newRow("cores") << sample(QStringLiteral("inception_eight_cores.json"))
                               << QStringList{"--planner", "many-core"};
        QTest::newRow("snapshot") << sample(QStringLiteral("training_snapshot.pickle")) << QStringList();
        QTest::newRow("scratch") << sample(QStringLiteral("scratch_heap.json")) << QStringList{"--planner", "scratch"};
        QTest::newRow("objects") << sample(QStringLiteral("mobile_vision.json"))
                                 << QStringList{"--planner", "greedy-in-order"};
        QTest::newRow("names") << sample(QStringLiteral("names.csv")) << QStringList();
    }

    void many_kinds_of_plans_have_no_complaints() {
        QFETCH(const QString, path);
        QFETCH(const QStringList, more);
        Browser browser(true);
        browser.open(report(path, more));
        const QPointF place = point(browser.evaluate(middle_of(QStringLiteral(".buffers path"))));
        browser.turn_wheel(place.x(), place.y(), -120);
        QVERIFY(browser.comes_true(QStringLiteral("Number(document.getElementById('view').dataset.zoom) > 1")));
        QCOMPARE(browser.complaints(), QStringList());
        QCOMPARE(browser.requests().size(), 1);
    }
};

ARENASCOPE_EXTENDED_TEST(ReportPageTest)

#include "report_page_test.moc"
