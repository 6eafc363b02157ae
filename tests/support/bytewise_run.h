#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/memory/deployment.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// The check of dataflow_findings(), byte by byte: each byte of the memory has the number of its value and its position
/// there.
class BytewiseRun {
public:
    using Byte = std::pair<int, std::int64_t>;
    using Content = std::vector<Byte>;

    BytewiseRun(const Deployment& deployment, const Problem& model) : deployment_(deployment), model_(model) {
        for (const Buffer& buffer : model.buffers) {
            content_[buffer.name] = new_value(buffer.size.value());
        }
    }

    bool is_right() {
        for (const auto* given : {&deployment_.inputs, &deployment_.variables}) {
            for (const DeployedBuffer& one : *given) {
                write(*one.place, content_[one.name]);
            }
        }
        std::size_t next = 0;
        for (const Operator& node : model_.graph->operators) {
            const bool runs = next < deployment_.operators.size() && deployment_.operators[next].name == node.name;
            if (!run(node, runs ? &deployment_.operators[next++] : nullptr)) {
                return false;
            }
        }
        bool is_right = true;
        for (const DeployedOutput& output : deployment_.outputs) {
            is_right = is_right && holds(*output.tensor.place, content_[output.name]);
        }
        for (const DeployedBuffer& variable : deployment_.variables) {
            is_right = is_right && holds(*variable.place, content_[variable.name]);
        }
        return is_right;
    }

private:
    Content new_value(std::int64_t size) {
        Content content;
        for (std::int64_t i = 0; i < size; ++i) {
            content.emplace_back(values_, i);
        }
        ++values_;
        return content;
    }

    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return model_.buffers[index]; }

    bool run(const Operator& node, const DeployedOperator* one) {
        std::vector<Content> operands;
        for (const BufferIndex read : node.reads) {
            operands.push_back(content_[buffer(read).name]);
        }
        for (std::size_t i = 0; one != nullptr && i < operands.size(); ++i) {
            if (!holds(*one->reads[i].place, operands[i])) {
                return false;
            }
        }
        Content& written = content_[buffer(node.writes.front()).name];
        written = result_of(node, operands);
        if (one == nullptr) {
            return true;
        }
        write(*one->writes.front().place, written);
        for (const BufferIndex read : node.reads) {
            if (node.feature == OperatorFeature::ordinary && buffer(read).kind == BufferKind::variable) {
                content_[buffer(read).name] = new_value(buffer(read).size.value());
                write(*deployment_.variables.front().place, content_[buffer(read).name]);
            }
        }
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const bool is_rewritten =
                node.feature == OperatorFeature::ordinary && buffer(node.reads[i]).kind == BufferKind::variable;
            const bool is_taken = node.feature == OperatorFeature::in_place && node.reads[i] == node.reads.front() &&
                                  one->reads[i].place == one->writes.front().place;
            if (!is_rewritten && !is_taken && !holds(*one->reads[i].place, operands[i])) {
                return false;
            }
        }
        return true;
    }

    Content result_of(const Operator& node, const std::vector<Content>& operands) {
        const auto size = static_cast<std::size_t>(buffer(node.writes.front()).size.value());
        Content whole;
        if (node.feature == OperatorFeature::removable) {
            const auto from = static_cast<std::ptrdiff_t>(node.positions.empty() ? 0 : node.positions.front().value());
            whole.assign(operands.front().begin() + from, operands.front().end());
        } else if (node.feature == OperatorFeature::merge) {
            for (const Content& operand : operands) {
                whole.insert(whole.end(), operand.begin(), operand.end());
            }
        }
        return whole.size() == size ? whole : new_value(static_cast<std::int64_t>(size));
    }

    void write(Placement place, const Content& content) {
        for (std::size_t i = 0; i < content.size(); ++i) {
            memory_[place.offset.value() + static_cast<std::int64_t>(i)] = content[i];
        }
    }

    bool holds(Placement place, const Content& content) {
        bool holds = true;
        for (std::size_t i = 0; i < content.size(); ++i) {
            const auto found = memory_.find(place.offset.value() + static_cast<std::int64_t>(i));
            holds = holds && found != memory_.end() && found->second == content[i];
        }
        return holds;
    }

    const Deployment& deployment_;
    const Problem& model_;
    std::map<std::string, Content> content_;
    std::map<std::int64_t, Byte> memory_;
    int values_ = 0;
};

}  // namespace arenascope::test
