#include "core/analysis/verdict/verdict.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

VerdictTone tone_of(VerdictState state) {
    switch (state) {
        case VerdictState::unsound:
        case VerdictState::cannot_fit:
        case VerdictState::over_capacity:
            return VerdictTone::bad;
        case VerdictState::unknown_sizes:
        case VerdictState::improvable:
            return VerdictTone::warning;
        case VerdictState::fits:
            return VerdictTone::good;
        case VerdictState::lowest:
        case VerdictState::unplaced:
        case VerdictState::recorded:
        case VerdictState::empty:
            break;
    }
    return VerdictTone::plain;
}

/// The amounts of one verdict, in the unit of the largest. They are exact bytes if that unit would make two of them
/// look the same, or one look like nothing.
class Amounts {
public:
    explicit Amounts(std::initializer_list<Bytes> amounts) : unit_(unit_for(std::max(amounts))) {
        for (const Bytes a : amounts) {
            for (const Bytes b : amounts) {
                const std::string text = number_text(a, unit_);
                if (text.starts_with('<') || (a != b && text == number_text(b, unit_))) {
                    unit_ = Unit::bytes;
                    return;
                }
            }
        }
    }
    [[nodiscard]] Unit unit() const { return unit_; }
    /// "54 KiB".
    [[nodiscard]] std::string with_unit(Bytes bytes) const { return amount_text(bytes, unit_); }
    /// "54", where the unit stands beside it.
    [[nodiscard]] std::string number(Bytes bytes) const { return number_text(bytes, unit_); }

private:
    Unit unit_;
};

std::string with_commas(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    }
    return text;
}

/// What a memory needs, beside its capacity.
struct JudgedRegion {
    RegionIndex region;
    bool is_placed = false;  ///< some buffer is
    Bytes peak;
    Bytes bound;
    std::optional<Bytes> capacity;
    const Misfit* misfit = nullptr;  ///< the buffer without room that lacks most; null: none

    [[nodiscard]] Bytes needed() const { return std::max(peak, bound); }
    /// Above the capacity; negative: it is free.
    [[nodiscard]] Bytes excess() const {
        const Bytes above = needed() - *capacity;
        return misfit != nullptr ? std::max(above, misfit->missing) : above;
    }
    [[nodiscard]] bool cannot_fit() const { return capacity && bound > *capacity; }
    [[nodiscard]] bool is_over() const {
        return capacity && (cannot_fit() || (is_placed && peak > *capacity) || misfit != nullptr);
    }
    /// By which the peak may be lower.
    [[nodiscard]] Bytes gain() const { return std::max(peak - bound, Bytes(0)); }
};

class Judge {
public:
    explicit Judge(const VerdictInput& input)
        : input_(input), problem_(*input.problem), layout_(*input.layout), regions_(judged_regions()) {}

