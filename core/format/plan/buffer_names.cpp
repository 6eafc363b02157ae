#include "core/format/plan/buffer_names.h"

#include "core/base/error/quotation.h"
#include "core/base/text/json_text.h"

namespace arenascope {

std::optional<BufferIndex> BufferNames::find(const std::string& name) {
    if (positions_.empty()) {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            positions_.try_emplace(problem_.buffers[i].name, i);
        }
    }
    const auto place = positions_.find(name);
    return place == positions_.end() ? std::nullopt : std::optional(BufferIndex(place->second));
}

std::vector<BufferIndex> BufferNames::buffers(const JsonField& field, std::string_view key) {
    std::vector<BufferIndex> found;
    field.for_each(key, [&](const JsonField& element) {
        const auto& value = element.value();
        if (!value.is_string()) {
            element.refuse({}, std::string("it is a JSON ") + value.type_name(),
                           "name one of the buffers in double quotes");
            return;
        }
        const std::string name = bytes_of_json_string(value.get_ref<const std::string&>());
        if (const auto buffer = find(name)) {
            found.push_back(*buffer);
        } else {
            element.refuse({}, "there is no buffer " + in_quotes(name), "name one of the buffers in double quotes");
        }
    });
    return found;
}

std::optional<BufferIndex> BufferNames::buffer(const JsonField& field, std::string_view key) {
    const std::string name = field.text(key);
    const auto buffer = find(name);
    if (!buffer) {
        field.refuse(key, "there is no buffer " + in_quotes(name), "name one of the buffers in double quotes");
    }
    return buffer;
}

void append_names(std::string& out, const Problem& problem, const std::vector<BufferIndex>& buffers) {
    append_json_row(out, buffers, [&](BufferIndex buffer) { append_json_string(out, problem.buffers[buffer].name); });
}

RegionIndex read_region_name(const JsonField& field, std::string_view key, const Problem& problem,
                             RegionIndex otherwise) {
    if (!field.has(key)) {
        return otherwise;
    }
    const std::string name = field.text(key);
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        if (problem.regions[i].name == name) {
            return RegionIndex(i);
        }
    }
    field.refuse(key, "there is no region " + in_quotes(name), "name one of the regions");
    return otherwise;
}

}  // namespace arenascope
