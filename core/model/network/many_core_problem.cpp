#include "core/model/network/many_core_problem.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

class CoreSplitter {
public:
    CoreSplitter(Problem problem, Layout layout, const CoreAssignment& assignment, TransferTime transfers)
        : assignment_(assignment),
          transfer_time_(transfers),
          span_(time_span(problem)),
          original_count_(problem.buffers.size()),
          uses_(problem.buffers.size()),
          copies_(problem.buffers.size()) {
        split_.problem = std::move(problem);
        split_.layout = std::move(layout);
    }

    Expected<ManyCoreProblem> run() {
        for (const Transfer& transfer : problem().transfers) {
            copies_[transfer.source].push_back(transfer.copy);
        }
        if (problem().graph) {
            note_uses();
        }
        move_buffers();
        if (problem().graph) {
            copy_to_readers();
            end_sources();
        }
        drop_outdated_parts();
        if (auto valid = validate(problem()); !valid) {
            return failure(std::move(valid.error()));
        }
        add_notes();
        return std::move(split_);
    }

private:
    /// The operators that use a buffer, on any core.
    struct Uses {
        OperatorIndex writer = OperatorIndex::none();
        OperatorIndex first_reader = OperatorIndex::none();
        Step end;  ///< one past the last use; only valid if there is one
    };

    [[nodiscard]] Problem& problem() { return split_.problem; }
    [[nodiscard]] Buffer& buffer(BufferIndex index) { return problem().buffers[index]; }
    [[nodiscard]] const Operator& node(OperatorIndex index) const { return split_.problem.graph->operators[index]; }
    [[nodiscard]] RegionIndex core_of(OperatorIndex index) const { return assignment_.cores[index.value()]; }

    void note_uses() {
        order_.resize(problem().graph->operators.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            order_[i] = OperatorIndex(i);
        }
        std::ranges::stable_sort(order_,
                                 [this](OperatorIndex a, OperatorIndex b) { return node(a).step < node(b).step; });
        const auto use = [](Uses& uses, OperatorIndex& first, OperatorIndex index, Step end) {
            const bool is_first_use =
                uses.writer == OperatorIndex::none() && uses.first_reader == OperatorIndex::none();
            uses.end = is_first_use ? end : std::max(uses.end, end);
            first = first == OperatorIndex::none() ? index : first;
        };
        for (const OperatorIndex index : order_) {
            const Step end = node(index).step + Duration(1);
            for (const BufferIndex read : node(index).reads) {
                use(uses_[read], uses_[read].first_reader, index, end);
            }
            for (const BufferIndex written : node(index).writes) {
                use(uses_[written], uses_[written].writer, index, end);
            }
        }
    }

    /// The core of a buffer. An existing copy stays, and so does a buffer without a writer that the file puts on a core
    /// that reads it.
    [[nodiscard]] RegionIndex home_of(BufferIndex index) {
        if (!problem().graph) {
            return assignment_.cores[index.value()];
        }
        const Uses& uses = uses_[index];
        const RegionIndex own = assignment_.keeps_regions ? buffer(index).region : RegionIndex(0);
        if (transfer_into(problem(), index) != nullptr) {
            return own;
        }
        if (uses.writer != OperatorIndex::none()) {
            return core_of(uses.writer);
        }
        if (uses.first_reader == OperatorIndex::none() || (assignment_.keeps_regions && is_read_on(index, own))) {
            return own;
        }
        return core_of(uses.first_reader);
    }

    [[nodiscard]] bool is_read_on(BufferIndex index, RegionIndex core) {
        if (read_on_.empty()) {
            read_on_.resize(original_count_);
            for (const OperatorIndex reader : order_) {
                for (const BufferIndex read : node(reader).reads) {
                    const bool is_there = buffer(read).region == core_of(reader);
                    read_on_[read] = read_on_[read] || is_there;
                }
            }
        }
        return buffer(index).region == core && read_on_[index];
    }

