#include "core/planner/registry.h"

#include <set>

#include <QFile>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class RegistryTest : public QObject {
    Q_OBJECT

private slots:
    void the_default_comes_first() {
        QVERIFY(!planners().empty());
        QCOMPARE(planners().front().description.name, default_planner);
    }

    void every_planner_is_found_by_its_name_and_no_name_comes_twice() {
        std::set<std::string_view> names;
        for (const Planner& planner : planners()) {
            const auto found = planner_named(planner.description.name);
            QVERIFY(found.has_value() && *found == &planner);
            QVERIFY(names.insert(planner.description.name).second);
            QVERIFY(!planner.description.summary.empty());
            QVERIFY(planner.plan != nullptr);
        }
    }

    void planners_are_listed_family_by_family_as_on_their_page() {
        QFile page(sample(QStringLiteral("../docs/planners.md")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        qsizetype family_at = -1;
        qsizetype next_family_at = -1;
        std::set<PlannerFamily> seen;
        for (std::size_t i = 0; i < planners().size(); ++i) {
            const PlannerDescription& planner = planners()[i].description;
            const QString name = QString::fromUtf8(planner.name.data(), static_cast<qsizetype>(planner.name.size()));
            if (i == 0 || planner.family != planners()[i - 1].description.family) {
                QVERIFY2(seen.insert(planner.family).second, "the planners of a family are not beside each other");
                const std::string title = "\n## " + std::string(title_of(planner.family)) + "\n";
                const qsizetype at = text.indexOf(QString::fromStdString(title));
                QVERIFY2(at > family_at, title.c_str());
                family_at = at;
                next_family_at = text.indexOf(QStringLiteral("\n## "), at + 1);
                QVERIFY(!summary_of(planner.family).empty());
            }
            const QString section = text.mid(family_at, next_family_at - family_at);
            QVERIFY2(section.contains(QLatin1Char('`') + name + QLatin1Char('`')) ||
                         section.contains(QStringLiteral("\n### ") + name),
                     qPrintable(name));
        }
    }

    void options_whose_zero_is_no_number_say_what_it_means() {
        for (const Planner& planner : planners()) {
            for (const OptionSpec& spec : all_options(planner.description)) {
                QVERIFY2(spec.meaning.find("0: ") == std::string_view::npos &&
                             spec.meaning.find("empty: ") == std::string_view::npos,
                         std::string(spec.key).c_str());
                QVERIFY2(!spec.is_file || spec.type == OptionType::text, std::string(spec.key).c_str());
                QVERIFY2(spec.unit.empty() || spec.type == OptionType::integer, std::string(spec.key).c_str());
            }
        }
    }

    void an_unknown_name_lists_the_valid_ones() {
        const auto found = planner_named("peak-supression");
        QVERIFY(!found.has_value());
        QVERIFY(found.error().cause.find("'peak-supression'") != std::string::npos);
        for (const Planner& planner : planners()) {
            QVERIFY(found.error().cure.find(planner.description.name) != std::string::npos);
        }
    }

    void every_default_is_valid_and_no_key_comes_twice() {
        for (const Planner& planner : planners()) {
            std::set<std::string_view> keys;
            for (const OptionSpec& spec : all_options(planner.description)) {
                QVERIFY2(keys.insert(spec.key).second, std::string(spec.key).c_str());
                QVERIFY2(!spec.meaning.empty(), std::string(spec.key).c_str());
                const auto values =
                    OptionValues::from({spec}, {{std::string(spec.key), std::string(spec.default_value)}});
                QVERIFY2(values.has_value(), values ? "" : to_string(values.error()).c_str());
                QCOMPARE(values->text(spec.key), std::string(spec.default_value));
            }
        }
    }

    void every_planner_gives_a_clean_layout_with_its_defaults() {
        const Problem problem =
            problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 7), buffer("c", 5, 9, 12), buffer("d", 0, 9, 3)});
        for (const Planner& planner : planners()) {
            const auto plan =
                run_planner(problem, empty_layout(problem), {.planner = std::string(planner.description.name)});
            QVERIFY2(plan.has_value(), plan ? "" : to_string(plan.error()).c_str());
            QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
            QVERIFY(plan->result.lower_bound.value() <= peak(problem, plan->result.layout).value());
        }
    }
};

ARENASCOPE_TEST(RegistryTest)
#include "registry_test.moc"
