#include "core/format/plan/sharing_json.h"

#include <string>
#include <utility>

#include "core/base/error/quotation.h"

namespace arenascope {

void append_sharing(MemberWriter& plan, const Problem& problem, const Layout& layout) {
    if (layout.sharing.empty()) {
        return;
    }
    plan.list("sharing", layout.sharing, [&](const SharingGroup& group, std::size_t) {
        MemberWriter members(plan.out());
        members.text("kind", name_of(group.kind));
        append_names(members.name("members"), problem, group.members);
        if (group.basis != SharingGroup::Basis::declared) {
            members.text("basis", name_of(group.basis));
        }
        members.close();
    });
}

void read_sharing(const JsonField& field, BufferNames& names, Layout& layout) {
    field.for_each("sharing", [&](const JsonField& element) {
        SharingGroup group;
        const std::string name = element.text("kind");
        if (const auto kind = sharing_kind_named(name)) {
            group.kind = *kind;
        } else {
            element.refuse("kind", "there is no kind of sharing " + in_quotes(name),
                           "write sharing, parts, overlay, arena or in-place");
        }
        group.members = names.buffers(element, "members");
        // Files of earlier versions have no basis: what they held was declared.
        const std::string basis = element.optional_text("basis", "declared");
        if (const auto known = sharing_basis_named(basis)) {
            group.basis = *known;
        } else {
            element.refuse("basis", "there is no basis of sharing " + in_quotes(basis), "write declared or inferred");
        }
        element.note_unknown_keys({"kind", "members", "basis"});
        layout.sharing.push_back(std::move(group));
    });
}

}  // namespace arenascope