    void move_buffers() {
        std::vector<RegionIndex> homes;
        for (std::size_t i = 0; i < original_count_; ++i) {
            homes.push_back(home_of(BufferIndex(i)));
        }
        for (std::size_t i = 0; i < original_count_; ++i) {
            Buffer& moved = problem().buffers[i];
            const std::string& before = problem().regions[moved.region].name;
            const bool stays = before == assignment_.regions[homes[i]].name;
            auto& placement = split_.layout.placements[i];
            const bool is_placed_there = placement && placement->region == moved.region;
            if (!stays) {
                // Buffers without a region in the file are in the first one.
                overridden_ += assignment_.keeps_regions && moved.region != RegionIndex(0) ? 1 : 0;
                split_.has_changed = true;
                lost_pins_ += moved.pin ? 1 : 0;
                lost_placements_ += placement ? 1 : 0;
                moved.pin.reset();
                moved.set_hint({});
                placement.reset();
            } else if (is_placed_there) {
                placement->region = homes[i];
            } else if (!assignment_.keeps_regions) {
                placement.reset();
            }
            moved.region = homes[i];
        }
        split_.has_changed = split_.has_changed || problem().regions != assignment_.regions;
        problem().regions = assignment_.regions;
    }

    /// Makes every operator read only buffers on its own core, through copies.
    void copy_to_readers() {
        UniqueNames names;
        for (const Buffer& each : problem().buffers) {
            (void)names.add(each.name);
        }
        for (const OperatorIndex index : order_) {
            Operator& reader = problem().graph->operators[index];
            const RegionIndex core = core_of(index);
            split_.has_changed = split_.has_changed || reader.core != core;
            reader.core = core;
            for (BufferIndex& read : reader.reads) {
                if (buffer(read).region != core) {
                    read = copy_on(core, read, reader.step, names);
                }
            }
        }
    }

    /// The copy of `source` on `core` for a reader at `step`. It is alive at that step.
    BufferIndex copy_on(RegionIndex core, BufferIndex source, Step step, UniqueNames& names) {
        for (const BufferIndex copy : copies_[source]) {
            if (buffer(copy).region != core) {
                continue;
            }
            if (copy.value() >= original_count_) {
                buffer(copy).lifetime.end = std::max(buffer(copy).lifetime.end, step + Duration(1));
                return copy;
            }
            if (contains(buffer(copy).lifetime, step)) {
                return copy;
            }
        }
        const BufferIndex copy(problem().buffers.size());
        problem().buffers.push_back(new_copy(core, source, step, names));
        copies_[source].push_back(copy);
        copies_.emplace_back();
        problem().transfers.push_back({source, copy});
        split_.layout.placements.emplace_back();
        if (!problem().graph->tensors.empty()) {
            problem().graph->tensors.push_back(TensorFacts(problem().graph->tensors[source]));
        }
        split_.has_changed = true;
        return copy;
    }

    [[nodiscard]] Buffer new_copy(RegionIndex core, BufferIndex source, Step step, UniqueNames& names) {
        const Buffer& from = buffer(source);
        Step transfer = step;
        if (transfer_time_ == TransferTime::early) {
            const OperatorIndex writer =
                source.value() < original_count_ ? uses_[source].writer : OperatorIndex::none();
            transfer = std::min(step, writer == OperatorIndex::none() ? from.lifetime.begin : node(writer).step);
        }
        // A file may let an operator read a buffer that is no longer alive. The transfer must be within its lifetime.
        transfer = std::clamp(transfer, from.lifetime.begin, from.lifetime.end + Duration(-1));
        Buffer copy;
        copy.name = names.add(from.name + "@" + problem().regions[core].name);
        copy.size = from.size;
        copy.alignment = from.alignment;
        copy.set_dimensions(from.dimensions());
        copy.region = core;
        copy.lifetime = {transfer, std::max(transfer, step) + Duration(1)};
        return copy;
    }

    /// Shortens each source that is kept only for readers on other cores. It ends with its last transfer.
    void end_sources() {
        IndexedVector<BufferIndex, Step> needed(original_count_);
        std::vector<bool> crosses(original_count_, false);
        for (std::size_t i = 0; i < original_count_; ++i) {
            needed[i] = problem().buffers[i].lifetime.begin + Duration(1);
            for (const BufferIndex copy : copies_[i]) {
                needed[i] = std::max(needed[i], buffer(copy).lifetime.begin + Duration(1));
                crosses[i] = crosses[i] || copy.value() >= original_count_;
            }
        }
        for (const Operator& user : problem().graph->operators) {
            const auto need = [&](BufferIndex used) {
                if (used.value() < original_count_) {
                    needed[used] = std::max(needed[used], user.step + Duration(1));
                }
            };
            std::ranges::for_each(user.reads, need);
            std::ranges::for_each(user.writes, need);
        }
        for (std::size_t i = 0; i < original_count_; ++i) {
            Buffer& source = problem().buffers[i];
            const bool is_held = source.kind == BufferKind::output || source.kind == BufferKind::variable ||
                                 (uses_[i].writer == OperatorIndex::none() && source.lifetime == span_) ||
                                 source.lifetime.end != uses_[i].end;
            if (crosses[i] && !is_held && needed[i] < source.lifetime.end) {
                source.lifetime.end = needed[i];
                std::vector<Gap> gaps = source.gaps();
                std::erase_if(gaps, [&](const Gap& gap) { return gap.steps.end > source.lifetime.end; });
                source.set_gaps(std::move(gaps));
            }
        }
    }

