#include "widgets/panels/sharing_view/sharing_view.h"

#include <algorithm>

#include <QSignalSpy>

#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/idle_state.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr BufferIndex a(1);
constexpr BufferIndex c(3);
constexpr OperatorIndex conv(0);
constexpr OperatorIndex split(2);
constexpr OperatorIndex concat(3);

/// relu does not overwrite `a`, which split reads later. The output of split is the first bytes of `a`. concat shares
/// `b`.
test::PlacedPlan shared_network() {
    auto plan = test::small_network();
    plan.layout.placements[c] = Placement{Offset(1024), RegionIndex(0)};
    plan.layout.placements[4] = Placement{Offset(4096), RegionIndex(0)};
    plan.layout.sharing = {{SharingGroup::Kind::parts, {a, c}},
                           {SharingGroup::Kind::parts, {BufferIndex(4), BufferIndex(2)}}};
    plan.layout.removed = {split};
    plan.layout.copies = {{concat, c}};
    return plan;
}

}  // namespace

class SharingViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<SharingView>();
        view_->resize(360, 600);
        show_plan(shared_network());
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void cleanup() { view_.reset(); }

    void shows_the_gain_of_sharing() {
        const auto plan = shared_network();
        const QString before = exact(threshold(plan.problem).value());
        const QString after = exact(threshold(plan.problem, plan.layout).value());
        QVERIFY(before != after);
        QCOMPARE(view_->fact(QStringLiteral("Threshold")), before + QStringLiteral(" → ") + after);
        QCOMPARE(view_->fact(QStringLiteral("Peak")), QStringLiteral("8,192 B"));
        QCOMPARE(view_->fact(QStringLiteral("Shared on purpose")), QStringLiteral("4 buffers in 2 blocks"));
        show_layout(plan.layout, Offset(12288));
        QCOMPARE(view_->fact(QStringLiteral("Peak")), QStringLiteral("12,288 B → 8,192 B"));
    }

    void the_peak_of_a_part_is_no_gain() {
        auto plan = shared_network();
        plan.layout.placements[0].reset();
        show_layout(plan.layout, Offset(12288));
        QVERIFY(view_->fact(QStringLiteral("Peak")).endsWith(QStringLiteral(" so far, 1 buffer not placed")));
    }

    void a_step_of_a_run_tells_what_is_shared_so_far() {
        auto plan = shared_network();
        plan.layout.sharing = {{SharingGroup::Kind::parts, {a, c}}};
        plan.layout.placements[4].reset();
        show_layout(plan.layout, Offset(12288), true);
        QCOMPARE(view_->fact(QStringLiteral("Shared on purpose")), QStringLiteral("2 buffers in 1 block so far"));
        QVERIFY(view_->fact(QStringLiteral("Threshold")).endsWith(QStringLiteral(" so far")));
        plan.layout.sharing.clear();
        show_layout(plan.layout, Offset(12288), true);
        QCOMPARE(view_->fact(QStringLiteral("Shared on purpose")), QStringLiteral("nothing so far"));
        QCOMPARE(view_->fact(QStringLiteral("Threshold")),
                 exact(threshold(plan.problem).value()) + QStringLiteral(" so far"));
    }

    void says_if_a_layout_shares_nothing() {
        show_plan(test::small_network());
        QCOMPARE(view_->fact(QStringLiteral("Shared on purpose")), QStringLiteral("nothing"));
        QVERIFY(view_->fact(QStringLiteral("Peak")).isEmpty());
    }

    void without_an_operator_a_hint_says_how_to_choose_one() {
        QVERIFY(hint().isVisible());
        QVERIFY(section("May share with").isHidden());
        view_->set_operator(split);
        QVERIFY(!hint().isVisible());
        QVERIFY(!section("May share with").isHidden());
    }

    void shows_the_dependencies_and_sharing_partners_of_the_chosen_operator() {
        view_->set_operator(split);
        QVERIFY(header().detail().contains(QStringLiteral("removable")));
        // The operands of concat do not fill d, so d cannot hold them one after the other.
        QCOMPARE(rows_of("May share with"), QStringList{"a: shares"});
        QVERIFY(names_of("Must not share with").contains(QStringLiteral("b")));
        view_->set_operator(conv);
        QVERIFY(names_of("Must not share with").contains(QStringLiteral("data")));
        QVERIFY(!names_of("Must not share with").contains(QStringLiteral("a")));
        view_->set_operator(std::nullopt);
        QVERIFY(header().detail().isEmpty());
    }

    void removed_operators_and_copied_operands_are_listed_with_reasons() {
        QCOMPARE(rows_of("Removed operators"), (QStringList{"split: Split"}));
        QCOMPARE(names_of("Copies"), (QStringList{"c for concat"}));
        QCOMPARE(reason(), QStringLiteral("it is a part of a already"));
        auto plan = shared_network();
        plan.problem.buffers[c].pin = Offset(1024);
        show_plan(plan);
        QCOMPARE(reason(), QStringLiteral("it is pinned"));
        plan.problem.buffers[c].pin.reset();
        plan.problem.buffers[c].kind = BufferKind::variable;
        show_plan(plan);
        QVERIFY(reason().startsWith(QStringLiteral("it is a variable")));
        plan.layout.removed.clear();
        plan.layout.copies.clear();
        show_plan(plan);
        QVERIFY(rows_of("Removed operators").isEmpty() && rows_of("Copies").isEmpty());
    }

    void a_click_and_enter_choose() {
        view_->set_operator(split);
        QSignalSpy buffers(view_.get(), &SharingView::buffer_chosen);
        QSignalSpy operators(view_.get(), &SharingView::operator_chosen);
        click(*section("May share with").child(0));
        QTRY_COMPARE(buffers.size(), 1);
        QCOMPARE(buffers[0][0].value<BufferIndex>(), a);
        click(*section("Removed operators").child(0));
        QTRY_COMPARE(operators.size(), 1);
        QCOMPARE(operators[0][0].value<OperatorIndex>(), split);
        tree().setCurrentItem(section("Copies").child(0));
        QTest::keyClick(&tree(), Qt::Key_Return);
        QTRY_COMPARE(buffers.size(), 2);
        QCOMPARE(buffers[1][0].value<BufferIndex>(), c);
        click(section("Copies"));
        test::wait_until_idle();
        QCOMPARE(buffers.size() + operators.size(), 3);
    }

    void without_a_network_a_hint_says_why_the_view_is_empty() {
        show_plan(test::placed_plan({{"a", 0, 1, 8, 0}}));
        QVERIFY(!tree().isVisible());
        QVERIFY(hint().isVisible() && hint().text().contains(QStringLiteral("no network")));
    }

