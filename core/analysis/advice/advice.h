#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/verdict/remedy.h"
#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/activation_type.h"
#include "core/model/network/lever.h"
#include "core/model/network/spill/spill_wish.h"
#include "core/model/settings/option.h"
#include "core/planner/planner.h"

namespace arenascope {

/// A way to run the network, with a plan of it in which the checker has found no fault.
struct AdviceOption {
    std::vector<Lever> levers;  ///< empty: the network as it is
    /// With Lever::types: what activations hold. The results change.
    ActivationType types = ActivationType::as_in_file;
    std::vector<KeyValue> switches;  ///< of the import, with those of the user
    Bytes threshold;                 ///< of the changed network
    Offset peak;                     ///< of the plan
    Bytes lower_bound;               ///< of the changed network, proved
    double extra_work = 0;           ///< per cent of the multiply-accumulates of the whole network
    std::int64_t traffic = 0;        ///< bytes moved in a run above the network as it is; negative: fewer
    std::optional<bool> fits;        ///< within the capacity; empty: there is none
    std::string command;             ///< arenascope plan …, quoted for a POSIX shell; it gives the same peak
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const Layout> layout;

    /// The names of the levers, for people: "order and types (int8, which changes the results)".
    [[nodiscard]] std::string name() const;
};

/// What to look for, and how long.
struct AdviceOrder {
    SwitchedImport import;           ///< of the file
    std::string file;                ///< for the commands
    std::vector<KeyValue> switches;  ///< the user's own, which every option keeps
    std::vector<KeyValue> settings;  ///< of common_options(), likewise
    std::vector<Lever> allowed;
    std::size_t most_levers = all_levers.size();  ///< that are combined
    double most_extra_work = 20;                  ///< per cent
    /// The second memory of Lever::spill. Empty: the region of the file that Region::second marks; if there is none,
    /// the lever is not offered. What the first memory may need is chosen here.
    std::optional<SpillWish> spill = {};
    std::optional<Bytes> capacity;  ///< of each memory; empty: that of the file
    std::uint64_t seed = 0;
    int threads = 1;
    std::uint64_t work = 100'000'000;                    ///< limit of the visits of each method of a plan
    StopToken stop;                                      ///< ends a trial, which then gives nothing; may be empty
    StopToken is_over;                                   ///< no further trial begins; may be empty
    std::function<void(std::string_view words)> trying;  ///< called before each trial; may be empty
};

/// What would make a network fit.
struct Advice {
    /// By extra work, then traffic, then number of levers. The first one is the network as it is. Of the others, each
    /// has a lower peak than all that cost no more and change the results no more.
    std::vector<AdviceOption> options;
    /// Why a lever is not among them, a sentence each.
    std::vector<std::string> notes;
    bool is_complete = true;  ///< false: a token left trials out

    /// The cheapest of the options that fit and change the results least; null: none fits, or there is no capacity.
    [[nodiscard]] const AdviceOption* cheapest_that_fits() const;
    /// The option with the lowest peak, the cheapest of several. There must be an option.
    [[nodiscard]] const AdviceOption& lowest() const;
};

/// The same options beside another capacity, of each memory: what fits is told anew, nothing is searched. Linear in the
/// buffers of the options.
[[nodiscard]] Advice with_capacity(Advice advice, std::optional<Bytes> capacity);

/// Tries the levers alone and together. Each trial imports the file with the switches of its levers and plans it.
///
///   peak │ ●  as it is
///        │    ○                     ○ costs no less than one with a lower peak, and is left out
///        │  ●  order
///        │        ●  split, 2 % more work
///        │                ●  order and split, 8 %
///        └────────────────────────── extra work
///
/// Chains to split are searched once, for several limits of extra work up to the highest; each of them is tried.
/// Recomputing, and splitting beside it or beside a second memory, is tried under the highest limit alone. A second
/// memory is tried for the capacity, or for the lowest threshold that it gives if that is above; without a capacity for
/// that one, and for three quarters and half of the threshold of the network as it is. Types are tried one by one,
/// where they lower the threshold. Work is limited, not time: the same order gives the same advice, unless a token ends
/// it. Errors: those of the import and of the planner for the network as it is. A trial that the import refuses is a
/// note.
[[nodiscard]] Expected<Advice> advise(const AdviceOrder& order);

}  // namespace arenascope
