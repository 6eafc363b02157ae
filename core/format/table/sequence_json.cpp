#include "core/format/table/sequence_json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/format/table/sequence_csv.h"

namespace arenascope {
namespace {

MemoryOperation operation_from(const JsonField& field) {
    MemoryOperation operation;
    const std::string op = field.text("op");
    const auto kind = operation_kind_named(op);
    if (!kind) {
        field.refuse("op", "there is no operation " + in_quotes(op), "an operation is alloc or free");
        return operation;
    }
    operation.kind = *kind;
    operation.name = field.text("name");
    if (operation.name.empty()) {
        field.refuse("name", "it is empty", "name the memory");
    }
    if (operation.kind == MemoryOperation::Kind::allocate) {
        operation.size = Bytes(field.integer("size"));
        operation.alignment = Bytes(field.optional_integer("alignment").value_or(1));
    }
    field.note_unknown_keys({"op", "name", "size", "alignment"});
    return operation;
}

Expected<Document> parse_sequence_json(const FormatInput& input) {
    const auto tree = parse_json(input.content, input.source);
    if (!tree) {
        return failure(tree.error());
    }
    JsonReading reading{.source = input.source, .text = input.content, .is_of_others = true};
    std::vector<MemoryOperation> operations;
    JsonField(*tree, reading).for_each_element([&operations](const JsonField& element) {
        operations.push_back(operation_from(element));
    });
    if (reading.failed()) {
        return failure(std::move(*reading.error));
    }
    auto document = document_of(operations, input.source);
    if (!document) {
        const std::vector<std::int64_t> lines = lines_of_elements(input.content, {});
        for (std::size_t i = 0; i < std::min(lines.size(), operations.size()); ++i) {
            operations[i].line = lines[i];
        }
        document = document_of(operations, input.source);
    }
    if (document && !reading.unknown_keys.empty()) {
        document->notes.push_back(reading.unknown_keys_note());
    }
    return document;
}

}  // namespace

Format sequence_json_format() {
    // Detection takes every list for such a sequence.
    return {.description = {FileFormat::sequence_json, "sequence-json", "list of memory operations as JSON", "*.json"},
            .read = parse_sequence_json};
}

}  // namespace arenascope