private:
    void show_plan(const test::PlacedPlan& plan) {
        problem_ = std::make_shared<const Problem>(plan.problem);
        show_layout(plan.layout);
    }
    void show_layout(const Layout& layout, std::optional<Offset> unshared_peak = {}, bool shares_later = false) {
        const auto unplaced = std::count(layout.placements.begin(), layout.placements.end(), std::nullopt);
        view_->set_plan(problem_, test::shared(layout),
                        {threshold(*problem_), threshold(*problem_, layout), peak(*problem_, layout),
                         static_cast<std::size_t>(unplaced), unshared_peak, shares_later});
    }
    [[nodiscard]] static QString exact(std::int64_t bytes) {
        return QString::fromStdString(amount_text(bytes, Unit::bytes));
    }
    [[nodiscard]] QTreeWidget& tree() const { return *view_->findChild<QTreeWidget*>(); }
    [[nodiscard]] SectionHeader& header() const { return *view_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& hint() const { return *view_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly); }
    [[nodiscard]] QTreeWidgetItem& section(const char* title) const {
        return *tree().findItems(QLatin1String(title), Qt::MatchExactly).front();
    }
    [[nodiscard]] QStringList rows_of(const char* title) const {
        QStringList rows;
        for (int i = 0; i < section(title).childCount(); ++i) {
            rows << section(title).child(i)->text(0) + QStringLiteral(": ") + section(title).child(i)->text(1);
        }
        return rows;
    }
    [[nodiscard]] QStringList names_of(const char* title) const {
        QStringList names;
        for (int i = 0; i < section(title).childCount(); ++i) {
            names << section(title).child(i)->text(0);
        }
        return names;
    }
    [[nodiscard]] QString reason() const { return section("Copies").child(0)->child(0)->text(0); }
    void click(const QTreeWidgetItem& item) const {
        tree().scrollToItem(&item);
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, Qt::NoModifier, tree().visualItemRect(&item).center());
    }

    std::unique_ptr<SharingView> view_;
    std::shared_ptr<const Problem> problem_;
};

ARENASCOPE_TEST(SharingViewTest)
#include "sharing_view_test.moc"
