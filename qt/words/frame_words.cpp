#include "qt/words/frame_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/trace/trace_player.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

QString frame_text(const char* text) {
    return QCoreApplication::translate("arenascope::FrameWords", text);
}

}  // namespace

QString frame_name(FrameKind kind, std::uint64_t number, std::optional<std::uint64_t> of_kind) {
    const QString words = frame_kind_words(kind);
    const QString in_run = grouped_text(number);
    if (!of_kind) {
        return frame_text("%1 (no. %2)").arg(words, in_run);
    }
    const QString own = QStringLiteral("%1 %2").arg(words, grouped_text(*of_kind));
    return *of_kind == number ? own : frame_text("%1 (no. %2)").arg(own, in_run);
}

QString frame_path(const Trace& trace, FrameIndex frame) {
    QStringList names;
    const auto numbers = frame_numbers(trace);
    const auto of_kind = frame_kind_numbers(trace);
    for (; frame != FrameIndex::none(); frame = trace.frames[frame].parent) {
        const bool is_only_pass = trace.frames[frame].kind == FrameKind::pass && trace.roots.size() == 1;
        if (!is_only_pass || names.isEmpty()) {
            names.prepend(frame_name(trace.frames[frame].kind, numbers[frame], of_kind[frame]));
        }
    }
    return names.join(QStringLiteral(", "));
}

QString frames_words(FrameKind kind, std::uint64_t count) {
    const auto words = [count](const QString& one, const QString& many) { return counted(count, one, many); };
    switch (kind) {
        case FrameKind::pass:
            return words(frame_text("1 pass"), frame_text("%1 passes"));
        case FrameKind::iteration:
            return words(frame_text("1 iteration"), frame_text("%1 iterations"));
        case FrameKind::group:
            return words(frame_text("1 group"), frame_text("%1 groups"));
        case FrameKind::rearrangement:
            return words(frame_text("1 rearrangement"), frame_text("%1 rearrangements"));
        case FrameKind::placement:
            return words(frame_text("1 placement"), frame_text("%1 placements"));
        case FrameKind::move:
            return words(frame_text("1 move"), frame_text("%1 moves"));
        case FrameKind::improvement:
            return words(frame_text("1 improvement"), frame_text("%1 improvements"));
        case FrameKind::generation:
            return words(frame_text("1 generation"), frame_text("%1 generations"));
        case FrameKind::episode:
            return words(frame_text("1 episode"), frame_text("%1 episodes"));
    }
    return {};
}

QString frame_counts_words(const FrameCounts& counts) {
    QStringList words;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] > 0) {
            words << frames_words(static_cast<FrameKind>(kind), counts[kind]);
        }
    }
    return words.join(QStringLiteral(", "));
}

FrameCounts counts_of_kinds(const Trace& trace, std::span<const FrameIndex> frames) {
    FrameCounts counts{};
    for (const FrameIndex frame : frames) {
        ++counts[static_cast<std::size_t>(trace.frames[frame].kind)];
    }
    return counts;
}

}  // namespace arenascope
