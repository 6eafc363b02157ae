#include "core/format/flatbuffers/tflite_bounds.h"

#include <algorithm>
#include <string_view>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

class Bounding {
public:
    Bounding(Network& network, const TfliteExtents& extents)
        : network_(network), extents_(extents), depends_on_data_(network.tensors.size(), false) {}

    void run() {
        for (const Node& node : network_.nodes) {
            const std::string_view type = node.type;
            if (type == "WHERE" && node.inputs.size() == 1) {
                bound(node, [this](TensorIndex mask) { return places_in(mask); });
            } else if (type == "UNIQUE") {
                bound(node, [this](TensorIndex values) { return list_of_all(values); });
            } else if (type == "NON_MAX_SUPPRESSION_V4" || type == "NON_MAX_SUPPRESSION_V5") {
                bound_selected_boxes(node);
            }
            propagate_data_dependence(node);
        }
    }

private:
    using Shape = std::optional<std::vector<std::int64_t>>;

    [[nodiscard]] Tensor& tensor(TensorIndex index) { return network_.tensors[index]; }

    [[nodiscard]] std::optional<std::int64_t> elements(TensorIndex index) {
        if (index == TensorIndex::none() || !tensor(index).shape) {
            return std::nullopt;
        }
        std::optional<std::int64_t> count = 1;
        for (const std::int64_t extent : *tensor(index).shape) {
            count = count && extent >= 0 ? checked_multiply(*count, extent) : std::nullopt;
        }
        return count;
    }

    [[nodiscard]] Shape places_in(TensorIndex mask) {
        const auto count = elements(mask);
        if (!count) {
            return std::nullopt;
        }
        return std::vector<std::int64_t>{*count, static_cast<std::int64_t>(tensor(mask).shape->size())};
    }

    [[nodiscard]] Shape list_of_all(TensorIndex values) {
        const auto count = elements(values);
        return count ? Shape(std::vector<std::int64_t>{*count}) : std::nullopt;
    }

    /// Gives the first output its largest possible shape.
    template <class Largest>
    void bound(const Node& node, Largest&& largest) {
        if (node.inputs.empty() || node.outputs.empty() || node.outputs.front() == TensorIndex::none()) {
            return;
        }
        Tensor& output = tensor(node.outputs.front());
        if (!output.constant) {
            output.shape = largest(node.inputs.front());
            output.bounded = output.shape.has_value();
            depends_on_data_[node.outputs.front()] = true;
        }
    }

    /// The output lists are padded to the requested number of boxes.
    void bound_selected_boxes(const Node& node) {
        constexpr std::size_t max_boxes_operand = 2;
        const auto count =
            node.inputs.size() > max_boxes_operand && node.inputs[max_boxes_operand] != TensorIndex::none()
                ? extents_.number(node.inputs[max_boxes_operand])
                : std::nullopt;
        for (const TensorIndex index : node.outputs) {
            if (index == TensorIndex::none() || !extents_.open[index]) {
                continue;
            }
            if (count && *count >= 0) {
                tensor(index).shape = std::vector<std::int64_t>{*count};
            } else {
                tensor(index).shape.reset();
                depends_on_data_[index] = true;
            }
        }
    }

    /// An open extent of an output is unknown if an input depends on data.
    void propagate_data_dependence(const Node& node) {
        const bool reads_data_dependent = std::ranges::any_of(
            node.inputs, [this](TensorIndex index) { return index != TensorIndex::none() && depends_on_data_[index]; });
        for (const TensorIndex index : node.outputs) {
            if (reads_data_dependent && index != TensorIndex::none() && extents_.open[index] &&
                !depends_on_data_[index] && !tensor(index).constant) {
                tensor(index).shape.reset();
                depends_on_data_[index] = true;
            }
        }
    }

    Network& network_;
    const TfliteExtents& extents_;
    IndexedVector<TensorIndex, bool> depends_on_data_;  ///< by TensorIndex: an extent depends on data
};

}  // namespace

void bound_data_sizes(Network& network, const TfliteExtents& extents) {
    Bounding(network, extents).run();
}

}  // namespace arenascope
