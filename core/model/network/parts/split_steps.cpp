#include "core/model/network/parts/split_steps.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/model/network/constant_folding.h"

namespace arenascope {

SplitSteps::SplitSteps(const Network& network, bool fold) : network_(network), uses_(network.tensors.size()) {
    IndexedVector<TensorIndex, bool> constant(network.tensors.size(), false);
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
        constant[i] = network.tensors[i].constant && !network.tensors[i].variable;
    }
    const auto is_folded = fold ? fold_constants(network, constant) : std::vector<bool>(network.nodes.size(), false);
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        if (!is_folded[i]) {
            nodes_.push_back(i);
        }
    }
    find_uses();
    for (const SplitAxis axis : {SplitAxis::height, SplitAxis::width, SplitAxis::channels}) {
        auto& forms = forms_[static_cast<std::size_t>(axis)];
        forms.reserve(nodes_.size());
        for (std::size_t step = 0; step < nodes_.size(); ++step) {
            forms.push_back(split_form(network, node(step), axis));
            if (forms.back() && reads_scratch(step, constant)) {
                forms.back() = tl::unexpected(label_of(step) + " reads scratch, which no operator writes");
            }
        }
    }
}

bool SplitSteps::reads_scratch(std::size_t step, const IndexedVector<TensorIndex, bool>& constant) const {
    return std::ranges::any_of(node(step).inputs, [&](TensorIndex operand) {
        return operand != TensorIndex::none() && !constant[operand] && uses_[operand].first_writer < 0 &&
               !uses_[operand].is_interface;
    });
}

void SplitSteps::find_uses() {
    for (std::size_t step = 0; step < nodes_.size(); ++step) {
        const auto at = static_cast<std::int64_t>(step);
        const auto note = [&](TensorIndex operand) {
            if (operand != TensorIndex::none()) {
                Uses& of = uses_[operand];
                of.first_reader = of.first_reader < 0 ? at : of.first_reader;
                of.last_reader = at;
            }
        };
        std::ranges::for_each(node(step).inputs, note);
        std::ranges::for_each(node(step).captures, note);
        for (const TensorIndex output : node(step).outputs) {
            if (output != TensorIndex::none()) {
                Uses& of = uses_[output];
                of.first_writer = of.first_writer < 0 ? at : of.first_writer;
                of.last_writer = at;
            }
        }
    }
    for (const auto* list : {&network_.inputs, &network_.outputs}) {
        for (const TensorIndex tensor : *list) {
            uses_[tensor].is_interface = true;
        }
    }
    operands_.resize(nodes_.size());
    for (std::size_t step = 0; step < nodes_.size(); ++step) {
        for (std::size_t i = 0; i < node(step).inputs.size(); ++i) {
            const TensorIndex operand = node(step).inputs[i];
            if (operand == TensorIndex::none()) {
                continue;
            }
            if (uses_[operand].first_writer >= 0) {
                operands_[step].push_back({i, static_cast<std::size_t>(uses_[operand].first_writer)});
            }
        }
    }
    for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
        uses_[i].is_interface |= network_.tensors[i].variable;
    }
}

std::string SplitSteps::label_of(std::size_t step) const {
    const Node& one = node(step);
    const bool has_name = !one.name.empty() && one.name != one.type;
    return "step " + std::to_string(step) + " (" + shown(one.type) + (has_name ? " " + in_quotes(one.name) : "") + ")";
}

std::string SplitSteps::reason_to_keep(std::size_t step, std::size_t last) const {
    const Node& one = node(step);
    const TensorIndex output = one.outputs.empty() ? TensorIndex::none() : one.outputs.front();
    if (output == TensorIndex::none()) {
        return label_of(step) + " writes nothing";
    }
    const Uses& of = uses_[output];
    if (of.is_interface) {
        return "what " + label_of(step) + " writes is an output of the network, or a variable";
    }
    if (of.first_writer != of.last_writer) {
        return "what " + label_of(step) + " writes is written by several operators";
    }
    if (of.last_reader < 0) {
        return "nobody reads what " + label_of(step) + " writes";
    }
    if (of.first_reader <= of.first_writer) {
        return "what " + label_of(step) + " writes is read before";
    }
    return of.last_reader <= static_cast<std::int64_t>(last)
               ? std::string()
               : "what " + label_of(step) + " writes is read by " + label_of(static_cast<std::size_t>(of.last_reader)) +
                     ", too";
}

std::string SplitSteps::reason_to_read_whole(std::size_t step, std::size_t first, SplitAxis axis) const {
    const auto& form = this->form(step, axis);
    for (const Operand& operand : operands_[step]) {
        const bool is_inner = operand.writer >= first && operand.writer < step;
        if (is_inner && form->operands[operand.position].kind == OperandAccess::Kind::whole) {
            return label_of(step) + " reads all that " + label_of(operand.writer) + " writes for each part";
        }
        if (operand.writer >= step) {
            return label_of(step) + " reads what is written later";
        }
    }
    return {};
}

std::string SplitSteps::reason_against(const Chain& chain) const {
    if (chain.last >= size()) {
        return "there is no step " + std::to_string(chain.last) + ": the last one is step " +
               std::to_string(static_cast<std::int64_t>(size()) - 1);
    }
    for (std::size_t step = chain.first; step <= chain.last; ++step) {
        if (const auto& form = this->form(step, chain.axis); !form) {
            return "step " + std::to_string(step) + " cannot run in parts: " + form.error();
        }
        if (auto reason = reason_to_read_whole(step, chain.first, chain.axis); !reason.empty()) {
            return reason;
        }
        if (auto reason = step < chain.last ? reason_to_keep(step, chain.last) : std::string(); !reason.empty()) {
            return reason;
        }
    }
    const std::int64_t extent = form(chain.last, chain.axis)->extent;
    if (extent < chain.parts) {
        return "the " + std::string(name_of(chain.axis)) + " of what " + label_of(chain.last) + " writes is " +
               std::to_string(extent) + ", less than " + std::to_string(chain.parts) + " parts";
    }
    std::vector<Rows> rows;
    for (std::int64_t part = 0; part < chain.parts; ++part) {
        if (!find_rows(chain, part, rows)) {
            return "part " + std::to_string(part + 1) + " of " + std::to_string(chain.parts) +
                   " would see nothing but padding";
        }
    }
    return {};
}

bool SplitSteps::find_rows(const Chain& chain, std::int64_t part, std::vector<Rows>& rows) const {
    const auto& forms = forms_[static_cast<std::size_t>(chain.axis)];
    rows.assign(chain.length(), {});
    rows.back() = rows_of_part(forms[chain.last]->extent, chain.parts, part);
    for (std::size_t step = chain.last + 1; step-- > chain.first;) {
        const Rows& written = rows[step - chain.first];
        if (written.size() <= 0) {
            return false;
        }
        const SplitForm& form = *forms[step];
        for (const Operand& operand : operands_[step]) {
            const auto needed = rows_read(form, operand.position, written);
            if (!needed) {
                continue;
            }
            if (needed->size() <= 0) {
                return false;
            }
            if (operand.writer >= chain.first && operand.writer < step) {
                Rows& of = rows[operand.writer - chain.first];
                of = of.size() <= 0 ? *needed : Rows{std::min(of.begin, needed->begin), std::max(of.end, needed->end)};
            }
        }
        // What comes from outside the chain is whole, but a window may see nothing of it.
        if (!form.operands.empty() && form.operands.front().kind == OperandAccess::Kind::window &&
            rows_read(form, 0, written)->size() <= 0) {
            return false;
        }
    }
    return true;
}

}  // namespace arenascope
