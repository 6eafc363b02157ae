#include "app/session/switched_import.h"

#include <utility>

#include "core/format/reading.h"

namespace arenascope {

SwitchedImport switched_import(std::string path, std::vector<KeyValue> switches) {
    return [path = std::move(path),
            switches = std::move(switches)](std::span<const KeyValue> further) -> Expected<ImportedPlan> {
        std::vector<KeyValue> all = switches;
        all.insert(all.end(), further.begin(), further.end());
        return import_options(all)
            .and_then([&](const ImportOptions& options) { return read_document(path, options); })
            .map([](Document document) {
                ImportedPlan plan{std::move(document.problem), std::move(document.layout)};
                if (document.import) {
                    plan.extra_traffic = document.import->extra_traffic;
                    plan.parts_choices = std::move(document.import->parts_choices);
                }
                return plan;
            });
    };
}

}  // namespace arenascope
