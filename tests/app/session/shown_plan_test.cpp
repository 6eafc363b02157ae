// What follows from a plan is found once, and is the same value for everyone who shows it.
#include "app/session/shown_plan.h"

#include <set>

#include "app/session/plan_run.h"
#include "core/model/memory/live_profile.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "tests/app/session_fixture.h"
#include "tests/support/placed_plan.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The values that were shown since this began, by address. It keeps them, so that no two have one address.
class SeenValues {
public:
    explicit SeenValues(Session& session) : session_(session) {
        const auto see = [this] {
            const std::shared_ptr<const ShownPlan>& plan = session_.shown();
            for (const std::shared_ptr<const void>& value :
                 {std::shared_ptr<const void>(plan->figures), std::shared_ptr<const void>(plan->profiles),
                  std::shared_ptr<const void>(plan->thresholds), std::shared_ptr<const void>(plan->risks)}) {
                values_.insert(value);
            }
            if (plan->checked) {
                checks_.insert(plan->checked);
            }
            if (plan->explanation) {
                explanations_.insert(plan->explanation);
            }
        };
        for (const auto signal :
             {&OpenPlan::plan_changed, &OpenPlan::layout_changed, &OpenPlan::opened, &OpenPlan::annotations_changed}) {
            QObject::connect(&session_.plan(), signal, &receiver_, see);
        }
        for (const auto signal : {&Judgement::report_changed, &Judgement::explanation_changed}) {
            QObject::connect(&session_.judgement(), signal, &receiver_, see);
        }
    }

    /// Figures, live sizes, thresholds and tiers together.
    [[nodiscard]] std::size_t values() const { return values_.size(); }
    [[nodiscard]] std::size_t checks() const { return checks_.size(); }
    [[nodiscard]] std::size_t explanations() const { return explanations_.size(); }

private:
    Session& session_;
    QObject receiver_;
    std::set<std::shared_ptr<const void>> values_;
    std::set<std::shared_ptr<const void>> checks_;
    std::set<std::shared_ptr<const void>> explanations_;
};

/// Whether the values are those that a first computation gives.
bool is_right(const ShownPlan& plan) {
    const LayoutFigures figures = layout_figures(*plan.problem, *plan.layout, *plan.risks);
    return plan.figures->peak == figures.peak && plan.figures->peak_place == figures.peak_place &&
           plan.figures->placed == figures.placed && plan.figures->regions == figures.regions &&
           plan.figures->risks == figures.risks && *plan.risks == classify(*plan.problem, *plan.layout) &&
           *plan.thresholds == PlanProfiles(*plan.problem, *plan.layout).thresholds() &&
           plan.threshold() == threshold(*plan.problem, *plan.layout) &&
           plan.unshared_threshold == threshold(*plan.problem);
}

}  // namespace

class ShownPlanTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void init() { write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n"); }

    void each_value_of_an_opened_plan_is_found_once() {
        Session session;
        const SeenValues seen(session);
        open(session, plan_);
        session.judgement().judge();
        session.plan().annotate({}, {}, QStringLiteral("note"));
        session.selection().select({BufferIndex(1)});
        QCOMPARE(seen.values(), std::size_t{4});
        QCOMPARE(seen.checks(), std::size_t{1});
        QCOMPARE(seen.explanations(), std::size_t{1});
        QVERIFY(is_right(*session.shown()));
    }

    void a_move_finds_only_what_it_changes() {
        Session session;
        open(session, plan_);
        const std::shared_ptr<const ShownPlan> before = session.shown();
        const SeenValues seen(session);
        session.plan().move_buffers({{BufferIndex(1), {Offset(100), RegionIndex(0)}}}, BufferIndex(1));
        const ShownPlan& after = *session.shown();
        QCOMPARE(after.profiles, before->profiles);
        QCOMPARE(after.thresholds, before->thresholds);
        QVERIFY(after.figures != before->figures);
        QCOMPARE(after.figures->peak, Offset(108));
        QCOMPARE(seen.values(), std::size_t{4});
        QCOMPARE(seen.checks(), std::size_t{1});
        QVERIFY(is_right(after));
    }

    void the_figures_are_known_before_anyone_hears_of_the_plan() {
        for (const int count : {3, 25'000}) {
            QByteArray content("id,lower,upper,size,offset\n");
            for (int i = 0; i < count; ++i) {
                content += QByteArray::number(i) + "," + QByteArray::number(i) + "," + QByteArray::number(i + 3) +
                           ",8," + QByteArray::number(8 * (i % 3)) + "\n";
            }
            write(content);
            Session session;
            std::size_t placed = 0;
            connect(&session.plan(), &OpenPlan::plan_changed, this, [&] { placed = session.shown()->figures->placed; });
            open(session, plan_);
            QCOMPARE(placed, static_cast<std::size_t>(count));
            QVERIFY(is_right(*session.shown()));
            session.plan().close();
            QCOMPARE(session.shown()->figures->buffers, std::size_t{0});
        }
    }

    void a_preview_brings_its_figures() {
        Session session;
        open(session, plan_);
        Layout lower = session.layout();
        lower.placements[1]->offset = Offset(64);
        auto risks = classify(*session.problem(), lower);
        const auto best = std::make_shared<const BestSoFar>(*session.problem(), std::move(lower), std::move(risks));
        const std::shared_ptr<const ShownPlan> behind = session.shown();
        session.plan().show_preview(best);
        QVERIFY(session.shown()->is_preview);
        QCOMPARE(session.shown()->figures.get(), &best->figures);
        QCOMPARE(session.shown()->profiles, behind->profiles);
        QVERIFY(is_right(*session.shown()));
        session.plan().show_preview(nullptr);
        QCOMPARE(session.shown()->figures, behind->figures);
    }

    void sharing_lowers_the_threshold_and_not_the_one_without_it() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        QVERIFY(is_right(*session.shown()));
        PlacedPlan two = placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 0}});
        two.layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1)}}};
        const auto risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(classify(two.problem, two.layout));
        const ShownPlan plan = unjudged_plan(shared(two.problem), shared(two.layout), risks, *no_plan());
        QCOMPARE(plan.threshold(), Bytes(8));
        QCOMPARE(plan.unshared_threshold, Bytes(16));
        const ShownPlan again = unjudged_plan(plan.problem, plan.layout, risks, plan);
        QCOMPARE(again.unshared_threshold, Bytes(16));
        QCOMPARE(again.figures, plan.figures);
    }
};

ARENASCOPE_TEST(ShownPlanTest)
#include "shown_plan_test.moc"
