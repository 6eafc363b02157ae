#include "core/planner/many_core/choosing_method.h"

#include <algorithm>

#include "core/planner/random.h"

namespace arenascope {
namespace {

class Heuristic final : public ChoosingMethod {
public:
    explicit Heuristic(PlacementCriterion criterion) : criterion_(criterion) {}
    void begin(double /*progress*/) override { ++placement_; }
    std::size_t choose(const AllocationStep& step) override {
        const auto is_lower = [](const Candidate& a, const Candidate& b) { return a.offset < b.offset; };
        return placement_ < 2 ? 0
                              : static_cast<std::size_t>(
                                    std::min_element(step.candidates.begin(), step.candidates.end(), is_lower) -
                                    step.candidates.begin());
    }
    void end(const CorePlacement& /*placement*/) override {}
    [[nodiscard]] bool varies() const override {
        return criterion_ == PlacementCriterion::fragmentation && placement_ < 2;
    }

private:
    PlacementCriterion criterion_;
    int placement_ = 0;
};

class RandomChoice final : public ChoosingMethod {
public:
    explicit RandomChoice(std::uint64_t seed) : random_(seed) {}
    void begin(double /*progress*/) override {}
    std::size_t choose(const AllocationStep& step) override { return random_.below(step.candidates.size()); }
    void end(const CorePlacement& /*placement*/) override {}
    [[nodiscard]] bool varies() const override { return true; }

private:
    Random random_;
};

}  // namespace

std::unique_ptr<ChoosingMethod> heuristic_choice(PlacementCriterion criterion) {
    return std::make_unique<Heuristic>(criterion);
}

std::unique_ptr<ChoosingMethod> random_choice(std::uint64_t seed) {
    return std::make_unique<RandomChoice>(seed);
}

std::unique_ptr<ChoosingMethod> choosing_method(std::string_view name, const CoreTask& task) {
    return name == "heuristic"       ? heuristic_choice()
           : name == "pool"          ? pool_choice(task)
           : name == "evolutionary"  ? evolutionary_choice(task)
           : name == "reinforcement" ? reinforced_choice(task)
           : name == "random"        ? random_choice(task.seed)
                                     : nullptr;
}

}  // namespace arenascope
