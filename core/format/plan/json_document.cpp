#include "core/format/plan/json_document.h"

#include <utility>

namespace arenascope {
namespace {

void check_version(const JsonField& root, std::int64_t newest) {
    const std::int64_t version = root.integer("version");
    if (version > newest) {
        root.refuse("version",
                    "the file has version " + std::to_string(version) + ", this program reads up to version " +
                        std::to_string(newest),
                    "open it with a newer Arenascope, or save it from there as CSV");
    } else if (version < 1) {
        root.refuse("version", "there is no version " + std::to_string(version), "versions begin with 1");
    }
}

}  // namespace

Expected<Document> read_json_document(std::string_view content, const std::string& source, std::int64_t newest,
                                      const std::function<void(const JsonField&, Document&)>& read) {
    const auto tree = parse_json(content, source);
    if (!tree) {
        return failure(tree.error());
    }
    JsonReading reading{source, content};
    const JsonField root(*tree, reading);
    Document document;
    check_version(root, newest);
    if (!reading.failed()) {
        read(root, document);
    }
    if (reading.failed()) {
        return failure(std::move(*reading.error));
    }
    if (!reading.unknown_keys.empty()) {
        document.notes.push_back(reading.unknown_keys_note());
    }
    return document;
}

}  // namespace arenascope
