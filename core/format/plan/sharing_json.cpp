#include "core/format/plan/sharing_json.h"

#include <string>
#include <utility>

#include "core/format/plan/named_member.h"

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
        group.kind = named_member(element, "kind", element.text("kind"), sharing_kind_named,
                                  "there is no kind of sharing ", "write sharing, parts, overlay, arena or in-place");
        group.members = names.buffers(element, "members");
        // Files of earlier versions have no basis: what they held was declared.
        group.basis = named_member(element, "basis", element.optional_text("basis", "declared"), sharing_basis_named,
                                   "there is no basis of sharing ", "write declared or inferred");
        element.note_unknown_keys({"kind", "members", "basis"});
        layout.sharing.push_back(std::move(group));
    });
}

}  // namespace arenascope
