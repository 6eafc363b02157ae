#include "widgets/panels/inspector/takeover_facts.h"

#include <algorithm>

#include <QCoreApplication>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr std::size_t shown_buffers = 4;

QString takeover_text(const char* text) {
    return QCoreApplication::translate("arenascope::TakeoverFacts", text);
}

void add_buffers(std::vector<Fact>& facts, const QString& label, std::vector<BufferIndex> buffers,
                 const Problem& problem) {
    std::ranges::sort(buffers);
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    facts.push_back({label, counted(buffers.size(), takeover_text("1 buffer"), takeover_text("%1 buffers")),
                     takeover_text("the usage graph allows it")});
    for (std::size_t i = 0; i < std::min(buffers.size(), shown_buffers); ++i) {
        const QString name = visible_text(problem.buffers[buffers[i]].name);
        facts.push_back({{}, name, name, {}, TextTone::plain, buffers[i].value()});
    }
}

}  // namespace

std::vector<Fact> takeover_facts(const Problem& problem, BufferIndex buffer) {
    std::vector<Fact> facts;
    if (!problem.usage_graph) {
        return facts;
    }
    std::vector<BufferIndex> before;
    std::vector<BufferIndex> after;
    const auto add_edge = [&](BufferIndex other) {
        const Lifetime theirs = problem.buffers[other].lifetime;
        const Lifetime own = problem.buffers[buffer].lifetime;
        if (!overlap(theirs, own)) {
            (theirs.end <= own.begin ? before : after).push_back(other);
        }
    };
    const auto& lists = problem.usage_graph->may_take_over;
    std::ranges::for_each(lists[buffer], add_edge);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (std::ranges::find(lists[i], buffer) != lists[i].end()) {
            add_edge(BufferIndex(i));
        }
    }
    add_buffers(facts, takeover_text("May take over from"), std::move(before), problem);
    add_buffers(facts, takeover_text("May hand over to"), std::move(after), problem);
    return facts;
}

}  // namespace arenascope
