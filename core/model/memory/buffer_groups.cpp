#include "core/model/memory/buffer_groups.h"

#include <unordered_map>

namespace arenascope {
namespace {

/// Gives each name a number, in the order in which names come.
class GroupNames {
public:
    [[nodiscard]] std::uint32_t number_of(std::string_view name) {
        const auto [found, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(numbers_.size()));
        if (is_new) {
            names_.emplace_back(name);
        }
        return found->second;
    }
    [[nodiscard]] std::vector<std::string> take() { return std::move(names_); }

private:
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
    std::vector<std::string> names_;
};

/// By buffer, the first operator that writes it; none(): no operator does.
IndexedVector<BufferIndex, OperatorIndex> writers_of(const Problem& problem) {
    IndexedVector<BufferIndex, OperatorIndex> writers(problem.buffers.size(), OperatorIndex::none());
    if (problem.graph) {
        const auto& operators = problem.graph->operators;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            for (const BufferIndex written : operators[i].writes) {
                if (writers[written] == OperatorIndex::none()) {
                    writers[written] = OperatorIndex(i);
                }
            }
        }
    }
    return writers;
}

BufferGroups groups_of(Makers makers) {
    BufferGroups groups;
    for (Maker& maker : makers.makers) {
        groups.names.push_back(maker.frame == StackFrameIndex::none() ? std::string() : std::move(maker.name));
    }
    groups.group_of = std::move(makers.made_by);
    return groups;
}

/// One group without a name.
BufferGroups ungrouped(const Problem& problem) {
    BufferGroups groups;
    if (!problem.buffers.empty()) {
        groups.names.emplace_back();
    }
    groups.group_of.assign(problem.buffers.size(), 0);
    return groups;
}

}  // namespace

std::optional<MadeBy> made_by_of(GroupBy by) {
    switch (by) {
        case GroupBy::maker_line:
            return MadeBy::line;
        case GroupBy::maker_function:
            return MadeBy::function;
        case GroupBy::maker_file:
            return MadeBy::file;
        default:
            return std::nullopt;
    }
}

std::string_view prefix_of(std::string_view name) {
    for (const char* separators : {"/", ".:"}) {
        if (const std::size_t last = name.find_last_of(separators); last != std::string_view::npos) {
            return name.substr(0, last);
        }
    }
    const std::size_t letter = name.find_last_not_of("0123456789");
    const std::size_t end =
        letter == std::string_view::npos ? std::string_view::npos : name.substr(0, letter + 1).find_last_not_of("_- ");
    return end == std::string_view::npos ? std::string_view() : name.substr(0, end + 1);
}

BufferGroups buffer_groups(const Problem& problem, GroupBy by) {
    if (const auto made_by = made_by_of(by)) {
        return problem.history ? groups_of(makers_of(problem, *made_by)) : ungrouped(problem);
    }
    BufferGroups groups;
    groups.group_of.reserve(problem.buffers.size());
    GroupNames names;
    const bool by_operator = by == GroupBy::operator_type || by == GroupBy::layer;
    const auto writers = by_operator ? writers_of(problem) : IndexedVector<BufferIndex, OperatorIndex>();
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        std::string_view name;
        if (by == GroupBy::kind) {
            name = name_of(buffer.kind);
        } else if (by == GroupBy::name_prefix) {
            name = prefix_of(buffer.name);
        } else if (writers[i] != OperatorIndex::none()) {
            const Operator& writer = problem.graph->operators[writers[i]];
            name = by == GroupBy::layer ? writer.name : writer.type;
        }
        groups.group_of.push_back(names.number_of(name));
    }
    groups.names = names.take();
    return groups;
}

std::pair<BufferGroups, BufferGroups> groups_of_both(const Problem& first, const Problem& second, GroupBy by) {
    const auto made_by = made_by_of(by);
    if (!made_by || !first.history || !second.history) {
        return {buffer_groups(first, by), buffer_groups(second, by)};
    }
    auto [of_first, of_second] = makers_of_both(first, second, *made_by);
    return {groups_of(std::move(of_first)), groups_of(std::move(of_second))};
}

}  // namespace arenascope
