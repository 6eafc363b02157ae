#include "core/format/tvm/graph_executor.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

using Json = nlohmann::json;

/// An output of a node.
struct Entry {
    Bytes size;
    TensorFacts tensor = {};
    std::int64_t storage = 0;
    std::int64_t device = 0;
    std::optional<BufferIndex> buffer = {};  ///< empty: weights, or 0 bytes
};

/// A node of the graph, with its entries [first, end).
struct GraphNode {
    std::string name;
    std::string type;
    bool is_operator = false;
    std::size_t first = 0;
    std::size_t end = 0;
    std::vector<std::size_t> inputs = {};  ///< entries
};

/// The bytes of an element such as `float32`, `bool` or `int8x4`; elements do not share bytes. Empty: unknown.
std::optional<std::int64_t> element_bytes(std::string_view type) {
    if (type == "bool") {
        return 1;
    }
    const std::size_t digits = std::min(type.find_first_of("0123456789"), type.size());
    std::int64_t bits = 0;
    std::int64_t lanes = 1;
    const char* const end = type.data() + type.size();
    std::from_chars_result read = std::from_chars(type.data() + digits, end, bits);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == 'x') {
        read = std::from_chars(read.ptr + 1, end, lanes);
    }
    constexpr std::int64_t most = 1 << 16;
    const bool is_known =
        read.ec == std::errc() && read.ptr == end && bits > 0 && bits <= most && lanes > 0 && lanes <= most;
    return is_known ? std::optional((bits * lanes + 7) / 8) : std::nullopt;
}

class GraphReader {
public:
    GraphReader(std::string_view content, const std::string& source, const ImportOptions& options)
        : reading_{.source = source, .text = content, .is_of_others = true}, options_(options) {}

    Expected<Document> read(const Json& tree) {
        const JsonField root(tree, reading_);
        require_plan(root);
        read_row_ptr(root);
        root.with_object("attrs", [this](const JsonField& attrs) { read_entries(attrs); });
        root.for_each("nodes", [this](const JsonField& node) { read_node(node); });
        root.for_each("heads", [this](const JsonField& head) { heads_.push_back(entry_at(head)); });
        choose_inputs(root);
        if (reading_.failed()) {
            return failure(std::move(*reading_.error));
        }
        return made_document();
    }

private:
    static constexpr const char* damaged = "build the graph again, and open the JSON that the build returns";

    void require_plan(const JsonField& root) const {
        const Json& tree = root.value();
        const bool is_planned = tree.is_object() && tree.contains("attrs") && tree["attrs"].is_object() &&
                                tree["attrs"].contains("storage_id");
        if (!is_planned) {
            root.refuse({}, "the graph is not planned yet: it has no attrs.storage_id",
                        "build it for the graph executor, and open the JSON that the build returns");
        }
    }

    void read_row_ptr(const JsonField& root) {
        std::int64_t last = 0;
        for (const auto& number : root.integers("node_row_ptr")) {
            if (number.value_or(-1) < last) {
                root.refuse("node_row_ptr", "its numbers do not ascend from 0", damaged);
                return;
            }
            last = *number;
            row_ptr_.push_back(static_cast<std::size_t>(last));
        }
        const Json& tree = root.value();
        if (row_ptr_.size() != (root.has("nodes") ? tree["nodes"].size() : 0) + 1) {
            root.refuse("node_row_ptr", "it does not have one number more than there are nodes", damaged);
        }
    }

    /// The list in `["list_int", […]]`; an empty one if the key is missing. Records an error for anything else.
    const Json& list_of(const JsonField& attrs, std::string_view key, std::size_t size) const {
        static const Json none = Json::array();
        if (!attrs.has(key)) {
            return none;
        }
        const Json& pair = attrs.value()[std::string(key)];
        if (!pair.is_array() || pair.size() != 2 || !pair[1].is_array() || pair[1].size() != size) {
            attrs.refuse(key, "it is not a list of " + std::to_string(size) + " elements after its type", damaged);
            return none;
        }
        return pair[1];
    }

