#include "core/format/flatbuffers/tflite_batch.h"

#include <algorithm>
#include <optional>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

constexpr const char* convert_with_shape = "convert the model with this shape, or give its batch only";

class BatchSetter {
public:
    BatchSetter(Network& network, const TfliteOpenExtents& open, const ImportOptions& options)
        : network_(network), open_(open), options_(options) {}

    Expected<void> run() {
        for (const auto& [name, shape] : options_.shapes) {
            if (auto taken = take(name, shape); !taken) {
                return taken;
            }
        }
        return factor_.value_or(1) == 1 ? Expected<void>() : enlarge();
    }

private:
    Expected<void> take(const std::string& name, const std::vector<std::int64_t>& given) {
        const auto input = std::find_if(network_.inputs.begin(), network_.inputs.end(),
                                        [&](TensorIndex index) { return network_.tensors[index].name == name; });
        if (input == network_.inputs.end()) {
            std::string note = "the model has no input " + in_quotes(name) + " whose shape could be given";
            const bool have_names = std::any_of(network_.inputs.begin(), network_.inputs.end(),
                                                [&](TensorIndex each) { return !network_.tensors[each].name.empty(); });
            for (const TensorIndex each : network_.inputs) {
                note += !have_names ? "" : each == network_.inputs.front() ? "; its inputs are: " : ", ";
                note += shown(network_.tensors[each].name);
            }
            note += have_names ? "" : "; its inputs have no names";
            network_.notes.push_back(std::move(note));
            return {};
        }
        const auto& shape = network_.tensors[*input].shape;
        if (!shape || shape->size() != given.size()) {
            return failure("shape." + name + " has " + counted(given.size(), "extent", "extents") + ", the input has " +
                               (shape ? std::to_string(shape->size()) : std::string("no shape")),
                           "give one extent for each of the input");
        }
        for (std::size_t i = 0; i < given.size(); ++i) {
            if ((*shape)[i] == given[i]) {
                continue;
            }
            if (!is_open(*input, i)) {
                return failure("shape." + name + ": the model fixes extent " + std::to_string(i) + " to " +
                                   std::to_string((*shape)[i]) + ", so it cannot be " + std::to_string(given[i]),
                               "keep it, or convert the model with this shape");
            }
            if (i > 0) {
                return failure("shape." + name + ": extent " + std::to_string(i) +
                                   " is not the batch, and the sizes that follow from it are not computed for TFLite",
                               convert_with_shape);
            }
        }
        given_.push_back(*input);
        if (is_open(*input, 0)) {
            return set_factor(name, (*shape)[0], given[0]);
        }
        return {};
    }

    Expected<void> set_factor(const std::string& name, std::int64_t from, std::int64_t to) {
        if (from < 1 || to % from != 0 || factor_.value_or(to / from) != to / from) {
            return failure("shape." + name + ": the batch " + std::to_string(to) + " is no multiple of " +
                               std::to_string(from) +
                               ", the one in the file, or another multiple than that of other "
                               "inputs",
                           "give all inputs the same multiple of their batch in the file");
        }
        factor_ = to / from;
        return {};
    }

    [[nodiscard]] bool is_open(TensorIndex index, std::size_t position) const {
        const auto found = open_.find(index);
        return found != open_.end() && std::ranges::find(found->second, position) != found->second.end();
    }

    Expected<void> enlarge() {
        for (const Node& node : network_.nodes) {
            if (!node.bodies.empty() || !node.unread_body.empty()) {
                return failure("the batch cannot be changed: operator " + shown(node.name) + " runs a subgraph",
                               "convert the model with the batch that you need");
            }
        }
        for (const auto& [index, positions] : open_) {
            Tensor& tensor = network_.tensors[index];
            const bool is_input = std::ranges::find(network_.inputs, index) != network_.inputs.end();
            if (is_input && std::ranges::find(given_, index) == given_.end() && positions.front() == 0) {
                return failure("input " + in_quotes(tensor.name) + " has an open batch, too", "give also its shape");
            }
            if (!is_input && positions != std::vector<std::size_t>{0}) {
                return failure("the batch cannot be changed: tensor " + in_quotes(tensor.name) +
                                   " has an open extent that is not the first, so its size is not known",
                               "convert the model with the batch that you need");
            }
        }
        for (const auto& [index, positions] : open_) {
            std::int64_t& batch = (*network_.tensors[index].shape)[0];
            const auto enlarged =
                positions.front() == 0 && batch >= 0 ? checked_multiply(batch, *factor_) : std::optional(batch);
            if (!enlarged) {
                return failure("the batch is too large for 64 bits", "give a smaller one");
            }
            batch = *enlarged;
        }
        return {};
    }

    Network& network_;
    const TfliteOpenExtents& open_;
    const ImportOptions& options_;
    std::vector<TensorIndex> given_;
    std::optional<std::int64_t> factor_;  ///< of the batch in the file
};

}  // namespace

Expected<void> set_tflite_batch(Network& network, const TfliteOpenExtents& open, const ImportOptions& options) {
    return BatchSetter(network, open, options).run().map([&] {
        for (const auto& given : options.shapes) {
            std::erase_if(network.assumed_dimensions,
                          [&](const std::string& name) { return name.starts_with(given.first + "["); });
        }
    });
}

}  // namespace arenascope
