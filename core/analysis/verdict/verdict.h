#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/explain/layout_figures.h"
#include "core/analysis/verdict/verdict_figures.h"
#include "core/analysis/verdict/verdict_tone.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// Whether a plan is good, as one of ten answers. The first that holds is given.
enum class VerdictState : std::uint8_t {
    unsound,        ///< the checker finds more than tails above a capacity
    cannot_fit,     ///< the bound exceeds the capacity
    over_capacity,  ///< the peak exceeds the capacity, the bound does not
    unknown_sizes,  ///< sizes of activations are unknown or left out, so that every figure is too low
    fits,           ///< there is a capacity, and nothing exceeds it
    lowest,         ///< there is no capacity, and the peak is the bound
    improvable,     ///< there is no capacity, and the peak is above the bound
    unplaced,       ///< nothing is placed yet
    recorded,       ///< an allocator gave the addresses; nobody planned them
    empty,          ///< nothing needs memory
};

/// As in JSON: "unsound", "cannot-fit", "over-capacity", …
[[nodiscard]] std::string_view name_of(VerdictState state);

/// Another layout of the same problem that the checker found no fault in.
struct KnownLayout {
    Offset peak;
    bool fits = false;  ///< within every capacity
};

/// What a verdict is made from. Only `problem`, `layout`, `placed` and `figures` are needed.
struct VerdictInput {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;           ///< complete, partial or empty
    const LayoutFigures* placed = nullptr;    ///< of the two
    const VerdictFigures* figures = nullptr;  ///< of the two
    const CheckReport* check = nullptr;       ///< of the two; null: not known yet, then nothing is called unsound
    /// What else is wrong with it, as clauses such as "2 operators read wrong data". Each makes it unsound.
    std::vector<std::string> other_findings = {};
    std::span<const Misfit> misfits = {};  ///< what a planner left out for lack of room; these count as not fitting
    std::optional<Bytes> proved = {};      ///< a bound of the highest peak that a run proved, see PlanResult
    std::optional<KnownLayout> known_lower = {};  ///< a checked layout that is lower than this one
    std::size_t unknown_sizes = 0;                ///< activations of unknown size, and values left out; see OpenSizes
    bool knows_listed_sizes = false;              ///< of unknown_sizes: they are all values left out
    std::string cure = {};                        ///< a sentence that tells how to give the unknown sizes; may be empty
    std::span<const std::string> assumed = {};    ///< dimensions that the file leaves open
    std::optional<std::int64_t> assumed_extent = {};  ///< the extent that all of them have; empty: not the same
    std::string step = {};      ///< the step of a run that is shown, such as "iteration 3 of 12"; empty: none
    bool is_under_way = false;  ///< that step has not placed all buffers yet, and the run will: that is no finding
    /// By region: capacities instead of those of the problem, such as one that is being dragged. Empty: the problem's.
    IndexedSpan<RegionIndex, const std::optional<Bytes>> capacities = {};
};

/// The answer to "is that good?": the same sentence in the window, on the command line and in every file.
struct Verdict {
    VerdictState state = VerdictState::empty;
    VerdictTone tone = VerdictTone::plain;
    std::string headline;               ///< the first sentence: "Does not fit: 2 KiB too much."
    std::string outlook;                ///< the rest, such as "A lower layout may fit." May be empty
    std::string cure;                   ///< what to do about unknown sizes; may be empty. A part of `outlook`
    Unit unit = Unit::bytes;            ///< of all its amounts
    std::optional<RegionIndex> region;  ///< the memory it speaks of: the worst one; empty: all together
    std::optional<Offset> peak;         ///< of that memory; empty: nothing is placed there
    Bytes bound;                        ///< of that memory: no layout needs less, see VerdictFigures
    std::optional<Bytes> capacity;      ///< of that memory
    std::optional<Bytes> excess;        ///< what is needed above the capacity; empty: nothing
    std::optional<Bytes> free;          ///< what the capacity leaves; empty: none is given, or nothing placed
    BusyStep busiest;                   ///< of that memory
    std::string step;                   ///< as in VerdictInput
    std::vector<std::string> notes;     ///< sentences that limit the verdict, and are not in the text

    /// The whole verdict: headline and outlook.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Judges a plan. Of several memories, each is judged for itself, and the worst is told by name. Linear in the regions
/// and in the findings of the check.
///
///   overlap, misaligned, …           2 pairs of buffers overlap: not safe to ship.
///   bound above capacity             Does not fit: at least 54 KiB needed of 52. No layout without sharing can fit.
///   peak above capacity              Does not fit: 2 KiB too much. A lower layout may fit.
///   unknown sizes                    135 sizes are unknown: every figure is too low.
///   peak within capacity             Fits: 54 of 64 KiB, 10 KiB free.
///   no capacity, peak = bound        54 KiB needed, the lowest without sharing.
///   no capacity, peak above bound    60 KiB needed; up to 6 KiB less may be possible.
///   nothing placed                   At least 54 KiB needed.
///
/// All amounts have one unit. Where it would make two different amounts look the same, all are exact bytes.
[[nodiscard]] Verdict verdict_of(const VerdictInput& input);

/// "Step 7 needs most: '192' and '191' take 4,800 of 4,800 KiB." Empty: no buffer is alive.
[[nodiscard]] std::string busiest_text(const Verdict& verdict, const Problem& problem);

}  // namespace arenascope
