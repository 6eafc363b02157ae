#include "qt/words/frame_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "qt/words/wording.h"

namespace arenascope {
namespace {

QString frame_text(const char* text) {
    return QCoreApplication::translate("arenascope::FrameWords", text);
}

}  // namespace

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

}  // namespace arenascope
