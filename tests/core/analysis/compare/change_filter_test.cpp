#include "core/analysis/compare/change_filter.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Five buffers: the first moves down by 100, the second is removed, the third renamed, the fourth grows, the fifth is
/// added.
struct FilteredPlans {
    Problem before = problem_of(
        {buffer("conv", 0, 1, 8), buffer("gone", 0, 1, 1), buffer("old", 0, 3, 2), buffer("grows", 0, 1, 4)});
    Problem after = problem_of(
        {buffer("conv", 0, 1, 8), buffer("new", 0, 3, 2), buffer("grows", 0, 1, 40), buffer("added", 0, 9, 6)});
    Layout first = layout_of(before, {100, 0, 1, 3});
    Layout second = layout_of(after, {0, 1, 3, 50});
    std::vector<Risk> risks_of_first{
        {Tier::high, Cause::over}, {Tier::low, Cause::none}, {Tier::none, Cause::none}, {Tier::none, Cause::none}};
    std::vector<Risk> risks_of_second = std::vector<Risk>(4);

    [[nodiscard]] std::vector<std::size_t> passing(const char* text) const {
        const auto filter = ChangeFilter::parse(text);
        if (!filter) {
            return {99};
        }
        const ChangeFacts facts{{&before, &first, risks_of_first}, {&after, &second, risks_of_second}};
        return filter->passing(facts,
                               plan_changes({before, first}, {after, second}, pair_buffers(before, after)).buffers);
    }
};

using PassingRows = std::vector<std::size_t>;

}  // namespace

class ChangeFilterTest : public QObject {
    Q_OBJECT

private slots:
    void selects_by_kind_distance_side_or_name() {
        const FilteredPlans plans;
        QCOMPARE(plans.passing(""), (PassingRows{0, 1, 2, 3, 4}));
        QCOMPARE(plans.passing("moved"), PassingRows{0});
        QCOMPARE(plans.passing("moved>=100"), PassingRows{0});
        QCOMPARE(plans.passing("moved>100"), PassingRows{});
        QCOMPARE(plans.passing("removed or added"), (PassingRows{1, 4}));
        QCOMPARE(plans.passing("renamed"), PassingRows{2});
        QCOMPARE(plans.passing("size(A)<size(B)"), PassingRows{3});
        QCOMPARE(plans.passing("cause(A)=over and cause(B)!=over"), PassingRows{0});
        QCOMPARE(plans.passing("size>30"), PassingRows{3});
        QCOMPARE(plans.passing("OL"), PassingRows{2});
        QCOMPARE(plans.passing("ne"), (PassingRows{1, 2}));
    }

    void a_field_of_the_side_that_lacks_the_buffer_is_missing() {
        const FilteredPlans plans;
        QCOMPARE(plans.passing("offset(A)>=0"), (PassingRows{0, 1, 2, 3}));
        QCOMPARE(plans.passing("offset(B)>=0"), (PassingRows{0, 2, 3, 4}));
        QCOMPARE(plans.passing("length>=1"), (PassingRows{0, 1, 2, 3, 4}));
    }

    void a_side_other_than_a_and_b_is_an_error() {
        QVERIFY(!ChangeFilter::parse("tier(C)=high"));
        QVERIFY(!ChangeFilter::parse("moved>"));
        const auto error = ChangeFilter::parse("sise(A)>3");
        QVERIFY(!error);
    }
};

ARENASCOPE_TEST(ChangeFilterTest)
#include "change_filter_test.moc"