    void drop_outdated_parts() {
        if (problem().usage_graph) {
            problem().usage_graph->may_take_over.resize(problem().buffers.size());
        }
        if (split_.has_changed) {
            split_.layout = Layout{.placements = std::move(split_.layout.placements), .sharing = {}};
        }
    }

    /// The number of tensors that an operator on another core writes. No transfer updates their copies.
    [[nodiscard]] std::size_t written_on_other_cores() {
        std::vector<BufferIndex> written;
        for (const OperatorIndex index : order_) {
            for (const BufferIndex output : node(index).writes) {
                if (buffer(output).region != core_of(index)) {
                    written.push_back(output);
                }
            }
        }
        std::ranges::sort(written);
        return static_cast<std::size_t>(std::unique(written.begin(), written.end()) - written.begin());
    }

    void add_notes() {
        const auto add = [](std::vector<std::string>& list, std::size_t count, const std::string& one,
                            const std::string& many) {
            if (count > 0) {
                list.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
            }
        };
        auto& notes = split_.notes;
        const std::string& first_core = assignment_.regions.front().name;
        add(split_.facts, problem().buffers.size() - original_count_, "copy brings a tensor to the core that reads it",
            "copies bring tensors to the cores that read them");
        add(notes, assignment_.unnamed, "operator is assigned to no core: it runs on " + in_quotes(first_core),
            "operators are assigned to no core: they run on " + in_quotes(first_core));
        add(notes, overridden_, "buffer lies on the core of its operator, not in the region that the file gives it",
            "buffers lie on the cores of their operators, not in the regions that the file gives them");
        add(notes, lost_placements_, "placement of the file is ignored: the buffer lies on another core now",
            "placements of the file are ignored: the buffers lie on other cores now");
        add(notes, lost_pins_, "pin of the file is ignored: the buffer lies on another core now",
            "pins of the file are ignored: the buffers lie on other cores now");
        add(notes, written_on_other_cores(),
            "tensor is written by an operator on another core: this transfer is not modelled",
            "tensors are written by operators on other cores: these transfers are not modelled");
    }

    const CoreAssignment& assignment_;
    TransferTime transfer_time_;
    Lifetime span_;
    std::size_t original_count_;
    ManyCoreProblem split_;
    std::vector<OperatorIndex> order_;          ///< in execution order
    IndexedVector<BufferIndex, Uses> uses_;     ///< by buffer
    IndexedVector<BufferIndex, bool> read_on_;  ///< by buffer: whether an operator on its own core reads it
    IndexedVector<BufferIndex, std::vector<BufferIndex>> copies_;  ///< by buffer
    std::size_t overridden_ = 0;
    std::size_t lost_placements_ = 0;
    std::size_t lost_pins_ = 0;
};

}  // namespace

Expected<ManyCoreProblem> many_core_problem(Problem problem, Layout layout, const CoreAssignment& assignment,
                                            TransferTime transfers) {
    if (!assignment.keeps_regions && !problem.transfers.empty()) {
        return ManyCoreProblem{.problem = std::move(problem),
                               .layout = std::move(layout),
                               .notes = {"the file is already split onto cores; its cores are kept"}};
    }
    const bool had_history = problem.history != nullptr;
    problem.history.reset();  // it knows nothing of cores and copies
    auto split = CoreSplitter(std::move(problem), std::move(layout), assignment, transfers).run();
    if (split && had_history) {
        split->notes.emplace_back("the history of the allocator is dropped: it says nothing of cores");
    }
    return split;
}

}  // namespace arenascope
