#include "core/model/network/activation_types.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/network_problem.h"
#include "core/model/network/parts/part_price.h"

namespace arenascope {
namespace {

/// By the names that the readers give: float32, bfloat16, f16, bf16.
bool is_floating(std::string_view type) {
    constexpr std::array<std::string_view, 4> short_names = {"f64", "f32", "f16", "bf16"};
    return type.starts_with("float") || type.starts_with("bfloat") ||
           std::ranges::find(short_names, type) != short_names.end();
}

bool changes(const Tensor& tensor, ActivationType type) {
    return !tensor.constant && tensor.element_bits > element_bits(type) &&
           (is_floating(tensor.type) || !tensor.quantization.empty());
}

class Conversion {
public:
    explicit Conversion(ActivationType type) : type_(type) {}

    Network converted(Network network) {
        for (Tensor& tensor : network.tensors) {
            if (changes(tensor, type_)) {
                tensor.type = name_of(type_);
                tensor.element_bits = element_bits(type_);
                tensor.quantization.clear();
                ++changed_count_;
            }
        }
        for (Node& node : network.nodes) {
            for (auto& body : node.bodies) {
                body = converted_body(body);
            }
        }
        network.offline_plan.clear();
        return network;
    }

    [[nodiscard]] std::size_t changed_count() const { return changed_count_; }

private:
    /// Several operators may contain the same graph, which stays one.
    std::shared_ptr<const Network> converted_body(const std::shared_ptr<const Network>& body) {
        if (const auto known = bodies_.find(body); known != bodies_.end()) {
            return known->second;
        }
        auto other = std::make_shared<const Network>(converted(*body));
        bodies_.emplace(body, other);
        return other;
    }

    ActivationType type_;
    std::size_t changed_count_ = 0;
    std::map<std::shared_ptr<const Network>, std::shared_ptr<const Network>> bodies_;
};

}  // namespace

Expected<TypedNetwork> typed(const Network& network, const ImportOptions& options, const BodyPlannerMaker& planner,
                             const std::string& source) {
    const auto threshold_of = [&](const Network& one) {
        return imported_model(one, options, planner(), source).map([](const ImportedModel& model) {
            return threshold(model.problem);
        });
    };
    const std::string type(name_of(options.types));
    Conversion conversion(options.types);
    Network changed = conversion.converted(network);
    if (conversion.changed_count() == 0) {
        return TypedNetwork{network, 0, {"types=" + type + ": no activation has wider elements, so nothing changes"}};
    }
    const auto before = threshold_of(network);
    if (!before) {
        return failure(before.error());
    }
    const auto after = threshold_of(changed);
    if (!after) {
        return failure(after.error());
    }
    const std::int64_t traffic =
        price_of_run(changed, options.fold).traffic - price_of_run(network, options.fold).traffic;
    return TypedNetwork{
        std::move(changed),
        traffic,
        {"types=" + type + ": the results change; " + counted(conversion.changed_count(), "activation", "activations") +
         " would hold " + type + ", the threshold was " + grouped(before->value()) + " bytes and is " +
         grouped(after->value())}};
}

}  // namespace arenascope
