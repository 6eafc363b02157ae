#include "core/format/flatbuffers/tflite_rewriting.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "core/format/flatbuffers/flatbuffer.h"
#include "core/format/flatbuffers/schema/tflite_generated.h"
#include "core/format/flatbuffers/tflite_model.h"

namespace arenascope {
namespace {

using Position = std::uint32_t;  ///< a byte of the file

constexpr std::string_view plan_entry = "OfflineMemoryAllocation";
/// Entries of the metadata that number the operators.
constexpr std::array<std::string_view, 2> order_entries = {"model_control_dependencies", "serialized_execution_plan"};
constexpr std::int32_t at_run_time = -1;

Expected<const tflite::Model*> model_in(std::string_view content, const std::string& source) {
    return verified_root<tflite::Model>(content, tflite_identifier.data(), "TFLite model", source);
}

/// Numbers of a FlatBuffer are little-endian and perhaps unaligned.
template <class Number>
Number number_at(std::string_view content, std::size_t position) {
    return flatbuffers::ReadScalar<Number>(content.data() + position);
}

template <class Number>
void put(std::string& content, std::size_t position, Number number) {
    flatbuffers::WriteScalar(content.data() + position, number);
}

Position position_of(std::string_view content, const void* inside) {
    return static_cast<Position>(static_cast<const char*>(inside) - content.data());
}

const tflite::Metadata* entry_named(const tflite::Model& model, std::string_view name) {
    for (flatbuffers::uoffset_t i = 0; i < count_of(model.metadata()); ++i) {
        const tflite::Metadata* entry = model.metadata()->Get(i);
        if (entry->name() != nullptr && entry->name()->string_view() == name) {
            return entry;
        }
    }
    return nullptr;
}

/// Lets the runtime plan all tensors again.
void forget_plan(std::string& content, const tflite::Model& model) {
    constexpr std::size_t header = 3;
    const tflite::Metadata* entry = entry_named(model, plan_entry);
    if (entry == nullptr || entry->buffer() >= count_of(model.buffers())) {
        return;
    }
    const auto* data = model.buffers()->Get(entry->buffer())->data();
    const std::size_t numbers = count_of(data) / sizeof(std::int32_t);
    for (std::size_t i = header; i < numbers; ++i) {
        put(content, position_of(content, data->data()) + i * sizeof(std::int32_t), at_run_time);
    }
}

/// The bytes in front of the model as it was, which hold the new root. References go forward only, so everything is
/// written before what it refers to.
class NewRoot {
public:
    explicit NewRoot(std::string_view old) : old_(old) {}

    /// Places in the old file, by the byte of the new one that refers to them. Their distance is known at the end.
    void refer_to_old(std::size_t place, Position old) { to_old_.push_back({place, old}); }
    void set(std::size_t place, flatbuffers::uoffset_t value) { put(bytes_, place, value); }
    void refer(std::size_t place, std::size_t target) {
        set(place, static_cast<flatbuffers::uoffset_t>(target - place));
    }

    template <class Number>
    std::size_t add(Number number) {
        const std::size_t place = bytes_.size();
        bytes_.resize(place + sizeof(Number));
        put(bytes_, place, number);
        return place;
    }
    std::size_t add_reference() { return add(flatbuffers::uoffset_t{0}); }

    /// Zeros up to a byte that is `rest` above a multiple of `alignment`.
    void pad(std::size_t alignment, std::size_t rest = 0) {
        while (bytes_.size() % alignment != rest) {
            bytes_.push_back('\0');
        }
    }

    /// A table with four bytes for each field, of which 0 is absent. `is_there`: by field.
    std::size_t begin_table(const std::vector<bool>& is_there) {
        constexpr std::size_t word = 4;
        pad(word);
        const std::size_t list = bytes_.size();
        const auto fields = static_cast<std::size_t>(std::ranges::count(is_there, true));
        add(static_cast<flatbuffers::voffset_t>(word + 2 * is_there.size()));
        add(static_cast<flatbuffers::voffset_t>(word + word * fields));
        std::size_t next = word;
        for (const bool there : is_there) {
            add(static_cast<flatbuffers::voffset_t>(there ? next : 0));
            next += there ? word : 0;
        }
        pad(word);
        return add(static_cast<flatbuffers::soffset_t>(bytes_.size() - list));
    }

