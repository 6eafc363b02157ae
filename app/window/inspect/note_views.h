#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/frame/window_part.h"
#include "core/model/memory/pinned_note.h"

namespace arenascope {

/// The notes of the open plan: their flags in the picture, their rows in the dock, and the commands that add, edit and
/// delete them. A chosen note is highlighted in both; choosing it goes there.
class NoteViews final : public WindowPart {
    Q_OBJECT

public:
    explicit NoteViews(const WindowFrame& frame);

    /// Asks for a note that is pinned to one of these, the first one if the user does not choose.
    void ask_for_note(const std::vector<NoteAnchor>& anchors);
    /// Highlights a note without going there; empty: none.
    void choose(std::optional<std::size_t> note);

private:
    void connect_actions();
    void show_notes();
    void show_flags();
    /// The same for what has the keyboard: the selected buffers, the time cursor, else the step of the peak.
    void ask_here();
    void edit(std::size_t note);
    void remove(std::size_t note);
    /// Chooses a note, selects its buffer or sets the time cursor, and shows that part of the plan.
    void go_to(std::size_t note);
    void show_buffer(BufferIndex buffer);
    void set_notes(std::vector<PinnedNote> notes, const QString& text);
    /// Adds a note that was written about `problem`, if what it is pinned to still exists.
    void add(PinnedNote note, const Problem& problem);
    [[nodiscard]] const std::vector<PinnedNote>& notes() const { return session_.state().pinned_notes; }
    [[nodiscard]] QString words_of(const NoteAnchor& anchor) const;

    std::shared_ptr<const std::vector<PinnedNote>> shown_;  ///< what picture and dock show
    std::optional<std::size_t> chosen_;
};

}  // namespace arenascope