    Verdict verdict() {
        verdict_.step = input_.step;
        decide();
        verdict_.tone = tone_of(verdict_.state);
        if (verdict_.state == VerdictState::recorded && input_.figures->first_failed) {
            verdict_.tone = VerdictTone::bad;
        }
        add_notes();
        return std::move(verdict_);
    }

private:
    std::vector<JudgedRegion> judged_regions() {
        std::vector<JudgedRegion> judged;
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            const RegionIndex region(i);
            const RegionNeed& need = input_.figures->regions[region];
            const RegionFigures& placed = input_.placed->regions[region];
            unplaced_ += placed.unplaced;
            if (need.buffers > 0 || placed.peak > Offset(0)) {
                judged.push_back(
                    {region, need.buffers > placed.unplaced || placed.peak > Offset(0), placed.peak - Offset(0),
                     need.bound,
                     input_.capacities.empty() ? problem_.regions[region].capacity : input_.capacities[region]});
            }
        }
        for (const Misfit& misfit : input_.misfits) {
            for (JudgedRegion& one : judged) {
                if (one.region == problem_.buffers[misfit.buffer].region &&
                    (one.misfit == nullptr || misfit.missing > one.misfit->missing)) {
                    one.misfit = &misfit;
                }
            }
        }
        if (input_.proved && !judged.empty()) {
            use_proved_bound(judged, *input_.proved);
        }
        return judged;
    }

    /// A bound of the highest peak is one of that memory, if all others stay below it; second memories do not count.
    void use_proved_bound(std::vector<JudgedRegion>& judged, Bytes proved) const {
        const auto counts = [&](const JudgedRegion& one) { return counts_in_peak(problem_, one.region); };
        const auto highest = std::ranges::max_element(
            judged, {}, [&](const JudgedRegion& one) { return counts(one) ? one.peak : Bytes(-1); });
        const bool is_of_highest = std::ranges::all_of(
            judged, [&](const JudgedRegion& one) { return &one == &*highest || !counts(one) || one.peak < proved; });
        if (is_of_highest) {
            highest->bound = std::max(highest->bound, proved);
        }
    }

    void decide() {
        const bool is_recorded = has_segment_regions(problem_);
        const bool has_placed = std::ranges::any_of(regions_, &JudgedRegion::is_placed);
        if (const std::vector<std::string> findings = found(has_placed); !findings.empty()) {
            speak_of(highest());
            say(VerdictState::unsound, with_commas(findings) + ": not safe to ship");
        } else if (const JudgedRegion* over = worst_over(true)) {
            cannot_fit(*over);
        } else if (const JudgedRegion* high = worst_over(false)) {
            over_capacity(*high);
        } else if (input_.unknown_sizes > 0) {
            unknown_sizes();
        } else if (is_recorded) {
            recorded();
        } else if (std::ranges::all_of(regions_, [](const JudgedRegion& one) { return one.needed() == Bytes(0); })) {
            speak_of(highest());
            say(VerdictState::empty, "Nothing needs memory");
        } else if (!has_placed || unplaced_ > 0) {
            unplaced();
        } else if (const JudgedRegion* fullest = worst(
                       [this](const JudgedRegion& one) { return one.capacity && counts_in_peak(problem_, one.region); },
                       [](const JudgedRegion& one) { return one.excess(); })) {
            fits(*fullest);
        } else {
            without_capacity();
        }
    }

    /// The first of those with the largest measure among those that count, a second memory only if nothing else does;
    /// null: none counts.
    template <class Counts, class Measure>
    [[nodiscard]] const JudgedRegion* worst(Counts&& counts, Measure&& measure) const {
        const JudgedRegion* found = nullptr;
        const JudgedRegion* found_second = nullptr;
        for (const JudgedRegion& one : regions_) {
            const JudgedRegion*& best = counts_in_peak(problem_, one.region) ? found : found_second;
            if (counts(one) && (best == nullptr || measure(one) > measure(*best))) {
                best = &one;
            }
        }
        return found != nullptr ? found : found_second;
    }
    [[nodiscard]] const JudgedRegion* worst_over(bool cannot_fit) const {
        return worst([cannot_fit](const JudgedRegion& one) { return cannot_fit ? one.cannot_fit() : one.is_over(); },
                     [](const JudgedRegion& one) { return one.excess(); });
    }
    [[nodiscard]] const JudgedRegion* highest() const {
        return worst([](const JudgedRegion&) { return true; }, [](const JudgedRegion& one) { return one.needed(); });
    }

    /// The findings of the check that no larger capacity would mend.
    [[nodiscard]] std::vector<std::string> found(bool has_placed) const {
        std::vector<std::string> findings = input_.other_findings;
        const auto add = [&findings](std::uint64_t number, const std::string& one, const std::string& many) {
            if (number > 0) {
                findings.push_back(counted(number, one, many));
            }
        };
        if (const CheckReport* check = input_.check) {
            add(check->overlap_count, "pair of buffers overlaps", "pairs of buffers overlap");
            add(check->misaligned.size(), "buffer is misaligned", "buffers are misaligned");
            add(static_cast<std::uint64_t>(std::ranges::count_if(
                    check->outside, [this](BufferIndex buffer) { return !is_only_too_high(buffer); })),
                "buffer lies outside its memory", "buffers lie outside their memory");
            add(check->contradictions.size(), "statement of the plan contradicts the rest",
                "statements of the plan contradict the rest");
        }
        if (has_placed && !input_.is_under_way && input_.misfits.empty()) {
            add(unplaced_, "buffer is not placed", "buffers are not placed");
        }
        return findings;
    }

    /// Whether a buffer outside its memory is there, but ends above the capacity.
    [[nodiscard]] bool is_only_too_high(BufferIndex index) const {
        const Buffer& buffer = problem_.buffers[index];
        const auto& placement = layout_.placements[index];
        return placement && placement->region == buffer.region && placement->offset >= Offset(0) && takes_bytes(buffer);
    }

    /// Makes the figures of the verdict those of a memory; null: there is none.
    void speak_of(const JudgedRegion* one) {
        if (one == nullptr) {
            return;
        }
        verdict_.region = one->region;
        verdict_.bound = one->bound;
        verdict_.capacity = one->capacity;
        verdict_.busiest = input_.figures->regions[one->region].busiest;
        if (one->is_placed) {
            verdict_.peak = Offset(one->peak.value());
        }
        if (one->capacity && one->excess() > Bytes(0) && (one->is_placed || one->cannot_fit())) {
            verdict_.excess = one->excess();
        } else if (one->capacity && one->is_placed) {
            verdict_.free = *one->capacity - one->peak;
        }
        verdict_.unit = unit_for(one->needed());
    }

    /// `sentence` without its full stop, which follows what limits it.
    void say(VerdictState state, std::string sentence, std::string outlook = {}) {
        std::string limits = input_.step;
        if (const std::string assumed = assumed_text(); !assumed.empty()) {
            limits += (limits.empty() ? "" : "; ") + assumed;
        }
        verdict_.state = state;
        verdict_.headline = std::move(sentence) + (limits.empty() ? "" : " (" + limits + ")") + ".";
        verdict_.outlook = std::move(outlook);
    }

    /// "at batch 1, assumed".
    [[nodiscard]] std::string assumed_text() const {
        constexpr std::size_t most_named = 2;
        if (input_.assumed.empty()) {
            return {};
        }
        const std::string extent = input_.assumed_extent ? grouped(*input_.assumed_extent) : std::string();
        if (input_.assumed.size() > most_named) {
            return counted(input_.assumed.size(), "dimension", "dimensions") + " assumed" +
                   (extent.empty() ? "" : " to be " + extent);
        }
        std::vector<std::string> names;
        for (const std::string& name : input_.assumed) {
            names.push_back(shown(name) + (extent.empty() ? "" : " " + extent));
        }
        return (extent.empty() ? "" : "at ") + with_commas(names) + (extent.empty() ? " assumed" : ", assumed");
    }

    /// " in 'sram'" of several memories.
    [[nodiscard]] std::string where(const JudgedRegion& one) const {
        return problem_.regions.size() == 1 ? std::string() : " in " + in_quotes(problem_.regions[one.region].name);
    }

    [[nodiscard]] bool has_network() const { return problem_.graph && !problem_.graph->operators.empty(); }
    [[nodiscard]] bool is_shared() const { return !layout_.sharing.empty(); }

    void cannot_fit(const JudgedRegion& one) {
        speak_of(&one);
        const Amounts amounts{one.bound, *one.capacity};
        verdict_.unit = amounts.unit();
        say(VerdictState::cannot_fit,
            "Does not fit" + where(one) + ": at least " + amounts.with_unit(one.bound) + " needed of " +
                amounts.number(*one.capacity),
            has_segment_regions(problem_) ? ""
            : is_shared()                 ? "No layout with this sharing can fit."
            : has_network()               ? "No layout without sharing can fit."
                                          : "No layout can fit.");
    }

    void over_capacity(const JudgedRegion& one) {
        speak_of(&one);
        const Bytes lower = input_.known_lower ? input_.known_lower->peak - Offset(0) : one.needed();
        const Amounts amounts{one.needed(), *one.capacity, one.excess(), lower};
        verdict_.unit = amounts.unit();
        const std::string start = "Does not fit" + where(one) + ": ";
        const std::string missing = one.misfit == nullptr
                                        ? amounts.with_unit(one.excess()) + " too much"
                                        : counted(input_.misfits.size(), "buffer has no room", "buffers have no room") +
                                              "; " + in_quotes(problem_.buffers[one.misfit->buffer].name) + " lacks " +
                                              amounts.with_unit(one.misfit->missing);
        say(VerdictState::over_capacity, start + missing,
            has_segment_regions(problem_) ? ""
            : !input_.known_lower         ? "A lower layout may fit."
            : lower <= *one.capacity
                ? "A layout that fits exists: " + amounts.with_unit(lower) + "."
                : "A lower layout exists: " + amounts.with_unit(lower) + ", which does not fit either.");
    }

    void unknown_sizes() {
        speak_of(highest());
        const std::string number = grouped(input_.unknown_sizes);
        verdict_.cure = input_.cure;
        say(VerdictState::unknown_sizes,
            input_.knows_listed_sizes && !problem_.buffers.empty() ? "Values are left out: every figure is too low"
            : !problem_.buffers.empty()
                ? counted(input_.unknown_sizes, "size is", "sizes are") + " unknown: every figure is too low"
            : input_.unknown_sizes == 1 ? "The only size is unknown: nothing can be planned"
                                        : "None of the " + number + " sizes is known: nothing can be planned",
            input_.cure);
    }

    void fits(const JudgedRegion& one) {
        speak_of(&one);
        const Amounts amounts{one.peak, *one.capacity, *verdict_.free};
        verdict_.unit = amounts.unit();
        say(VerdictState::fits,
            "Fits" + where(one) + ": " + amounts.number(one.peak) + " of " + amounts.with_unit(*one.capacity) + ", " +
                (*verdict_.free == Bytes(0) ? "nothing" : amounts.with_unit(*verdict_.free)) + " free");
    }

    void without_capacity() {
        const JudgedRegion* improvable = worst([](const JudgedRegion& one) { return one.gain() > Bytes(0); },
                                               [](const JudgedRegion& one) { return one.gain(); });
        const JudgedRegion& one = improvable != nullptr ? *improvable : *highest();
        speak_of(&one);
        if (improvable == nullptr) {
            const Amounts amounts{one.peak};
            say(VerdictState::lowest, amounts.with_unit(one.peak) + " needed" + where(one) + ", the lowest " +
                                          (is_shared()     ? "with this sharing"
                                           : has_network() ? "without sharing"
                                                           : "possible"));
            return;
        }
        const bool is_known = input_.known_lower && input_.known_lower->peak - Offset(0) < one.peak;
        const Bytes lower = is_known ? input_.known_lower->peak - Offset(0) : one.gain();
        const Amounts amounts{one.peak, lower};
        verdict_.unit = amounts.unit();
        say(VerdictState::improvable, amounts.with_unit(one.peak) + " needed" + where(one) +
                                          (is_known ? "; a layout of " + amounts.with_unit(lower) + " exists"
                                                    : "; up to " + amounts.with_unit(lower) + " less may be possible"));
    }

    /// Nothing is placed, or a step of a run has placed some.
    void unplaced() {
        const JudgedRegion& one =
            *worst([](const JudgedRegion&) { return true; },
                   [](const JudgedRegion& each) { return each.capacity ? each.excess() : each.needed(); });
        speak_of(&one);
        const Bytes limit = one.capacity.value_or(one.bound);
        const Amounts amounts{one.bound, limit, one.is_placed ? one.peak : one.bound};
        verdict_.unit = amounts.unit();
        const std::string so_far = one.is_placed ? amounts.with_unit(one.peak) + " so far; a" : "A";
        say(VerdictState::unplaced, so_far + "t least " +
                                        (one.capacity ? amounts.number(one.bound) + " of " : std::string()) +
                                        amounts.with_unit(limit) + " needed" + where(one));
    }

    void recorded() {
        const AllocatorFigures& figures = *input_.figures->recorded;
        verdict_.busiest = *input_.figures->busiest_of_all;
        verdict_.peak = Offset(figures.highest_reserved.value());
        verdict_.bound = figures.highest_live;
        const auto most = [&](const Amounts& amounts) {
            return "At most " + amounts.with_unit(figures.highest_live) + " live, " +
                   amounts.with_unit(figures.highest_reserved) + " reserved";
        };
        if (!input_.figures->first_failed) {
            const Amounts amounts{figures.highest_live, figures.highest_reserved};
            verdict_.unit = amounts.unit();
            say(VerdictState::recorded, most(amounts));
            return;
        }
        const FragmentationCost& cost = *input_.figures->first_failed;
        const Bytes all = cost.free_of_all();
        const Bytes piece = cost.largest_free();
        const Bytes requested = cost.failed.requested;
        const Amounts amounts{figures.highest_reserved, figures.highest_live, requested, piece};
        verdict_.unit = amounts.unit();
        const std::size_t failed = problem_.history->out_of_memory.size();
        const std::string start = failed == 1
                                      ? "Out of memory at step "
                                      : counted(failed, "allocation", "allocations") + " failed, the first at step ";
        const std::string why = piece >= requested ? "What kept that piece from being used is not recorded. "
                                : cost.is_cause()
                                    ? "Fragmentation is the cause: " + amounts.with_unit(all) + " were free together. "
                                    : "Fragmentation is not the cause: even together, " +
                                          amounts.with_unit(requested - all) + " were missing. ";
        say(VerdictState::recorded,
            start + grouped(cost.failed.step) + ": " + amounts.with_unit(requested) + " requested, " +
                (piece == Bytes(0) ? "nothing was free" : "at most " + amounts.with_unit(piece) + " free in one piece"),
            why + most(amounts) + ".");
    }

    void add_notes() {
        if (input_.check != nullptr && input_.check->inferred_count > 0) {
            verdict_.notes.push_back(
                "Sound if " + counted(input_.check->inferred_count, "pair of buffers is", "pairs of buffers are") +
                " meant to share memory: nothing but their bytes says so.");
        }
        if (problem_.graph && problem_.graph->has_only_tensors) {
            verdict_.notes.emplace_back(
                "The figures are those of the tensors alone: scratch of the kernels, and what the runtime keeps for "
                "itself, come on top.");
        }
    }

    const VerdictInput& input_;
    const Problem& problem_;
    const Layout& layout_;
    std::size_t unplaced_ = 0;
    std::vector<JudgedRegion> regions_;  ///< those with buffers
    Verdict verdict_;
};

}  // namespace

