#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/memory/problem.h"
#include "core/text/json_reader.h"

namespace arenascope {

/// Finds buffers by name, for files that refer to them so. The index is built at the first question.
class BufferNames {
public:
    explicit BufferNames(const Problem& problem) : problem_(problem) {}

    /// The buffers that the list under `key` names; a name that there is not is refused.
    [[nodiscard]] std::vector<BufferIndex> list(const JsonField& field, std::string_view key);
    /// The buffer that the text under `key` names; nothing, and refused, where there is none.
    [[nodiscard]] std::optional<BufferIndex> one(const JsonField& field, std::string_view key);

private:
    [[nodiscard]] std::optional<BufferIndex> find(const std::string& name);

    const Problem& problem_;
    std::unordered_map<std::string_view, std::size_t> positions_;
};

/// Adds the list of these buffers' names.
void append_names(std::string& out, const Problem& problem, const std::vector<BufferIndex>& buffers);

}  // namespace arenascope
