#include "core/model/memory/heap_part.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Regions by name; a name with an exclamation mark in front is that of a fast part.
Problem problem_with(const std::vector<std::string>& names) {
    Problem problem;
    problem.regions.clear();
    for (const std::string& name : names) {
        const bool fast = name.front() == '!';
        problem.regions.push_back({.name = fast ? name.substr(1) : name, .fast = fast});
    }
    return problem;
}

/// By region: the part of the other speed; −1 if there is none.
std::vector<int> others_in(const Problem& problem) {
    std::vector<int> others;
    for (const auto& other : parts_of_other_speed(problem)) {
        others.push_back(other ? static_cast<int>(other->value()) : -1);
    }
    return others;
}

std::vector<int> others_of(const std::vector<std::string>& names) {
    return others_in(problem_with(names));
}

using Others = std::vector<int>;

}  // namespace

class HeapPartTest : public QObject {
    Q_OBJECT

private slots:
    void a_heap_without_a_fast_part_has_no_other_part() { QCOMPARE(others_of({"a", "b"}), (Others{-1, -1})); }

    void a_fast_part_belongs_to_the_region_whose_name_begins_its_own() {
        QCOMPARE(others_of({"!core 1 fast", "core 0", "core 1", "!core 12.fast", "core 12", "core 2"}),
                 (Others{2, -1, 0, 4, 3, -1}));
    }

    void as_many_fast_parts_as_slower_ones_belong_to_each_other_in_order() {
        QCOMPARE(others_of({"a", "b", "!x", "!y"}), (Others{2, 3, 0, 1}));
        QCOMPARE(others_of({"a", "!x", "b", "!y"}), (Others{1, 0, 3, 2}));
    }

    void the_only_fast_part_serves_every_heap() { QCOMPARE(others_of({"a", "b", "!x"}), (Others{2, 2, 0})); }

    void other_fast_parts_belong_to_the_slower_region_before_them() {
        QCOMPARE(others_of({"!w", "a", "!x", "b", "c", "!y", "!z"}), (Others{1, 0, 1, -1, 5, 4, 4}));
    }

    void a_named_slower_part_comes_first() {
        Problem problem = problem_with({"a", "b", "!a fast", "!x"});
        problem.regions[2].slow_part = RegionIndex(1);
        problem.regions[3].slow_part = RegionIndex(0);
        QCOMPARE(others_in(problem), (Others{3, 2, 1, 0}));
    }

    void without_a_slower_region_there_is_no_heap() { QCOMPARE(others_of({"!x", "!y"}), (Others{-1, -1})); }
};

ARENASCOPE_TEST(HeapPartTest)
#include "heap_part_test.moc"