std::string_view name_of(VerdictState state) {
    constexpr std::array<std::string_view, 10> names = {"unsound",  "cannot-fit", "over-capacity", "unknown-sizes",
                                                        "fits",     "lowest",     "improvable",    "unplaced",
                                                        "recorded", "empty"};
    return names[static_cast<std::size_t>(state)];
}

std::string Verdict::text() const {
    return outlook.empty() ? headline : headline + " " + outlook;
}

Verdict verdict_of(const VerdictInput& input) {
    return Judge(input).verdict();
}

std::string busiest_text(const Verdict& verdict, const Problem& problem) {
    const BusyStep& busiest = verdict.busiest;
    if (busiest.largest.empty()) {
        return {};
    }
    const auto label = std::ranges::find(problem.step_labels, busiest.step, &StepLabel::step);
    std::string text = "Busiest is step " + grouped(busiest.step);
    text += label == problem.step_labels.end() ? "" : ", " + shown(label->text) + ",";
    text += " with " + amount_text(busiest.live, verdict.unit) + ": ";
    std::vector<std::string> buffers;
    for (const BufferIndex index : busiest.largest) {
        const Buffer& buffer = problem.buffers[index];
        buffers.push_back(in_quotes(buffer.name) + " " + amount_text(buffer.size, verdict.unit));
    }
    return text + with_commas(buffers) + ".";
}

}  // namespace arenascope
