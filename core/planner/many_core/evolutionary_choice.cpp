#include <algorithm>
#include <cmath>
#include <vector>

#include "core/planner/many_core/choosing_method.h"
#include "core/planner/random.h"

namespace arenascope {
namespace {

constexpr std::size_t smallest_population = 8;
constexpr std::size_t largest_population = 64;
/// A budget should be enough for this many generations.
constexpr std::size_t wanted_generations = 8;
constexpr std::size_t tournament_size = 3;
/// Average number of ranks redrawn in a child.
constexpr double mutations = 2.0;
/// Ranks are drawn below this limit. A rank beyond the candidates means the last candidate.
constexpr std::size_t most_ranks = 6;

class Evolution final : public ChoosingMethod {
public:
    explicit Evolution(const CoreTask& task)
        : population_size_(population_for(task)), genome_(task.allocations, 0), random_(task.seed) {}

    void begin(double /*progress*/) override {
        if (population_.empty()) {
            return;  // the heuristic itself
        }
        if (population_.size() < population_size_) {
            genome_ = population_.front().genome;
        } else {
            cross_over();
        }
        mutate();
    }

    std::size_t choose(const AllocationStep& step) override {
        return std::min<std::size_t>(genome_[step.position], step.candidates.size() - 1);
    }

    void end(const CorePlacement& placement) override {
        const CoreScore& score = placement.score;
        if (population_.size() < population_size_) {
            population_.push_back({genome_, score});
            return;
        }
        const auto worst = std::max_element(population_.begin(), population_.end(),
                                            [](const Individual& a, const Individual& b) { return a.score < b.score; });
        if (score <= worst->score) {
            *worst = {genome_, score};
        }
    }

    [[nodiscard]] bool varies() const override { return true; }
    [[nodiscard]] std::size_t generation() const override { return population_size_; }

private:
    struct Individual {
        std::vector<std::uint8_t> genome;
        CoreScore score;
    };

    [[nodiscard]] static std::size_t population_for(const CoreTask& task) {
        const auto root = static_cast<std::size_t>(2.0 * std::sqrt(static_cast<double>(task.allocations)));
        const std::size_t affordable = task.placings == 0 ? root : task.placings / wanted_generations;
        return std::clamp(std::min(root, affordable), smallest_population, largest_population);
    }

    [[nodiscard]] const Individual& drawn() {
        const Individual* best = &population_[random_.below(population_.size())];
        for (std::size_t i = 1; i < tournament_size; ++i) {
            const Individual& other = population_[random_.below(population_.size())];
            best = other.score < best->score ? &other : best;
        }
        return *best;
    }

    void cross_over() {
        const Individual& first = drawn();
        const Individual& second = drawn();
        const std::size_t place = random_.below(genome_.size() + 1);
        std::copy(first.genome.begin(), first.genome.begin() + static_cast<std::ptrdiff_t>(place), genome_.begin());
        std::copy(second.genome.begin() + static_cast<std::ptrdiff_t>(place), second.genome.end(),
                  genome_.begin() + static_cast<std::ptrdiff_t>(place));
    }

    void mutate() {
        const double chance = mutations / static_cast<double>(std::max<std::size_t>(genome_.size(), 1));
        for (std::uint8_t& rank : genome_) {
            if (random_.unit() < chance) {
                rank = static_cast<std::uint8_t>(random_.below(most_ranks));
            }
        }
    }

    std::size_t population_size_;
    std::vector<std::uint8_t> genome_;
    std::vector<Individual> population_;
    Random random_;
};

}  // namespace

std::unique_ptr<ChoosingMethod> evolutionary_choice(const CoreTask& task) {
    return std::make_unique<Evolution>(task);
}

}  // namespace arenascope
