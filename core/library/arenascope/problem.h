#pragma once

/// @file
/// What a planner is given: buffers with lifetimes, in memories.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arenascope/error.h"

namespace arenascope::api {

/// One memory with its own addresses.
struct Region {
    std::string name = "arena";                 ///< unique within a problem
    std::optional<std::int64_t> capacity = {};  ///< bytes; empty: unlimited
    std::int64_t alignment = 1;                 ///< bytes; each offset in it is a multiple
};

/// Memory that is needed from one step to another.
struct Buffer {
    std::string name = {};                 ///< unique within a problem
    std::int64_t size = 0;                 ///< bytes, at least 1
    std::int64_t begin = 0;                ///< the first step in which it is alive
    std::int64_t end = 0;                  ///< the step after the last one, above `begin`
    std::int64_t alignment = 1;            ///< bytes; its offset is a multiple
    std::size_t region = 0;                ///< position of its memory in the list of regions
    std::optional<std::int64_t> pin = {};  ///< offset that planners keep with the option `pins=file`; empty: any
};

/// An option by its key, as in `--set key=value` of the command line.
using Setting = std::pair<std::string, std::string>;

struct ProblemContent;

/// Buffers and memories, checked and unchangeable. Copies share the content and take constant time; threads may use
/// them at the same time.
class Problem {
public:
    /// Makes a problem from lists. Linear.
    /// @param buffers in the order that all results have
    /// @param regions the memories; at least one
    /// @return the problem, or what is wrong with a buffer, such as two with one name
    [[nodiscard]] static Result<Problem> make(const std::vector<Buffer>& buffers,
                                              const std::vector<Region>& regions = {Region{}});

    /// Reads any file that the program opens: a model, a plan, a table, a log.
    /// @param path of the file
    /// @param switches of the import, as `arenascope planners` lists them
    /// @return the problem with the offsets that the file gives, or why it does not open
    [[nodiscard]] static Result<Problem> read(const std::string& path, const std::vector<Setting>& switches = {});

    /// @return the buffers, in the order of all results. Linear.
    [[nodiscard]] std::vector<Buffer> buffers() const;
    /// @return the memories. Linear.
    [[nodiscard]] std::vector<Region> regions() const;
    /// @return bytes: the largest sum of sizes that are alive at one step, of the memory where it is the highest.
    /// O(n log n).
    [[nodiscard]] std::int64_t threshold() const;

    /// For this library alone.
    /// @param content shared by all copies
    explicit Problem(std::shared_ptr<const ProblemContent> content) : content_(std::move(content)) {}
    /// For this library alone.
    /// @return what all copies share
    [[nodiscard]] const ProblemContent& content() const { return *content_; }

private:
    std::shared_ptr<const ProblemContent> content_;
};

}  // namespace arenascope::api
