#include "core/format/plan/provenance_json.h"

#include "core/base/text/json_text.h"

namespace arenascope {

void append_provenance(std::string& out, const Provenance& provenance) {
    MemberWriter members(out);
    members.text("planner", provenance.planner);
    MemberWriter options(members.name("options"));
    for (const auto& [key, value] : provenance.options) {
        options.text(key, value);
    }
    options.close();
    members.count("seed", provenance.seed);
    members.flag("reproducible", provenance.reproducible);
    members.close();
}

Provenance read_provenance(const JsonField& field) {
    Provenance provenance;
    provenance.planner = field.text("planner");
    field.with_object("options", [&provenance](const JsonField& options) {
        for (const auto& [key, value] : options.value().items()) {
            provenance.options.emplace_back(bytes_of_json_string(key), options.text(key));
        }
    });
    provenance.seed = field.count("seed");
    provenance.reproducible = field.flag("reproducible", true);
    field.note_unknown_keys({"planner", "options", "seed", "reproducible"});
    return provenance;
}

}  // namespace arenascope
