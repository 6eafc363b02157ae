#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/verdict/verdict.h"
#include "core/check/overlap_checker.h"
#include "core/format/file_format.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/settings/option.h"

namespace arenascope {

/// What a verdict needs of the file that a plan comes from. The fields are those of VerdictInput.
struct VerdictSource {
    std::size_t unknown_sizes = 0;
    std::string cure;
    std::vector<std::string> assumed;
    std::optional<std::int64_t> assumed_extent;

    /// Sets these in an input; the source must outlive it.
    void add_to(VerdictInput& input) const;
};

/// What files say beside their plan.
struct FileFacts {
    FileFormat format = FileFormat::plan_json;
    std::size_t left_out = 0;                 ///< see Document
    bool is_model = false;                    ///< the switches gave its open dimensions an extent
    std::span<const KeyValue> switches = {};  ///< of the import, as they were given
};

/// Linear in the dimensions that the file leaves open.
[[nodiscard]] VerdictSource verdict_source(const Problem& problem, const FileFacts& facts);

/// The verdict on a layout of a file, or of a step of a run that `step` names, see VerdictInput. `check`: of it; null:
/// not known. Computes the figures: O(n log n).
[[nodiscard]] Verdict verdict_on_file(const Problem& problem, const Layout& layout, const CheckReport* check,
                                      const FileFacts& facts, const std::string& step);

}  // namespace arenascope