    void read_entries(const JsonField& attrs) {
        if (reading_.failed()) {
            return;
        }
        const std::size_t count = row_ptr_.empty() ? 0 : row_ptr_.back();
        const Json& shapes = list_of(attrs, "shape", count);
        const Json& types = list_of(attrs, "dltype", count);
        const Json& storages = list_of(attrs, "storage_id", count);
        const Json& devices = list_of(attrs, "device_index", count);
        if (shapes.size() != count || types.size() != count || storages.size() != count) {
            attrs.refuse({}, "shape, dltype and storage_id do not have an element for each entry", damaged);
        }
        for (std::size_t i = 0; i < count && !reading_.failed(); ++i) {
            Entry entry;
            entry.storage = number_in(storages[i], attrs, "storage_id");
            entry.device = devices.empty() ? 0 : number_in(devices[i], attrs, "device_index");
            entry.tensor.type = types[i].is_string() ? types[i].get<std::string>() : std::string();
            read_shape(shapes[i], entry, attrs);
            entries_.push_back(std::move(entry));
        }
    }

    static std::int64_t number_in(const Json& value, const JsonField& attrs, std::string_view key) {
        if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<std::uint64_t>() >> 31U != 0)) {
            attrs.refuse(key, "it holds something else than whole numbers below 2^31", damaged);
            return 0;
        }
        return value.get<std::int64_t>();
    }

    static void read_shape(const Json& shape, Entry& entry, const JsonField& attrs) {
        const auto element = element_bytes(entry.tensor.type);
        if (!element) {
            attrs.refuse("dltype", "the size of the type " + in_quotes(entry.tensor.type) + " is not known",
                         "a type is a name and its bits, such as float32");
        }
        if (!shape.is_array()) {
            attrs.refuse("shape", "a shape is not a list", damaged);
            return;
        }
        std::optional<std::int64_t> size = element.value_or(1);
        for (const Json& extent : shape) {
            const std::int64_t number = number_in(extent, attrs, "shape");
            entry.tensor.shape.push_back(number);
            size = size && number >= 0 ? checked_multiply(*size, number) : std::nullopt;
        }
        if (!size) {
            attrs.refuse("shape", "an extent is negative, or a size does not fit in 64 bits", damaged);
        }
        entry.size = Bytes(size.value_or(0));
    }

    void read_node(const JsonField& field) {
        GraphNode node;
        node.name = field.text("name");
        node.type = field.text("op");
        node.is_operator = node.type != "null";
        field.with_object("attrs",
                          [&](const JsonField& attrs) { node.type = attrs.optional_text("func_name", node.type); });
        const std::size_t index = nodes_.size();
        if (index + 1 < row_ptr_.size() && row_ptr_[index + 1] <= entries_.size()) {
            node.first = row_ptr_[index];
            node.end = row_ptr_[index + 1];
        }
        field.for_each("inputs", [&](const JsonField& input) { node.inputs.push_back(entry_at(input)); });
        nodes_.push_back(std::move(node));
    }

    /// The entry that `[node, output, version]` refers to. Only of nodes before the current one, or of any node behind
    /// the last.
    std::size_t entry_at(const JsonField& field) const {
        const Json& reference = field.value();
        const bool is_pair = reference.is_array() && reference.size() >= 2 && reference[0].is_number_unsigned() &&
                             reference[1].is_number_unsigned();
        if (is_pair && reference[0].get<std::uint64_t>() < nodes_.size()) {
            const GraphNode& node = nodes_[reference[0].get<std::size_t>()];
            const auto output = reference[1].get<std::uint64_t>();
            if (output < node.end - node.first) {
                return node.first + static_cast<std::size_t>(output);
            }
        }
        field.refuse({}, "it is not the output of an earlier node", damaged);
        return 0;
    }

    [[nodiscard]] bool is_chosen(const GraphNode& node) const {
        return options_.input_names.empty()
                   ? node.name == "data" || node.name.starts_with("input")
                   : std::ranges::find(options_.input_names, node.name) != options_.input_names.end();
    }

    void choose_inputs(const JsonField& root) {
        is_input_.resize(nodes_.size(), false);
        std::size_t chosen = 0;
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (!nodes_[i].is_operator) {
                first = first.value_or(i);
                is_input_[i] = is_chosen(nodes_[i]);
                chosen += is_input_[i] ? 1 : 0;
            }
        }
        if (chosen == 0 && first && options_.input_names.empty()) {
            is_input_[*first] = true;
        }
        for (const std::string& name : options_.input_names) {
            const auto is_named = [&](const GraphNode& node) { return !node.is_operator && node.name == name; };
            if (std::ranges::none_of(nodes_, is_named)) {
                root.refuse("nodes", "no node without operator has the name " + in_quotes(name),
                            "name such nodes with --set inputs=NAME,…, such as " +
                                in_quotes(first ? nodes_[*first].name : "data"));
            }
        }
    }

    Expected<Document> made_document() {
        add_regions();
        add_buffers();
        if (document_.problem.buffers.empty()) {
            return failure(Error{reading_.source, 0, "the plan places nothing", "build a graph that needs memory"});
        }
        if (auto objects = add_objects(); !objects) {
            return failure(std::move(objects.error()));
        }
        add_operators();
        add_notes();
        return validate(document_.problem, reading_.source).map([&] { return std::move(document_); });
    }

    /// A region for each device, if there are several.
    void add_regions() {
        for (const Entry& entry : entries_) {
            region_of_device_.emplace(entry.device, RegionIndex());
        }
        if (region_of_device_.size() < 2) {
            return;
        }
        auto& regions = document_.problem.regions;
        regions.clear();
        for (auto& [device, region] : region_of_device_) {
            region = RegionIndex(regions.size());
            regions.push_back({.name = "device " + std::to_string(device)});
        }
    }

    void add_buffers() {
        UniqueNames names;
        std::int64_t steps = 0;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const GraphNode& node = nodes_[i];
            const bool is_weight = !node.is_operator && !is_input_[i];
            if (is_weight) {
                ++weights_;
            }
            for (std::size_t k = node.first; k < node.end && (!is_weight || options_.parameters); ++k) {
                const std::string output = node.end - node.first > 1 ? ":" + std::to_string(k - node.first) : "";
                add_buffer(entries_[k], names.add(node.name + output),
                           node.is_operator ? BufferKind::activation
                           : is_weight      ? BufferKind::variable
                                            : BufferKind::input,
                           Step(node.is_operator ? steps : 0));
            }
            for (const std::size_t input : node.inputs) {
                live_until(input, Step(steps + 1));
            }
            steps += node.is_operator ? 1 : 0;
        }
        const Step end(std::max<std::int64_t>(steps, 1));
        for (const std::size_t head : heads_) {
            live_until(head, end);
            if (const auto buffer = entries_[head].buffer) {
                document_.problem.buffers[*buffer].kind = BufferKind::output;
            }
        }
        for (Buffer& buffer : document_.problem.buffers) {
            buffer.lifetime.end = buffer.kind == BufferKind::variable ? end : buffer.lifetime.end;
        }
    }

    void add_buffer(Entry& entry, std::string name, BufferKind kind, Step begin) {
        if (entry.size == Bytes(0)) {
            ++empty_;
            return;
        }
        entry.buffer = BufferIndex(document_.problem.buffers.size());
        Buffer buffer;
        buffer.name = std::move(name);
        buffer.size = entry.size;
        buffer.lifetime = {begin, begin + Duration(1)};
        buffer.kind = kind;
        buffer.region = region_of_device_[entry.device];
        document_.problem.buffers.push_back(std::move(buffer));
    }

    void live_until(std::size_t entry, Step end) {
        if (const auto buffer = entries_[entry].buffer) {
            Lifetime& lifetime = document_.problem.buffers[*buffer].lifetime;
            lifetime.end = std::max(lifetime.end, end);
        }
    }

    /// Objects in the order of their storage ids, one after another.
    Expected<void> add_objects() {
        using Storage = std::pair<RegionIndex, std::int64_t>;
        std::map<Storage, SharedObject> objects;
        const auto storage = [this](const Entry& entry) {
            return Storage(region_of_device_[entry.device], entry.storage);
        };
        for (const Entry& entry : entries_) {
            if (entry.buffer) {
                objects[storage(entry)].region = region_of_device_[entry.device];
            }
        }
        for (const Entry& entry : entries_) {
            if (const auto found = objects.find(storage(entry)); found != objects.end()) {
                found->second.size = std::max(found->second.size, entry.size);
            }
        }
        IndexedVector<RegionIndex, Offset> tops(document_.problem.regions.size());
        for (auto& [id, object] : objects) {
            object.offset = tops[object.region];
            const auto end = checked_add(object.offset.value(), object.size.value());
            if (!end) {
                return failure(
                    Error{reading_.source, 0, "the sizes of the objects together do not fit in 64 bits", damaged});
            }
            tops[object.region] = Offset(*end);
            document_.layout.objects.push_back(object);
        }
        for (const Entry& entry : entries_) {
            if (entry.buffer) {
                const SharedObject& object = objects[storage(entry)];
                document_.layout.placements.emplace_back(Placement{object.offset, object.region});
            }
        }
        return {};
    }

    void add_operators() {
        Graph graph;
        for (const Entry& entry : entries_) {
            if (entry.buffer) {
                graph.tensors.push_back(entry.tensor);
            }
        }
        for (const GraphNode& node : nodes_) {
            if (node.is_operator) {
                graph.operators.push_back(operator_of(node, Step(std::ssize(graph.operators))));
                document_.problem.step_labels.push_back({graph.operators.back().step, node.name});
                declare_view(graph.operators.back());
            }
        }
        document_.problem.graph = std::move(graph);
    }

    [[nodiscard]] Operator operator_of(const GraphNode& node, Step step) const {
        Operator made{node.name, node.type, step, {}, {}};
        for (const std::size_t input : node.inputs) {
            const auto source = std::ranges::upper_bound(nodes_, input, {}, &GraphNode::end);
            if (const auto buffer = entries_[input].buffer) {
                made.reads.push_back(*buffer);
            } else {
                (source->is_operator ? made.reads_outside : made.constants).push_back(source->name);
            }
        }
        for (std::size_t k = node.first; k < node.end; ++k) {
            if (const auto buffer = entries_[k].buffer) {
                made.writes.push_back(*buffer);
            } else {
                made.writes_outside.push_back(node.name);
            }
        }
        // TVM runs nothing here: a reshape whose output is its operand.
        const bool is_view = node.type == "__nop" && made.reads.size() == 1 && made.writes.size() == 1 &&
                             size_in(made.reads.front()) == size_in(made.writes.front());
        if (is_view) {
            made.feature = OperatorFeature::removable;
            made.shareable = {0};
        }
        return made;
    }

    [[nodiscard]] Bytes size_in(BufferIndex buffer) const { return document_.problem.buffers[buffer].size; }

    void declare_view(const Operator& node) {
        const auto& placements = document_.layout.placements;
        if (node.feature == OperatorFeature::removable &&
            placements[node.reads.front()] == placements[node.writes.front()]) {
            document_.layout.sharing.push_back(
                {SharingGroup::Kind::sharing, {node.reads.front(), node.writes.front()}});
        }
    }

    void add_notes() {
        document_.notes.emplace_back("the file has no offsets: its objects are shown one after another");
        if (weights_ > 0) {
            document_.notes.push_back(
                "the file does not tell inputs from weights: " + std::to_string(weights_) +
                (weights_ == 1 ? " node" : " nodes") + " without operator " + (weights_ == 1 ? "is" : "are") +
                (options_.parameters ? " shown as weights, alive throughout" : " left out as weights") +
                "; --set inputs=NAME,… names the inputs");
        }
        if (empty_ > 0) {
            document_.notes.push_back(std::to_string(empty_) + " of 0 bytes left out");
        }
    }

    JsonReading reading_;
    const ImportOptions& options_;
    Document document_;
    std::vector<std::size_t> row_ptr_;  ///< by node: its first entry; then the number of entries
    std::vector<Entry> entries_;
    std::vector<GraphNode> nodes_;
    std::vector<bool> is_input_;  ///< by node
    std::vector<std::size_t> heads_;
    std::map<std::int64_t, RegionIndex> region_of_device_;
    std::size_t weights_ = 0;
    std::size_t empty_ = 0;
};

}  // namespace

Format tvm_graph_format() {
    return {.description = {FileFormat::tvm_graph, "tvm-graph", "TVM graph", "*.json", FormatMaker::compiler,
                            FormatKind::printed_plan},
            .signs = {.json_keys = {{"nodes", "arg_nodes", "heads"}}},
            .read =
                [](const FormatInput& input) {
                    return parse_json(input.content, input.source).and_then([&](const nlohmann::json& tree) {
                        return GraphReader(input.content, input.source, input.options).read(tree);
                    });
                },
            .switches = {"parameters"},
            .restated_switches = {{.key = "inputs",
                                   .type = OptionType::text,
                                   .default_value = "",
                                   .meaning = "names of the inputs, separated by commas",
                                   .unset = "told by their names"}}};
}

}  // namespace arenascope