    void add_bytes(std::string_view bytes) { bytes_ += bytes; }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

    std::string before_old() {
        constexpr std::size_t widest = 64;  // alignments of the old file stay
        pad(widest);
        for (const auto& [place, old] : to_old_) {
            refer(place, bytes_.size() + old);
        }
        return bytes_ + std::string(old_);
    }

private:
    std::string_view old_;
    std::string bytes_;
    std::vector<std::pair<std::size_t, Position>> to_old_;
};

/// Fields of a Model, by their number.
enum ModelField : std::size_t { version_field = 0, buffers_field = 4, metadata_field = 6, known_fields = 7 };

bool has_outer_data(const tflite::Model& model) {
    for (flatbuffers::uoffset_t i = 0; i < count_of(model.buffers()); ++i) {
        if (model.buffers()->Get(i)->offset() > 1) {
            return true;
        }
    }
    return false;
}

template <class T>
std::vector<Position> elements_of(std::string_view content, const flatbuffers::Vector<flatbuffers::Offset<T>>* list) {
    std::vector<Position> elements;
    for (flatbuffers::uoffset_t i = 0; i < count_of(list); ++i) {
        elements.push_back(position_of(content, list->Get(i)));
    }
    return elements;
}

std::string with_new_root(std::string_view content, const tflite::Model& model,
                          const std::vector<std::int32_t>& numbers) {
    const auto root = position_of(content, &model);
    const std::size_t list = root - static_cast<std::size_t>(number_at<flatbuffers::soffset_t>(content, root));
    const std::size_t old_fields = (number_at<flatbuffers::voffset_t>(content, list) - 4U) / 2;
    std::vector<bool> is_there(std::max<std::size_t>(old_fields, known_fields), false);
    std::vector<std::size_t> place_in_old(is_there.size(), 0);
    for (std::size_t i = 0; i < old_fields; ++i) {
        place_in_old[i] = number_at<flatbuffers::voffset_t>(content, list + 4 + 2 * i);
        is_there[i] = place_in_old[i] != 0;
    }
    is_there[buffers_field] = is_there[metadata_field] = true;

    NewRoot made(content);
    const std::size_t to_root = made.add_reference();
    made.add_bytes(tflite_identifier);
    const std::size_t table = made.begin_table(is_there);
    made.refer(to_root, table);
    std::size_t to_buffers = 0;
    std::size_t to_metadata = 0;
    for (std::size_t i = 0; i < is_there.size(); ++i) {
        if (!is_there[i]) {
            continue;
        }
        const std::size_t place = made.add_reference();
        if (i == buffers_field) {
            to_buffers = place;
        } else if (i == metadata_field) {
            to_metadata = place;
        } else {
            const std::size_t old = root + place_in_old[i];
            const auto value = number_at<flatbuffers::uoffset_t>(content, old);
            if (i == version_field) {
                made.set(place, value);
            } else {
                made.refer_to_old(place, static_cast<Position>(old + value));
            }
        }
    }
    const auto buffers = elements_of(content, model.buffers());
    made.refer(to_buffers, made.add(static_cast<flatbuffers::uoffset_t>(buffers.size() + 1)));
    for (const Position buffer : buffers) {
        made.refer_to_old(made.add_reference(), buffer);
    }
    const std::size_t to_buffer = made.add_reference();
    std::vector<Position> entries = elements_of(content, model.metadata());
    if (const tflite::Metadata* plan = entry_named(model, plan_entry); plan != nullptr) {
        std::erase(entries, position_of(content, plan));
    }
    made.refer(to_metadata, made.add(static_cast<flatbuffers::uoffset_t>(entries.size() + 1)));
    for (const Position entry : entries) {
        made.refer_to_old(made.add_reference(), entry);
    }
    const std::size_t to_entry = made.add_reference();
    made.refer(to_entry, made.begin_table({true, true}));
    const std::size_t to_name = made.add_reference();
    made.add(static_cast<std::uint32_t>(buffers.size()));
    made.refer(to_name, made.add(static_cast<flatbuffers::uoffset_t>(plan_entry.size())));
    made.add_bytes(plan_entry);
    made.add_bytes(std::string_view("\0", 1));
    made.refer(to_buffer, made.begin_table({true}));
    const std::size_t to_data = made.add_reference();
    constexpr std::size_t data_alignment = 16;
    made.pad(data_alignment, data_alignment - sizeof(flatbuffers::uoffset_t));
    made.refer(to_data, made.add(static_cast<flatbuffers::uoffset_t>(numbers.size() * sizeof(std::int32_t))));
    for (const std::int32_t number : numbers) {
        made.add(number);
    }
    return made.before_old();
}

}  // namespace

Expected<std::string> tflite_in_order(std::string content, std::size_t subgraph, std::span<const std::size_t> order,
                                      const std::string& source) {
    const auto model = model_in(content, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    for (const std::string_view entry : order_entries) {
        if (entry_named(**model, entry) != nullptr) {
            return failure(Error{source, 0, "its metadata " + std::string(entry) + " says in which order operators run",
                                 "convert the model without it"});
        }
    }
    const auto* graph = (*model)->subgraphs()->Get(static_cast<flatbuffers::uoffset_t>(subgraph));
    const std::vector<Position> operators = elements_of(content, graph->operators());
    if (operators.size() != order.size()) {
        return failure(Error{source, 0, "it has other operators than the plan", "plan this very model"});
    }
    forget_plan(content, **model);
    const auto first = operators.empty() ? 0 : position_of(content, graph->operators()->Data());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t place = first + i * sizeof(flatbuffers::uoffset_t);
        put(content, place, static_cast<flatbuffers::uoffset_t>(operators[order[i]] - place));
    }
    return content;
}

Expected<std::string> tflite_with_plan(std::string_view content, std::span<const std::int32_t> offsets,
                                       const std::string& source) {
    const auto model = model_in(content, source);
    if (!model) {
        return tl::unexpected(model.error());
    }
    if (has_outer_data(**model)) {
        return failure(Error{source, 0, "its weights lie behind its FlatBuffers part",
                             "convert the model so that they lie inside, which takes less than 2 GiB"});
    }
    constexpr std::int32_t version = 0;
    std::vector<std::int32_t> numbers = {version, static_cast<std::int32_t>(count_of((*model)->subgraphs())),
                                         static_cast<std::int32_t>(offsets.size())};
    numbers.insert(numbers.end(), offsets.begin(), offsets.end());
    std::string made = with_new_root(content, **model, numbers);
    if (made.size() >= FLATBUFFERS_MAX_BUFFER_SIZE) {
        return failure(Error{source, 0, "with a plan it would be larger than 2 GiB", "convert a smaller model"});
    }
    return made;
}

Expected<std::string> write_tflite_in_order(const FormatInput& input, std::span<const std::size_t> order) {
    return tflite_subgraph(input.content, input.options, input.source).and_then([&](std::size_t subgraph) {
        return tflite_in_order(std::string(input.content), subgraph, order, input.source);
    });
}

Expected<std::string> write_tflite_with_plan(const FormatInput& input,
                                             const std::vector<std::optional<Offset>>& offsets) {
    const auto model = model_in(input.content, input.source);
    const auto chosen = tflite_subgraph(input.content, input.options, input.source);
    if (!model || !chosen) {
        return tl::unexpected(!model ? model.error() : chosen.error());
    }
    std::vector<std::int32_t> all;
    for (flatbuffers::uoffset_t i = 0; i < count_of((*model)->subgraphs()); ++i) {
        const std::size_t first = all.size();
        all.resize(first + count_of((*model)->subgraphs()->Get(i)->tensors()), at_run_time);
        for (std::size_t tensor = 0; i == *chosen && tensor < offsets.size(); ++tensor) {
            if (offsets[tensor]) {
                all[first + tensor] = static_cast<std::int32_t>(offsets[tensor]->value());
            }
        }
    }
    return tflite_with_plan(input.content, all, input.source);
}

}  // namespace arenascope
