#include "core/planner/many_core/choosing_method.h"

#include <algorithm>
#include <array>
#include <cmath>

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
                              : static_cast<std::size_t>(std::ranges::min_element(step.candidates, is_lower) -
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
        const auto worst = std::ranges::max_element(
            population_, [](const Individual& a, const Individual& b) { return a.score < b.score; });
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

constexpr std::size_t feature_count = 7;
using Features = std::array<double, feature_count>;

/// The first weights lean towards the heuristic, but leave every candidate a chance.
constexpr Features first_weights = {-6.0, -6.0, -1.0, -1.0, 0.0, 0.5, -2.0};
constexpr double step_length = 0.25;
constexpr double first_temperature = 1.0;
constexpr double last_temperature = 0.4;
constexpr double descents = 4;
/// Weight in the reward of what the criterion does not ask for.
constexpr double lesser_weight = 0.1;
/// Weight of the latest return in the moving mean.
constexpr double freshness = 0.1;

double dot(const Features& a, const Features& b) {
    double sum = 0;
    for (std::size_t i = 0; i < feature_count; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

class Reinforcement final : public ChoosingMethod {
public:
    explicit Reinforcement(const CoreTask& task)
        : threshold_(static_cast<double>(std::max<std::int64_t>(task.threshold.value(), 1))),
          peak_weight_(task.criterion == PlacementCriterion::peak ? 1.0 : lesser_weight),
          fragmentation_weight_(task.criterion == PlacementCriterion::peak ? lesser_weight : 1.0),
          random_(task.seed),
          decisions_(task.allocations),
          baseline_(task.allocations, 0.0) {}

    void begin(double progress) override {
        // The temperature falls several times: what one descent misses, another one may find.
        const double part = std::clamp(progress, 0.0, 1.0) * descents;
        temperature_ = first_temperature + (last_temperature - first_temperature) * (part - std::floor(part));
        std::ranges::fill(decisions_, Decision{});
    }

    std::size_t choose(const AllocationStep& step) override {
        features_.clear();
        chances_.clear();
        double highest = -1e300;
        for (std::size_t i = 0; i < step.candidates.size(); ++i) {
            features_.push_back(features_of(step, i));
            chances_.push_back(dot(weights_, features_.back()) / temperature_);
            highest = std::max(highest, chances_.back());
        }
        double sum = 0;
        for (double& chance : chances_) {
            chance = std::exp(chance - highest);
            sum += chance;
        }
        std::size_t chosen = 0;  // the first episode is the heuristic
        const double drawn = has_baseline_ ? random_.unit() * sum : 0.0;
        for (double left = drawn; chosen + 1 < chances_.size() && left >= chances_[chosen]; ++chosen) {
            left -= chances_[chosen];
        }
        Decision& decision = decisions_[step.position];
        decision.was_made = step.candidates.size() > 1;
        decision.peak_before = static_cast<double>(step.peak.value()) / threshold_;
        decision.gradient = features_[chosen];
        for (std::size_t i = 0; i < chances_.size(); ++i) {
            for (std::size_t k = 0; k < feature_count; ++k) {
                decision.gradient[k] -= chances_[i] / sum * features_[i][k];
            }
        }
        return chosen;
    }

    void end(const CorePlacement& placement) override {
        const CoreScore& score = placement.score;
        // Once, the sum over all steps, so that both parts of the reward are of the same magnitude.
        unit_ = unit_ > 0 || placement.fragmentation_from.empty() ? unit_ : placement.fragmentation_from.front();
        const double peak = static_cast<double>(score.peak.value()) / threshold_;
        const double misfits = static_cast<double>(score.misfits.value()) / threshold_;
        Features gradient{};
        for (std::size_t i = 0; i < decisions_.size(); ++i) {
            const Decision& decision = decisions_[i];
            const double fragmentation = unit_ > 0 ? placement.fragmentation_from[i] / unit_ : 0.0;
            const double returned =
                peak_weight_ * (decision.peak_before - peak) - fragmentation_weight_ * fragmentation - misfits;
            if (decision.was_made && has_baseline_) {
                for (std::size_t k = 0; k < feature_count; ++k) {
                    gradient[k] += (returned - baseline_[i]) * decision.gradient[k];
                }
            }
            if (decision.was_made) {
                baseline_[i] = has_baseline_ ? baseline_[i] + freshness * (returned - baseline_[i]) : returned;
            }
        }
        has_baseline_ = true;
        const double length = std::sqrt(dot(gradient, gradient));
        for (std::size_t k = 0; k < feature_count && length > 1e-12; ++k) {
            weights_[k] += step_length * gradient[k] / length;
        }
    }

    [[nodiscard]] bool varies() const override { return true; }
    [[nodiscard]] std::size_t generation() const override { return 1; }

private:
    /// The choice made for an allocation.
    struct Decision {
        bool was_made = false;
        double peak_before = 0;
        Features gradient{};  ///< of the logarithm of the choice's probability
    };

    [[nodiscard]] Features features_of(const AllocationStep& step, std::size_t index) const {
        const Candidate& candidate = step.candidates[index];
        const auto measured = [this](std::int64_t bytes) {
            return std::min(static_cast<double>(bytes) / threshold_, 4.0);
        };
        const Offset tail = candidate.offset + step.size;
        const double count = static_cast<double>(step.candidates.size());
        const double size = static_cast<double>(step.size.value());
        const double area = static_cast<double>(candidate.below) + static_cast<double>(candidate.above) + size;
        return {measured(std::max(tail, step.peak).value() - step.peak.value()),
                measured(candidate.height.value() - step.peak.value()),
                measured(candidate.waste),
                measured(candidate.offset.value()),
                candidate.taken_from == BufferIndex::none() ? 0.0 : 1.0,
                area > 0 ? size / area : 1.0,
                static_cast<double>(index) / count};
    }

    double threshold_;
    double peak_weight_;
    double fragmentation_weight_;
    double unit_ = 0;  ///< the fragmentation of the first episode
    Random random_;
    Features weights_ = first_weights;
    double temperature_ = first_temperature;
    bool has_baseline_ = false;
    std::vector<Decision> decisions_;  ///< by position
    std::vector<double> baseline_;     ///< by position: moving mean of the returns from there on
    // State of the current choice.
    std::vector<Features> features_;
    std::vector<double> chances_;
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

std::unique_ptr<ChoosingMethod> evolutionary_choice(const CoreTask& task) {
    return std::make_unique<Evolution>(task);
}

std::unique_ptr<ChoosingMethod> reinforced_choice(const CoreTask& task) {
    return std::make_unique<Reinforcement>(task);
}

}  // namespace arenascope
