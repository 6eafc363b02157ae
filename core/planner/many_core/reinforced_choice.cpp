#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/planner/many_core/choosing_method.h"
#include "core/planner/random.h"

namespace arenascope {
namespace {

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
        std::fill(decisions_.begin(), decisions_.end(), Decision{});
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

std::unique_ptr<ChoosingMethod> reinforced_choice(const CoreTask& task) {
    return std::make_unique<Reinforcement>(task);
}

}  // namespace arenascope
