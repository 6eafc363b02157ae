#include "core/format/onnx/open_dimensions.h"

#include <algorithm>

#include "core/base/error/quotation.h"

namespace arenascope::onnx_file {

std::int64_t OpenDimensions::extent_of(const std::string& name, bool is_first) {
    const bool is_new = open_.insert(name).second;
    if (const auto given = options_.dimensions.find(name); given != options_.dimensions.end()) {
        used_.insert(name);
        return given->second;
    }
    if (const auto extent = wildcard_.value_for(name, is_first)) {
        return *extent;
    }
    if (is_new) {
        assumed_.push_back(name);
    }
    return options_.unknown_dimension;
}

TensorType OpenDimensions::type_of_input(const DeclaredValue& input) {
    TensorType type{input.type.kind, input.type.element, std::nullopt};
    if (const auto given = options_.shapes.find(input.name); given != options_.shapes.end()) {
        used_shapes_.insert(given->first);
        type.shape = given->second;
        return type;
    }
    if (!input.type.shape) {
        return type;
    }
    type.shape.emplace();
    for (const Dimension& dimension : *input.type.shape) {
        const std::string own = std::string(input.name) + "." + std::to_string(type.shape->size());
        if (dimension.extent && *dimension.extent >= 0) {
            type.shape->push_back(*dimension.extent);
        } else {
            const bool is_first = type.shape->empty() && input.type.shape->size() > 1;
            type.shape->push_back(extent_of(dimension.name.empty() ? own : std::string(dimension.name), is_first));
        }
    }
    return type;
}

TensorType OpenDimensions::type_of_value(const DeclaredType& declared) const {
    TensorType type{declared.kind, declared.element, std::nullopt};
    if (!declared.shape) {
        return type;
    }
    type.shape.emplace();
    for (const Dimension& dimension : *declared.shape) {
        const auto given = options_.dimensions.find(dimension.name);
        if (dimension.extent && *dimension.extent >= 0) {
            type.shape->push_back(*dimension.extent);
        } else if (given != options_.dimensions.end()) {
            used_.insert(given->first);
            type.shape->push_back(given->second);
        } else {
            type.shape->push_back(open_.contains(dimension.name)
                                      ? wildcard_.value().value_or(options_.unknown_dimension)
                                      : unknown_extent);
        }
    }
    return type;
}

std::vector<std::string> OpenDimensions::names() const {
    std::vector<std::string> names(open_.begin(), open_.end());
    names.insert(names.end(), used_.begin(), used_.end());
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::vector<std::string> OpenDimensions::notes() const {
    std::vector<std::string> notes;
    for (const auto& [name, shape] : options_.shapes) {
        if (!used_shapes_.contains(name)) {
            notes.push_back("the model has no input " + in_quotes(name) + " whose shape could be given");
        }
    }
    for (const auto& [name, extent] : options_.dimensions) {
        if (!used_.contains(name) && name != DimensionWildcard::name) {
            std::string note = "the model has no open dimension " + in_quotes(name);
            for (const std::string& open : open_) {
                note += (&open == &*open_.begin() ? "; its open dimensions are: " : ", ") + shown(open);
            }
            notes.push_back(std::move(note));
        }
    }
    if (auto note = wildcard_.note()) {
        notes.push_back(std::move(*note));
    }
    return notes;
}

}  // namespace arenascope::onnx_file
