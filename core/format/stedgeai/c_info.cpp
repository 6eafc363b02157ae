#include "core/format/stedgeai/c_info.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/printed/printed_plan.h"
#include "core/format/stedgeai/pool_plan.h"

namespace arenascope {
namespace {

/// An address as text: decimal, or hexadecimal after `0x`. Empty: `NULL`, or the name of a symbol.
std::optional<std::int64_t> address_in(std::string_view text) {
    const int radix = text.starts_with("0x") || text.starts_with("0X") ? 16 : 10;
    text.remove_prefix(radix == 16 ? 2 : 0);
    const auto address = plain_number(text, radix);
    return address.value_or(-1) >= 0 ? address : std::nullopt;
}

/// An element type from a format such as `STAI_FORMAT_S8` and its bits.
std::string element_type(std::string_view format, std::int64_t bits) {
    constexpr std::string_view prefix = "STAI_FORMAT_";
    if (!format.starts_with(prefix)) {
        return {};
    }
    format.remove_prefix(prefix.size());
    format = format.substr(0, format.find_first_of("0123456789"));
    const std::string kind = format == "S" ? "int" : format == "U" ? "uint" : lower_case(format);
    return kind + std::to_string(bits);
}

std::vector<std::int64_t> numbers_of(const JsonField& field, std::string_view key) {
    std::vector<std::int64_t> numbers;
    for (const auto& number : field.integers(key)) {
        numbers.push_back(number.value_or(0));
    }
    return numbers;
}

/// The type of a node. Older files give it as description, those for the N6 as `Node kind=Conv`.
std::string type_of_node(const JsonField& field) {
    constexpr std::string_view prefix = "Node kind=";
    std::string type = field.optional_text("type", "");
    if (type.empty()) {
        type = field.optional_text("description", "");
    }
    return type.starts_with(prefix) ? type.substr(prefix.size()) : type;
}

class InfoReader {
public:
    InfoReader(std::string_view content, const std::string& source, const ImportOptions& options)
        : reading_{.source = source, .text = content, .is_of_others = true}, options_(options) {}

    Expected<Document> read(const nlohmann::json& tree) {
        const JsonField root(tree, reading_);
        if (const std::string version = root.optional_text("json_schema_version", "2"); !version.starts_with("2")) {
            root.refuse("json_schema_version", "version " + in_quotes(version) + " is not known",
                        "generate the file with a tool that writes version 2.0");
        }
        root.for_each("memory_pools", [this](const JsonField& field) { read_pool(field); });
        root.for_each("buffers", [this](const JsonField& field) { read_buffer(field); });
        std::size_t graphs = 0;
        root.for_each("graphs", [&](const JsonField& field) {
            if (graphs++ == 0) {
                read_graph(field);
            }
        });
        if (reading_.failed()) {
            return failure(std::move(*reading_.error));
        }
        if (graphs > 1) {
            plan_.notes.push_back(std::to_string(graphs - 1) + " more graphs are left out");
        }
        note_omissions();
        if (options_.parameters) {
            show_throughout();
        }
        return document_of(std::move(plan_), reading_.source);
    }

private:
    /// A buffer of the file.
    struct Known {
        std::string name;
        std::optional<BufferIndex> shown;
        bool is_parameter = false;
    };

    void read_pool(const JsonField& field) {
        Pool pool{.name = field.text("name")};
        if (!pool_of_id_.emplace(field.integer("id"), plan_.pools.size()).second) {
            field.refuse("id", "another pool has the same id", "give each pool an id of its own");
        }
        symbols_.push_back(read_address(field, pool));
        if (const auto size = field.optional_integer("size_bytes"); size && *size >= 0) {
            pool.capacity = Bytes(*size);
        }
        if (const auto used = field.optional_integer("used_size_bytes")) {
            pool.used = Bytes(*used);
        }
        pool.alignment = Bytes(std::max<std::int64_t>(field.optional_integer("alignment").value_or(1), 1));
        plan_.pools.push_back(std::move(pool));
        is_noted_.push_back(false);
    }

    /// Returns the name of the symbol that is the address; empty if it is a number or unknown.
    static std::string read_address(const JsonField& field, Pool& pool) {
        if (field.has("address") && field.value()["address"].is_number()) {
            pool.address = std::max<std::int64_t>(field.integer("address"), 0);
            return {};
        }
        std::string address = field.optional_text("address", "NULL");
        pool.address = address_in(address);
        return pool.address || address == "NULL" ? std::string() : std::move(address);
    }

    void read_buffer(const JsonField& field) {
        const std::int64_t id = field.integer("id");
        const std::string name = field.optional_text("name", "");
        Known known{name.empty() ? "buffer " + std::to_string(id) : name, {}, field.flag("is_param", false)};
        if (known_.contains(id)) {
            field.refuse("id", "another buffer has the same id", "give each buffer an id of its own");
        }
        const Bytes size(field.integer("size_bytes"));
        if (size < Bytes(0)) {
            field.refuse("size_bytes", "it is negative", "a size is at least 0 bytes");
        }
        const auto pool = field.optional_integer("mpool_id").value_or(-1);
        if (known.is_parameter && !options_.parameters) {
            ++parameters_;
            parameter_bytes_ += static_cast<std::uint64_t>(size.value());
        } else if (size == Bytes(0)) {
            ++empty_;
        } else if (pool < 0) {
            ++plan_.left_out;
        } else {
            known.shown = BufferIndex(plan_.buffers.size());
            add_buffer(field, known, size, pool);
        }
        known_.emplace(id, std::move(known));
    }

