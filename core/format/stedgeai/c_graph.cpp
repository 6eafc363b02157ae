#include "core/format/stedgeai/c_graph.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/format/plan/graph_json.h"
#include "core/format/stedgeai/array_lifetimes.h"
#include "core/format/stedgeai/pool_plan.h"

namespace arenascope {
namespace {

class ArrayReader {
public:
    ArrayReader(std::string_view content, const std::string& source)
        : reading_{.source = source, .text = content, .is_of_others = true} {}

    Expected<Document> read(const nlohmann::json& tree) {
        const JsonField root(tree, reading_);
        if (const std::string version = root.optional_text("version", "1"); !version.starts_with("1")) {
            root.refuse("version", "version " + in_quotes(version) + " is not known",
                        "generate the network again, and open the file *_c_info.json");
        }
        root.for_each("memory_pools", [this](const JsonField& field) { read_pool(field); });
        root.for_each("c_arrays", [this](const JsonField& field) { read_array(field); });
        root.for_each("c_layers", [this](const JsonField& field) { read_layer(field); });
        set_kind(texts_of(root, "outputs"), BufferKind::output);
        set_kind(texts_of(root, "inputs"), BufferKind::input);
        if (reading_.failed()) {
            return failure(std::move(*reading_.error));
        }
        lifetimes_.derive(plan_);
        if (constants_ > 0) {
            plan_.notes.push_back("left out: " + std::to_string(constants_) +
                                  (constants_ == 1 ? " constant array" : " constant arrays"));
        }
        if (plan_.left_out > 0) {
            plan_.notes.push_back("left out: " + std::to_string(plan_.left_out) +
                                  (plan_.left_out == 1 ? " array" : " arrays") +
                                  " without an offset, which the caller provides");
        }
        return document_of(std::move(plan_), reading_.source);
    }

private:
    void read_pool(const JsonField& field) {
        const std::size_t pool = pool_named(field.text("name"));
        if (const auto size = field.optional_integer("size"); size && *size >= 0) {
            plan_.pools[pool].capacity = Bytes(*size);
        }
        if (const auto used = field.optional_integer("used_size")) {
            plan_.pools[pool].used = Bytes(*used);
        }
    }

    std::size_t pool_named(const std::string& name) {
        const auto [place, is_new] = pool_of_name_.emplace(name, plan_.pools.size());
        if (is_new) {
            plan_.pools.push_back({.name = name});
        }
        return place->second;
    }

    /// Versions before 1.2 tell constants by their type only.
    static bool is_constant(const JsonField& field) {
        return field.flag("is_const", field.optional_text("c_type", "").starts_with("const "));
    }

    /// Reads an array. The oldest versions give arrays that the caller provides the text `NULL` as offset.
    void read_array(const JsonField& field) {
        std::optional<BufferIndex> shown;
        if (is_constant(field)) {
            ++constants_;
        } else if (field.has("offset") && field.value()["offset"].is_string()) {
            ++plan_.left_out;
        } else {
            shown = BufferIndex(plan_.buffers.size());
            add_array(field);
        }
        field.for_each("tensors", [&](const JsonField& tensor) {
            array_of_tensor_.emplace(tensor.text("name"), shown);
            if (shown && !reading_.failed() && plan_.buffers.back().tensor.shape.empty()) {
                for (const auto& extent : tensor.integers("shape")) {
                    plan_.buffers.back().tensor.shape.push_back(extent.value_or(0));
                }
            }
        });
    }

    void add_array(const JsonField& field) {
        PoolBuffer made;
        made.buffer.name = field.text("name");
        made.buffer.size = Bytes(field.integer("c_size_in_byte"));
        // Versions before 1.2 have only the name under which the tool counts the pool.
        made.buffer.region = RegionIndex(pool_named(field.text(field.has("c_mem_pool") ? "c_mem_pool" : "mem_pool")));
        made.offset = Offset(field.integer("offset"));
        made.tensor.type = field.optional_text("c_type", "");
        if (made.buffer.size < Bytes(1)) {
            field.refuse("c_size_in_byte", "it is below 1", "a size is at least 1 byte");
        }
        if (made.offset < Offset(0) || !checked_add(made.offset.value(), made.buffer.size.value())) {
            field.refuse("offset", "it is negative, or offset + size does not fit in 64 bits",
                         "an offset is at least 0");
        }
        plan_.buffers.push_back(std::move(made));
    }

    void read_layer(const JsonField& field) {
        PoolNode made;
        made.node.name = field.text("name");
        made.node.type = field.optional_text(field.has("layer_type") ? "layer_type" : "type", "");
        if (!made.node.type.empty()) {
            made.types = {made.node.type};
        }
        made.step = Step(std::ssize(plan_.nodes));
        field.with_object("tensors", [&](const JsonField& tensors) {
            for (const std::string& name : texts_of(tensors, "inputs")) {
                use(name, *made.step, BufferKind::activation, made.node.reads, made.node.reads_outside);
            }
            for (const std::string& name : texts_of(tensors, "outputs")) {
                use(name, *made.step, BufferKind::activation, made.node.writes, made.node.writes_outside);
            }
            for (const std::string& name : texts_of(tensors, "scratchs")) {
                use(name, *made.step, BufferKind::scratch, made.node.writes, made.node.writes_outside);
            }
            made.node.constants = texts_of(tensors, "weights");
        });
        plan_.nodes.push_back(std::move(made));
    }

    void use(const std::string& tensor, Step step, BufferKind kind, std::vector<BufferIndex>& shown,
             std::vector<std::string>& outside) {
        const auto found = array_of_tensor_.find(tensor);
        if (found == array_of_tensor_.end() || !found->second) {
            outside.push_back(tensor);
            return;
        }
        const BufferIndex buffer = *found->second;
        shown.push_back(buffer);
        lifetimes_.add_use(buffer, step);
        if (kind == BufferKind::scratch) {
            plan_.buffers[buffer.value()].buffer.kind = kind;
        }
    }

    void set_kind(const std::vector<std::string>& tensors, BufferKind kind) {
        for (const std::string& tensor : tensors) {
            const auto found = array_of_tensor_.find(tensor);
            if (found != array_of_tensor_.end() && found->second) {
                plan_.buffers[found->second->value()].buffer.kind = kind;
            }
        }
    }

    JsonReading reading_;
    PoolPlan plan_;
    std::unordered_map<std::string, std::size_t> pool_of_name_;
    /// By name of the tensor; an empty index: the array is constant.
    std::unordered_map<std::string, std::optional<BufferIndex>> array_of_tensor_;
    ArrayLifetimes lifetimes_;
    std::size_t constants_ = 0;
};

}  // namespace

Format stedgeai_graph_format() {
    return {.description = {FileFormat::stedgeai_graph, "stedgeai-c-graph", "STM32Cube.AI c_graph", "*.json",
                            FormatMaker::microcontroller_tool, FormatKind::printed_plan},
            .signs = {.json_keys = {{"c_arrays", "c_layers"}}},
            .read = [](const FormatInput& input) {
                return parse_json(input.content, input.source).and_then([&](const nlohmann::json& tree) {
                    return ArrayReader(input.content, input.source).read(tree);
                });
            }};
}

}  // namespace arenascope
