#include "core/model/network/parts/split_network.h"

#include <utility>

namespace arenascope {
namespace {

class Splitter {
public:
    explicit Splitter(const SplitSteps& steps) : steps_(steps), network_(steps.network()) {
        network_.nodes.clear();
        if (!network_.offline_plan.empty()) {
            network_.offline_plan.clear();
            network_.notes.emplace_back("the offline plan of the model was ignored: it is for whole tensors");
        }
    }

    Network run(const std::vector<Chain>& chains) {
        const auto& nodes = steps_.network().nodes;
        std::size_t next = 0;
        for (const Chain& chain : chains) {
            copy_up_to(steps_.nodes()[chain.first], next);
            // What is folded between the steps of a chain has only constant operands, so that it can come before.
            std::size_t step = chain.first;
            const std::size_t end = steps_.nodes()[chain.last] + 1;
            for (; next < end; ++next) {
                if (next == steps_.nodes()[step]) {
                    step += step < chain.last ? 1 : 0;
                } else {
                    network_.nodes.push_back(nodes[next]);
                }
            }
            add_parts(chain);
        }
        copy_up_to(nodes.size(), next);
        return std::move(network_);
    }

private:
    void copy_up_to(std::size_t end, std::size_t& next) {
        const auto& nodes = steps_.network().nodes;
        for (; next < end; ++next) {
            network_.nodes.push_back(nodes[next]);
        }
    }

    void add_parts(const Chain& chain) {
        std::vector<Rows> rows;
        for (std::int64_t part = 0; part < chain.parts; ++part) {
            steps_.find_rows(chain, part, rows);
            tensors_.assign(chain.length(), TensorIndex::none());
            for (std::size_t step = chain.first; step <= chain.last; ++step) {
                add_node(chain, part, step, rows);
            }
        }
    }

    [[nodiscard]] static std::string suffix_of(const Chain& chain, std::int64_t part) {
        return ", part " + std::to_string(part + 1) + " of " + std::to_string(chain.parts);
    }

    void add_node(const Chain& chain, std::int64_t part, std::size_t step, const std::vector<Rows>& rows) {
        const SplitForm& form = *steps_.form(step, chain.axis);
        const Rows written = rows[step - chain.first];
        Node node = steps_.node(step);
        OperatorPart& own = node.part.emplace();
        own.axis = chain.axis;
        own.number = part + 1;
        own.count = chain.parts;
        own.computes = written;
        own.reads.resize(node.inputs.size());
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (const auto needed = rows_read(form, i, written); needed && node.inputs[i] != TensorIndex::none()) {
                own.reads[i] = TensorRows{form.operands[i].dimension, *needed};
            }
        }
        for (const SplitSteps::Operand& operand : steps_.operands(step)) {
            if (operand.writer >= chain.first && operand.writer < step) {
                const std::size_t writer = operand.writer - chain.first;
                node.inputs[operand.position] = tensors_[writer];
                if (auto& read = own.reads[operand.position]) {
                    read->rows = {read->rows.begin - rows[writer].begin, read->rows.end - rows[writer].begin};
                }
            }
        }
        own.writes = {form.dimension, step < chain.last ? Rows{0, written.size()} : written};
        if (node.window && chain.axis != SplitAxis::channels) {
            WindowAxis& along = chain.axis == SplitAxis::width ? node.window->width : node.window->height;
            along = window_of_part(form, written);
            own.before = along.before;
            own.after = along.after;
        } else if (node.window && node.window->groups > 1) {
            node.window->groups = written.size();  // a channel each
        }
        if (node.resampling && chain.axis != SplitAxis::channels) {
            (chain.axis == SplitAxis::width ? node.resampling->width : node.resampling->height) =
                resampling_of_part(form, written);
        }
        if (node.weights && chain.axis == SplitAxis::channels) {
            node.weights = *node.weights / form.extent * written.size();
        }
        node.name = (node.name.empty() ? node.type + " " + std::to_string(step) : node.name) + suffix_of(chain, part);
        if (step < chain.last) {
            node.outputs = {add_tensor(node.outputs.front(), form.dimension, written, suffix_of(chain, part))};
            tensors_[step - chain.first] = node.outputs.front();
        }
        network_.nodes.push_back(std::move(node));
    }

    TensorIndex add_tensor(TensorIndex whole, std::size_t dimension, Rows rows, const std::string& suffix) {
        Tensor tensor = network_.tensors[whole];
        tensor.name = (tensor.name.empty() ? "tensor " + std::to_string(whole.value()) : tensor.name) + suffix;
        (*tensor.shape)[dimension] = rows.size();
        network_.tensors.push_back(std::move(tensor));
        return TensorIndex(network_.tensors.size() - 1);
    }

    const SplitSteps& steps_;
    Network network_;
    std::vector<TensorIndex> tensors_;  ///< what each step of the chain writes in this part
};

}  // namespace

Network split_network(const SplitSteps& steps, const std::vector<Chain>& chains) {
    return Splitter(steps).run(chains);
}

}  // namespace arenascope
