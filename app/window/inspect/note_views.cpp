#include "app/window/inspect/note_views.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>

#include "app/window/dialogs/note_dialog.h"
#include "qt/words/note_words.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/view_target.h"
#include "widgets/tables/note_list/note_list.h"

namespace arenascope {
namespace {

/// The buffers of a selection that the dialog offers.
constexpr std::size_t most_offered_buffers = 8;

}  // namespace

NoteViews::NoteViews(const WindowFrame& frame)
    : WindowPart(frame), shown_(std::make_shared<const std::vector<PinnedNote>>()) {
    connect(&session_.plan(), &OpenPlan::annotations_changed, this, &NoteViews::show_notes);
    connect(&session_.plan(), &OpenPlan::closed, this, &NoteViews::show_notes);
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        // Whoever opens the plan of a colleague sees that there is something to read.
        const PlanState& state = session_.state();
        if (!state.pinned_notes.empty() || !state.bookmarks.empty()) {
            docks_.notes.dock->show();
        }
    });
    connect(&view_, &LayoutView::clicked, this,
            [this](const PointerTarget& target) { target.note ? go_to(*target.note) : choose(std::nullopt); });
    connect(docks_.notes, &NoteList::note_chosen, this, &NoteViews::go_to);
    connect(docks_.notes, &NoteList::note_edit_requested, this, &NoteViews::edit);
    connect(docks_.notes, &NoteList::note_delete_requested, this, &NoteViews::remove);
    connect_actions();
    show_notes();
}

void NoteViews::connect_actions() {
    connect(actions_.add_note, &QAction::triggered, this, &NoteViews::ask_here);
    connect(actions_.edit_note, &QAction::triggered, this, [this] {
        if (chosen_) {
            edit(*chosen_);
        }
    });
    connect(actions_.delete_note, &QAction::triggered, this, [this] {
        if (chosen_) {
            remove(*chosen_);
        }
    });
    connect(actions_.clear, &QAction::triggered, this, [this] { choose(std::nullopt); });
}

void NoteViews::show_notes() {
    // A note may have another number now, or be gone.
    if (chosen_ && (*chosen_ >= notes().size() || !((*shown_)[*chosen_] == notes()[*chosen_]))) {
        chosen_.reset();
    }
    shown_ = std::make_shared<const std::vector<PinnedNote>>(notes());
    docks_.notes->set_notes(session_.problem(), notes());
    show_flags();
}

void NoteViews::show_flags() {
    view_.picture().set_notes(shown_, chosen_);
    docks_.notes->set_chosen(chosen_);
    actions_.edit_note->setEnabled(chosen_.has_value());
    actions_.delete_note->setEnabled(chosen_.has_value());
}

void NoteViews::choose(std::optional<std::size_t> note) {
    if (note != chosen_) {
        chosen_ = note;
        show_flags();
    }
}

void NoteViews::go_to(std::size_t note) {
    if (note >= notes().size()) {
        return;
    }
    choose(note);
    const NoteAnchor anchor = notes()[note].anchor;
    if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
        session_.selection().select({*buffer});
        show_buffer(*buffer);
        return;
    }
    const auto* const place = std::get_if<BytePlace>(&anchor);
    const Step step = place != nullptr ? place->step : std::get<Step>(anchor);
    session_.selection().set_cursor(step);
    const View with_step = view_with_step(view_.camera().view(), step);
    view_.set_view(place == nullptr ? with_step
                                    : view_with_offset(view_.picture(), with_step, place->region, place->byte));
}

void NoteViews::show_buffer(BufferIndex buffer) {
    if (!view_.position_of(buffer) && session_.layout().placements[buffer]) {
        view_.run(ViewCommand::zoom_to_selection);
    }
}

QString NoteViews::words_of(const NoteAnchor& anchor) const {
    const auto* const buffer = std::get_if<BufferIndex>(&anchor);
    return buffer == nullptr ? place_words(anchor, *session_.problem())
                             : visible_text(shown(session_.problem()->buffers[*buffer].name));
}

void NoteViews::ask_here() {
    std::vector<NoteAnchor> anchors;
    for (const BufferIndex buffer : session_.selection().buffers()) {
        if (anchors.size() < most_offered_buffers) {
            anchors.emplace_back(buffer);
        }
    }
    if (const auto cursor = session_.selection().cursor()) {
        anchors.emplace_back(*cursor);
    }
    if (anchors.empty()) {
        anchors.emplace_back(session_.shown()->profiles->deciding().peak_step);
    }
    ask_for_note(anchors);
}

void NoteViews::ask_for_note(const std::vector<NoteAnchor>& anchors) {
    if (notes().size() >= most_pinned_notes) {
        notices_.inform(tr("A plan holds at most %1 notes. Delete one first.")
                            .arg(grouped_text(static_cast<std::int64_t>(most_pinned_notes))));
        return;
    }
    QStringList words;
    for (const NoteAnchor& anchor : anchors) {
        words << words_of(anchor);
    }
    // Another plan may be open by the time of the answer.
    const auto take = [this, anchors, problem = session_.problem()](std::string text, std::size_t anchor) {
        add({std::move(text), anchors[anchor]}, *problem);
    };
    auto* dialog = new NoteDialog(words, {}, tr("Add"), take, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void NoteViews::add(PinnedNote note, const Problem& problem) {
    std::vector<PinnedNote> added;
    if (session_.has_plan()) {
        added = repinned({std::move(note)}, problem, *session_.problem());
    }
    if (added.empty()) {
        notices_.inform(tr("The note was not added: what it was pinned to is not in the open plan."));
        return;
    }
    std::vector<PinnedNote> all = notes();
    all.push_back(std::move(added.front()));
    set_notes(std::move(all), tr("Add Note"));
    choose(notes().size() - 1);
}

void NoteViews::edit(std::size_t note) {
    if (note >= notes().size()) {
        return;
    }
    choose(note);
    const PinnedNote before = notes()[note];
    const auto take = [this, before](std::string text, std::size_t) {
        std::vector<PinnedNote> all = notes();
        const auto found = std::ranges::find(all, before);
        if (found == all.end()) {
            notices_.inform(tr("The note was not changed: it is not in the open plan any more."));
            return;
        }
        const auto position = static_cast<std::size_t>(found - all.begin());
        found->text = std::move(text);
        set_notes(std::move(all), tr("Edit Note"));
        choose(position);
    };
    auto* dialog =
        new NoteDialog({words_of(before.anchor)}, QString::fromStdString(before.text), tr("Save"), take, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void NoteViews::remove(std::size_t note) {
    if (note >= notes().size()) {
        return;
    }
    std::vector<PinnedNote> all = notes();
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(note));
    choose(std::nullopt);
    set_notes(std::move(all), tr("Delete Note"));
}

void NoteViews::set_notes(std::vector<PinnedNote> notes, const QString& text) {
    session_.plan().annotate(std::move(notes), session_.state().bookmarks, text);
}

}  // namespace arenascope
