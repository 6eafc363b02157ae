#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/text/json_reader.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Finds buffers by name, for files that refer to buffers by name. The index is built on first use.
class BufferNames {
public:
    explicit BufferNames(const Problem& problem) : problem_(problem) {}

    /// The buffers in the list under `key`. An unknown name is an error.
    [[nodiscard]] std::vector<BufferIndex> buffers(const JsonField& field, std::string_view key);
    /// The buffer named under `key`. An unknown name is an error and gives nothing.
    [[nodiscard]] std::optional<BufferIndex> buffer(const JsonField& field, std::string_view key);

private:
    [[nodiscard]] std::optional<BufferIndex> find(const std::string& name);

    const Problem& problem_;
    std::unordered_map<std::string_view, std::size_t> positions_;
};

/// Appends the names of these buffers as a JSON list.
void append_names(std::string& out, const Problem& problem, const std::vector<BufferIndex>& buffers);

/// The region named under `key`; `otherwise` if the key is missing. An unknown name is an error.
[[nodiscard]] RegionIndex read_region_name(const JsonField& field, std::string_view key, const Problem& problem,
                                           RegionIndex otherwise);

}  // namespace arenascope
