#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <QtTest>

#include "app/session/prepared_plan.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "tests/support/counted_memory.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/picture_ground.h"
#include "widgets/picture/layout_view/picture_parts.h"
#include "widgets/tables/buffer_table/buffer_rows.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::size_t buffers = 100'000;

PlacedPlan placed(GeneratedKind kind) {
    PlacedPlan plan{*generated_problem(kind, buffers, 1), {}};
    plan.layout =
        run_planner(plan.problem, empty_layout(plan.problem), {.planner = "greedy-in-order-of-birth"})->result.layout;
    return plan;
}

/// What a window keeps of an open plan.
struct KeptPlan {
    PreparedPlan prepared;
    PictureParts picture;
    std::shared_ptr<const PictureLevels> levels;
    std::shared_ptr<const ArrangedRows> rows;
};

KeptPlan kept(Problem problem, Layout layout) {
    KeptPlan plan;
    PlanState state;
    state.problem = std::make_shared<const Problem>(std::move(problem));
    state.layout = std::make_shared<const Layout>(std::move(layout));
    plan.prepared = prepared(std::move(state), {});
    const ShownPlan& shown = *plan.prepared.plan;
    LayoutContent content;
    content.problem = shown.problem;
    content.layout = shown.layout;
    content.risks = shown.risks;
    content.profiles = shown.profiles;
    renew(plan.picture, content, all_parts);
    plan.levels = picture_levels({.index = plan.picture.shapes->index,
                                  .coloring = plan.picture.coloring,
                                  .dimmed = plan.picture.dimmed,
                                  .shapes = plan.picture.shapes});
    RowRequest request;
    request.before = std::make_shared<BufferRows>(0);
    request.plan = {shown.problem, shown.layout, shown.risks, nullptr, std::make_shared<BufferMetrics>(shown.problem)};
    plan.rows = arranged_rows(request, [] { return false; });
    return plan;
}

}  // namespace

class OpenPlanMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void an_open_plan_takes_at_most_100_bytes_a_buffer_beside_names_data() {
        QTest::addColumn<int>("kind");
        for (const GeneratedKind kind : generated_kinds) {
            QTest::newRow(std::string(name_of(kind)).c_str()) << static_cast<int>(kind);
        }
    }

    /// Problem, layout, tiers, live sizes, colours, the index of the picture with its levels, the table. The names are
    /// those of `plan`.
    void an_open_plan_takes_at_most_100_bytes_a_buffer_beside_names() {
        QFETCH(const int, kind);
        const PlacedPlan plan = placed(static_cast<GeneratedKind>(kind));
        const CountedMemory memory;
        const KeptPlan open = kept(plan.problem, plan.layout);
        QCOMPARE(open.picture.shapes->index->size(), buffers);
        QVERIFY(open.rows != nullptr);
        const auto per_buffer = static_cast<double>(memory.held()) / buffers - sizeof(Name);
        qInfo("%.1f bytes a buffer", per_buffer);
        QVERIFY2(per_buffer <= 100, qPrintable(QString::number(per_buffer)));
    }
};

ARENASCOPE_TEST(OpenPlanMemoryTest)
#include "open_plan_memory_test.moc"
