#include "core/format/printed/one_tracealloc.h"

#include <utility>

#include "core/base/text/json_reader.h"
#include "core/base/text/unique_names.h"
#include "core/format/printed/printed_plan.h"

namespace arenascope {
namespace {

class AllocationReader {
public:
    AllocationReader(std::string_view content, const std::string& source)
        : reading_{.source = source, .text = content, .is_of_others = true} {}

    Expected<Document> read(const nlohmann::json& tree) {
        const JsonField root(tree, reading_);
        if (const std::int64_t version = root.integer("schema_version"); version != 1) {
            root.refuse("schema_version", "version " + std::to_string(version) + " is not known",
                        "export the file with schema version 1");
        }
        plan_.regions.clear();
        root.for_each("segments", [this](const JsonField& segment) { read_segment(segment); });
        if (reading_.failed()) {
            return failure(std::move(*reading_.error));
        }
        if (plan_.regions.empty()) {
            plan_.regions.emplace_back();
        }
        return document_of(std::move(plan_), reading_.source);
    }

private:
    void read_segment(const JsonField& field) {
        Region region;
        region.name = field.optional_text("name", "");
        if (region.name.empty()) {
            region.name = field.optional_text("title", "segment " + std::to_string(plan_.regions.size()));
        }
        region.name = names_.add(std::move(region.name));
        if (const auto size = field.optional_integer("size")) {
            region.capacity = Bytes(*size);
            if (*size < 0) {
                field.refuse("size", "it is negative", "a segment has at least 0 bytes");
            }
        }
        plan_.regions.push_back(std::move(region));
        field.for_each("allocations", [this](const JsonField& allocation) { read_allocation(allocation); });
    }

    void read_allocation(const JsonField& field) {
        PrintedBuffer made;
        made.buffer.name = field.optional_text("origin", "");
        if (made.buffer.name.empty()) {
            made.buffer.name = "allocation " + std::to_string(plan_.buffers.size());
        }
        made.buffer.region = RegionIndex(plan_.regions.size() - 1);
        made.buffer.size = Bytes(field.integer("size"));
        made.offset = Offset(field.integer("offset"));
        if (made.buffer.size < Bytes(0)) {
            field.refuse("size", "it is negative", "a size is at least 0 bytes");
        }
        if (made.offset < Offset(0) || !checked_add(made.offset.value(), made.buffer.size.value())) {
            field.refuse("offset", "it is negative, or offset + size does not fit in 64 bits",
                         "an offset is at least 0");
        }
        const std::int64_t from = field.integer("alive_from");
        const std::int64_t till = field.integer("alive_till");
        const auto lifetime = lifetime_of_uses(from, till);
        if (!lifetime || till < from) {
            field.refuse("alive_till", "it is before alive_from, or does not fit in 64 bits",
                         "both are inclusive: alive_till is at least alive_from");
        }
        made.buffer.lifetime = lifetime.value_or(Lifetime{Step(0), Step(1)});
        plan_.buffers.push_back(std::move(made));
    }

    JsonReading reading_;
    PrintedPlan plan_;
    UniqueNames names_;
};

}  // namespace

Format one_tracealloc_format() {
    return {.description = {FileFormat::one_tracealloc, "one-tracealloc", "ONE tracealloc", "*.json",
                            FormatMaker::compiler, FormatKind::printed_plan},
            .signs = {.json_keys = {{"schema_version", "segments"}}},
            .read = [](const FormatInput& input) {
                return parse_json(input.content, input.source).and_then([&](const nlohmann::json& tree) {
                    return AllocationReader(input.content, input.source).read(tree);
                });
            }};
}

}  // namespace arenascope
