#include "core/planner/many_core/choosing_method.h"

#include <algorithm>
#include <tuple>

#include "core/planner/random.h"

namespace arenascope {
namespace {

class Heuristic final : public ChoosingMethod {
public:
    void begin(double /*progress*/) override {}
    std::size_t choose(const AllocationStep& /*step*/) override { return 0; }
    void end(const CoreScore& /*score*/) override {}
    [[nodiscard]] bool varies() const override { return false; }
};

class Pool final : public ChoosingMethod {
public:
    void begin(double /*progress*/) override {}
    std::size_t choose(const AllocationStep& step) override {
        const auto best =
            std::min_element(step.candidates.begin(), step.candidates.end(),
                             [](const Candidate& a, const Candidate& b) { return preference(a) < preference(b); });
        return static_cast<std::size_t>(best - step.candidates.begin());
    }
    void end(const CoreScore& /*score*/) override {}
    [[nodiscard]] bool varies() const override { return false; }

private:
    static std::tuple<bool, std::int64_t, Offset> preference(const Candidate& candidate) {
        return {candidate.taken_from == BufferIndex::none(), candidate.below + candidate.above, candidate.offset};
    }
};

class RandomChoice final : public ChoosingMethod {
public:
    explicit RandomChoice(std::uint64_t seed) : random_(seed) {}
    void begin(double /*progress*/) override {}
    std::size_t choose(const AllocationStep& step) override { return random_.below(step.candidates.size()); }
    void end(const CoreScore& /*score*/) override {}
    [[nodiscard]] bool varies() const override { return true; }

private:
    Random random_;
};

}  // namespace

std::unique_ptr<ChoosingMethod> heuristic_choice() {
    return std::make_unique<Heuristic>();
}

std::unique_ptr<ChoosingMethod> pool_choice() {
    return std::make_unique<Pool>();
}

std::unique_ptr<ChoosingMethod> random_choice(std::uint64_t seed) {
    return std::make_unique<RandomChoice>(seed);
}

std::unique_ptr<ChoosingMethod> choosing_method(std::string_view name, const CoreTask& task) {
    return name == "heuristic"       ? heuristic_choice()
           : name == "pool"          ? pool_choice()
           : name == "evolutionary"  ? evolutionary_choice(task)
           : name == "reinforcement" ? reinforced_choice(task)
           : name == "random"        ? random_choice(task.seed)
                                     : nullptr;
}

}  // namespace arenascope