    void add_buffer(const JsonField& field, const Known& known, Bytes size, std::int64_t pool) {
        PoolBuffer made;
        made.buffer.name = known.name;
        made.buffer.size = size;
        made.offset = Offset(field.integer("offset_start"));
        made.buffer.alignment = Bytes(std::max<std::int64_t>(field.optional_integer("alignment").value_or(1), 1));
        made.buffer.lifetime = {Step(0), Step(1)};
        made.buffer.kind = known.is_parameter ? BufferKind::variable : kind_of(field, known.name);
        if (!known.is_parameter) {
            field.with_object("epochs", [&](const JsonField& epochs) { read_epochs(epochs, made.buffer); });
            if (!field.has("epochs")) {
                field.refuse("epochs", "it is missing", "write the first and the last epoch of the buffer");
            }
        }
        const auto found = pool_of_id_.find(pool);
        if (found == pool_of_id_.end()) {
            field.refuse("mpool_id", "there is no pool with the id " + std::to_string(pool),
                         "list it under memory_pools");
            return;
        }
        made.buffer.region = RegionIndex(found->second);
        check_place(field, made);
        made.tensor = {element_type(field.optional_text("format", ""), field.optional_integer("nbits").value_or(0)),
                       numbers_of(field, "shape")};
        plan_.buffers.push_back(std::move(made));
    }

    void read_epochs(const JsonField& epochs, Buffer& buffer) const {
        const std::int64_t start = epochs.integer("start");
        const std::int64_t end = epochs.integer("end");
        const auto lifetime = lifetime_of_uses(start, end);
        if (!lifetime || end < start) {
            epochs.refuse("end", "it is before the start, or does not fit in 64 bits",
                          "both epochs are inclusive: the end is at least the start");
            return;
        }
        buffer.lifetime = *lifetime;
    }

    void check_place(const JsonField& field, const PoolBuffer& made) const {
        const auto tail = checked_add(made.offset.value(), made.buffer.size.value());
        const std::int64_t base = plan_.pools[made.buffer.region.value()].address.value_or(0);
        if (made.offset < Offset(0) || !tail || !checked_add(*tail, base)) {
            field.refuse("offset_start", "it is negative, or address + offset + size does not fit in 64 bits",
                         "an offset is at least 0, and addresses stay below 2^63");
        }
    }

    static BufferKind kind_of(const JsonField& field, std::string_view name) {
        const std::string flags = field.optional_text("flags", "");
        const auto has = [&](std::string_view flag) { return flags.find(flag) != std::string::npos; };
        return has("SCRATCHS") || name.starts_with("SCRATCH_") ? BufferKind::scratch
               : has("INPUTS")                                 ? BufferKind::input
               : has("OUTPUTS")                                ? BufferKind::output
                                                               : BufferKind::activation;
    }

    void read_graph(const JsonField& field) {
        // Files for the N6 have no flags.
        set_kind(numbers_of(field, "outputs"), BufferKind::output);
        set_kind(numbers_of(field, "inputs"), BufferKind::input);
        field.for_each("nodes", [this](const JsonField& node) { read_node(node); });
        const bool is_mixed =
            std::ranges::any_of(mappings_, [this](const std::string& mapping) { return mapping != mappings_.front(); });
        for (std::size_t i = 0; i < plan_.nodes.size() && is_mixed; ++i) {
            Operator& node = plan_.nodes[i].node;
            node.type = mappings_[i] + (node.type.empty() ? "" : ": " + node.type);
        }
    }

    void set_kind(const std::vector<std::int64_t>& ids, BufferKind kind) {
        for (const std::int64_t id : ids) {
            const auto found = known_.find(id);
            if (found != known_.end() && found->second.shown && !found->second.is_parameter) {
                plan_.buffers[found->second.shown->value()].buffer.kind = kind;
            }
        }
    }

    void read_node(const JsonField& field) {
        PoolNode made;
        made.node.name = field.text("name");
        made.node.type = type_of_node(field);
        take_inner_nodes(field, made);
        for (const std::int64_t id : numbers_of(field, "inputs")) {
            add_operand(id, made.node.reads, made.node.reads_outside, &made.node.constants);
        }
        for (const std::string_view key : {"outputs", "scratchs"}) {
            for (const std::int64_t id : numbers_of(field, key)) {
                add_operand(id, made.node.writes, made.node.writes_outside, nullptr);
            }
        }
        made.step = first_epoch(field);
        const std::string mapping = field.optional_text("mapping", "");
        mappings_.push_back(mapping.starts_with("NODE_") ? mapping.substr(5) : mapping);
        plan_.nodes.push_back(std::move(made));
    }

