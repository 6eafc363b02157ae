#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/network/network.h"
#include "core/model/network/parts/chain.h"
#include "core/model/network/parts/split_form.h"

namespace arenascope {

/// The steps of a network and how each of them can run in parts. Refers to the network.
class SplitSteps {
public:
    /// An operand of a step that another step writes.
    struct Operand {
        std::size_t position = 0;  ///< in Node::inputs
        std::size_t writer = 0;    ///< step
    };

    /// `fold`: operators with only constant operands take no step, as in imported_model(). Linear, but for folding.
    SplitSteps(const Network& network, bool fold);

    [[nodiscard]] const Network& network() const { return network_; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] const Node& node(std::size_t step) const { return network_.nodes[nodes_[step]]; }
    /// Positions in Network::nodes, by step.
    [[nodiscard]] const std::vector<std::size_t>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<Operand>& operands(std::size_t step) const { return operands_[step]; }
    [[nodiscard]] const tl::expected<SplitForm, std::string>& form(std::size_t step, SplitAxis axis) const {
        return forms_[static_cast<std::size_t>(axis)][step];
    }
    /// "step 7 (Conv 'conv1')".
    [[nodiscard]] std::string label_of(std::size_t step) const;

    /// Why what a step writes cannot stay inside a chain that ends at `last`; empty: it can. All its readers must be
    /// in the chain.
    [[nodiscard]] std::string reason_to_keep(std::size_t step, std::size_t last) const;
    /// Why what a step of a chain reads from another one is not known by rows; empty: it is. O(operands).
    [[nodiscard]] std::string reason_to_read_whole(std::size_t step, std::size_t first, SplitAxis axis) const;
    /// Why these steps cannot run in so many parts; empty: they can. A sentence that names the operator. O(length ·
    /// parts).
    [[nodiscard]] std::string reason_against(const Chain& chain) const;

    /// The rows that each step of a chain writes in a part, which counts from 0: those of the last step that belong to
    /// the part, and of the steps before what the steps behind them read. `rows` has an entry for each step of the
    /// chain. Every step must have a form. Returns false where a step would write nothing, because the window of its
    /// reader sees only padding. O(operands of the chain).
    bool find_rows(const Chain& chain, std::int64_t part, std::vector<Rows>& rows) const;

private:
    /// The steps that use a tensor; −1: none.
    struct Uses {
        std::int64_t first_writer = -1;
        std::int64_t last_writer = -1;
        std::int64_t first_reader = -1;
        std::int64_t last_reader = -1;
        bool is_interface = false;  ///< of the network, or a variable
    };

    void find_uses();
    [[nodiscard]] bool reads_scratch(std::size_t step, const IndexedVector<TensorIndex, bool>& constant) const;

    const Network& network_;
    std::vector<std::size_t> nodes_;
    IndexedVector<TensorIndex, Uses> uses_;
    std::vector<std::vector<Operand>> operands_;  ///< by step
    std::array<std::vector<tl::expected<SplitForm, std::string>>, 3> forms_;
};

}  // namespace arenascope