    /// An epoch of the N6 has the name of the first operator in it and the types of all of them: `Conv, Mul, Add`.
    /// Nodes that are only weights do not count.
    static void take_inner_nodes(const JsonField& field, PoolNode& made) {
        constexpr std::size_t most = 4;
        std::size_t count = 0;
        Operator& node = made.node;
        if (!node.type.empty()) {
            made.types = {node.type};
        }
        field.for_each("subgraph_nodes", [&](const JsonField& inner) {
            const std::string type = type_of_node(inner);
            if (type.empty() || type == "Param") {
                return;
            }
            if (count == 0) {
                made.types.clear();
            }
            made.types.push_back(type);
            if (count > most) {
                return;
            }
            if (count == 0) {
                node.name = inner.text("name");
                node.type.clear();
            }
            node.type += (count == 0 ? "" : ", ") + (count == most ? "…" : type);
            ++count;
        });
    }

    void add_operand(std::int64_t id, std::vector<BufferIndex>& shown, std::vector<std::string>& outside,
                     std::vector<std::string>* constants) const {
        const auto found = known_.find(id);
        if (found == known_.end()) {
            outside.push_back("buffer " + std::to_string(id));
        } else if (found->second.shown) {
            shown.push_back(*found->second.shown);
        } else {
            (found->second.is_parameter && constants != nullptr ? *constants : outside).push_back(found->second.name);
        }
    }

    /// The first epoch of the outputs of a node; empty if it has none.
    [[nodiscard]] std::optional<Step> first_epoch(const JsonField& node) const {
        std::optional<Step> first;
        for (const std::int64_t id : numbers_of(node, "outputs")) {
            const auto found = known_.find(id);
            if (found != known_.end() && found->second.shown && !found->second.is_parameter) {
                const Step begin = plan_.buffers[found->second.shown->value()].buffer.lifetime.begin;
                first = std::min(first.value_or(begin), begin);
            }
        }
        return first;
    }

    void note_omissions() {
        if (parameters_ > 0) {
            plan_.notes.push_back("left out: weights of " + std::to_string(parameter_bytes_) + " B (" +
                                  std::to_string(parameters_) + (parameters_ == 1 ? " buffer" : " buffers") +
                                  "); --set parameters=true shows them");
        }
        if (empty_ > 0) {
            plan_.notes.push_back(std::to_string(empty_) + " of 0 bytes left out");
        }
        if (plan_.left_out > 0) {
            plan_.notes.push_back("left out: " + std::to_string(plan_.left_out) +
                                  (plan_.left_out == 1 ? " buffer" : " buffers") +
                                  " in no pool, which the caller provides");
        }
        for (const PoolBuffer& each : plan_.buffers) {
            const std::size_t pool = each.buffer.region.value();
            if (!symbols_[pool].empty() && !is_noted_[pool]) {
                is_noted_[pool] = true;
                plan_.notes.push_back("the address of " + in_quotes(plan_.pools[pool].name) + " is the symbol " +
                                      in_quotes(symbols_[pool]) + ": only offsets are known");
            }
        }
    }

    /// Weights live from the first step to the last; the file gives them epochs without meaning.
    void show_throughout() {
        std::optional<Lifetime> span;
        const auto is_weight = [](const PoolBuffer& each) { return each.buffer.kind == BufferKind::variable; };
        for (const PoolBuffer& each : plan_.buffers) {
            if (!is_weight(each)) {
                const Lifetime own = each.buffer.lifetime;
                span = span ? Lifetime{std::min(span->begin, own.begin), std::max(span->end, own.end)} : own;
            }
        }
        for (PoolBuffer& each : plan_.buffers) {
            if (is_weight(each)) {
                each.buffer.lifetime = span.value_or(Lifetime{Step(0), Step(1)});
            }
        }
    }

    JsonReading reading_;
    const ImportOptions& options_;
    PoolPlan plan_;
    std::unordered_map<std::int64_t, std::size_t> pool_of_id_;
    std::unordered_map<std::int64_t, Known> known_;  ///< by id
    std::vector<std::string> symbols_;               ///< by pool: its address, if it is a symbol
    std::vector<bool> is_noted_;                     ///< by pool
    std::vector<std::string> mappings_;              ///< by node: SW, HW or EC
    std::size_t parameters_ = 0;
    std::uint64_t parameter_bytes_ = 0;
    std::size_t empty_ = 0;
};

}  // namespace

Format stedgeai_info_format() {
    return {.description = {FileFormat::stedgeai_info, "stedgeai-c-info", "ST Edge AI c_info", "*.json",
                            FormatMaker::microcontroller_tool, FormatKind::printed_plan},
            .signs = {.json_keys = {{"buffers", "memory_pools", "graphs"}}},
            .read =
                [](const FormatInput& input) {
                    return parse_json(input.content, input.source).and_then([&](const nlohmann::json& tree) {
                        return InfoReader(input.content, input.source, input.options).read(tree);
                    });
                },
            .switches = {"parameters"}};
}

}  // namespace arenascope
