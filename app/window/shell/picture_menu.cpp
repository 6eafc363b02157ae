#include "app/window/shell/picture_menu.h"

#include <algorithm>
#include <optional>
#include <string>

#include <QInputDialog>
#include <QMenu>

#include "app/session/capacity_change.h"
#include "app/window/frame/action_reason.h"
#include "core/base/text/amount.h"
#include "core/model/memory/allocator_history.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/pointer_target.h"

namespace arenascope {
namespace {

constexpr int longest_title = 320;  ///< pixels

/// The name of the selected buffer, or how many are selected.
QString selection_title(const Session& session, const QFontMetrics& metrics) {
    const std::vector<BufferIndex>& selected = session.selection().buffers();
    if (selected.size() != 1) {
        return PictureMenu::tr("%1 Buffers").arg(grouped_text(static_cast<std::int64_t>(selected.size())));
    }
    const QString name = visible_text(session.problem()->buffers[selected.front()].name);
    return in_a_menu(metrics.elidedText(name, Qt::ElideMiddle, longest_title));
}

}  // namespace

PictureMenu::PictureMenu(const WindowFrame& frame) : WindowPart(frame) {
    connect(&view_, &LayoutView::menu_requested, this, &PictureMenu::open);
}

void PictureMenu::add_views(QMenu& menu) const {
    const Camera& camera = view_.camera();
    const auto add = [&menu](bool has_effect, QAction* action) {
        if (has_effect) {
            menu.addAction(action);
        }
    };
    add(!camera.is_fitted(), actions_.fit);
    menu.addAction(actions_.zoom_in);
    add(!camera.is_fitted(), actions_.zoom_out);
    add(camera.can_go_back(), actions_.view_back);
    add(camera.can_go_forward(), actions_.view_forward);
}

void PictureMenu::add_place(QMenu& menu, QPoint at) {
    const auto place = byte_place_at(view_.picture(), view_.ports(), view_.mapFromGlobal(at));
    if (!place || !session_.state().trace) {
        return;
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Who &Lay Here")), &QAction::triggered, this,
            [this, place = *place] { emit place_asked(place); });
    connect(menu.addAction(tr("Run to &Next Change Here")), &QAction::triggered, this,
            [this, place = *place] { emit change_asked(place, true); });
    connect(menu.addAction(tr("Run Back to Previous &Change Here")), &QAction::triggered, this,
            [this, place = *place] { emit change_asked(place, false); });
}

void PictureMenu::add_note(QMenu& menu, QPoint at, BufferIndex buffer) {
    const QPoint position = view_.mapFromGlobal(at);
    std::vector<NoteAnchor> anchors;
    if (buffer != BufferIndex::none()) {
        anchors.emplace_back(buffer);
    }
    if (const auto place = byte_place_at(view_.picture(), view_.ports(), position)) {
        anchors.emplace_back(*place);
    }
    if (const auto step = column_step_at(view_.picture(), view_.ports(), position)) {
        anchors.emplace_back(*step);
    }
    if (!anchors.empty()) {
        connect(menu.addAction(tr("Add No&te…")), &QAction::triggered, this,
                [this, anchors] { emit note_asked(anchors); });
    }
}

void PictureMenu::ask_capacity(RegionIndex region, const QString& error) {
    auto* dialog = new QInputDialog(view_.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Capacity"));
    const Region& memory = session_.problem()->regions[region];
    const QString question = tr("Capacity of %1, such as 512KiB; empty: unlimited").arg(visible_text(memory.name));
    dialog->setLabelText(error.isEmpty() ? question : error + QLatin1Char('\n') + question);
    dialog->setTextValue(memory.capacity ? QString::number(memory.capacity->value()) : QString());
    // Another plan may be open by the time of the answer.
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, region, problem = session_.problem()](const QString& answer) {
                if (session_.problem() != problem) {
                    return;
                }
                const std::string text = answer.trimmed().toStdString();
                const auto bytes = text.empty() ? Expected<std::int64_t>(0) : parse_bytes(text);
                if (bytes) {
                    change_capacity(session_.plan(), region,
                                    text.empty() ? std::nullopt : std::optional(Bytes(*bytes)));
                } else {
                    ask_capacity(region, visible_text(bytes.error().cause));
                }
            });
    dialog->open();
}

void PictureMenu::open(QPoint at, const PointerTarget& target) {
    const BufferIndex buffer = target.buffer;
    if (!session_.has_plan()) {
        return;
    }
    auto* menu = new QMenu(&view_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);  // why a command cannot apply
    if (target.note) {
        emit note_pointed(*target.note);
        menu->addSection(tr("Note %1").arg(grouped_text(static_cast<std::int64_t>(*target.note) + 1)));
        menu->addActions({actions_.edit_note, actions_.delete_note});
        menu->popup(at);
        return;
    }
    if (buffer != BufferIndex::none()) {
        if (!is_selected(view_.picture().content(), buffer)) {
            session_.selection().select({buffer});
        }
        menu->addSection(selection_title(session_, menu->fontMetrics()));
        fill_for_buffer(*menu, at, buffer);
    } else {
        fill_for_picture(*menu, at, true);
    }
    menu->popup(at);
}

void PictureMenu::fill_for_buffer(QMenu& menu, QPoint at, BufferIndex buffer) {
    menu.addActions(
        {actions_.select_living_with, actions_.zoom_to_selection, actions_.show_in_table, actions_.why_peak});
    menu.addActions({actions_.select_below, actions_.improve});
    if (actions_.takeover->isEnabled()) {
        menu.addAction(actions_.takeover);
    }
    menu.addSeparator();
    menu.addActions(
        {actions_.show_history, actions_.break_when_high, actions_.break_when_moved, actions_.break_when_carrying});
    add_place(menu, at);
    menu.addSeparator();
    add_note(menu, at, buffer);
    menu.addSeparator();
    menu.addActions({actions_.edit_buffers, actions_.duplicate, actions_.drop_buffers, actions_.split, actions_.pin});
    menu.addSeparator();
    menu.addActions({actions_.copy_name, actions_.copy_offset});
    menu.addSeparator();
    menu.addAction(actions_.clear);
}

void PictureMenu::fill_for_picture(QMenu& menu, QPoint at, bool is_pointed) {
    add_views(menu);
    menu.addSeparator();
    if (session_.selection().range()) {
        menu.addActions({actions_.zoom_to_range, actions_.select_in_range, actions_.select_left_alive, actions_.clear});
        menu.addSeparator();
    }
    menu.addActions({actions_.go_to_peak, actions_.go_to, actions_.improve});
    add_place(menu, at);
    menu.addSeparator();
    add_note(menu, at, BufferIndex::none());
    menu.addActions({actions_.add_bookmark, actions_.add_buffer});
    menu.addSeparator();
    const bool is_single = session_.problem()->regions.size() == 1;
    const auto region = is_single    ? std::optional(RegionIndex(0))
                        : is_pointed ? core_at(view_.picture(), view_.ports(), view_.mapFromGlobal(at))
                                     : std::nullopt;
    if (region && !has_segment_regions(*session_.problem())) {
        connect(menu.addAction(tr("Set &Capacity…")), &QAction::triggered, this,
                [this, region] { ask_capacity(*region, {}); });
        menu.addSeparator();
    }
    menu.addActions({actions_.free_areas, actions_.legend, actions_.picture_only});
    menu.addSeparator();
    menu.addActions({actions_.copy_picture, actions_.export_picture});
}

void PictureMenu::list(QMenu& of_buffer, QMenu& of_picture) {
    if (!session_.has_plan()) {
        return;
    }
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const auto place = selected.empty() ? std::nullopt : view_.position_of(selected.front());
    const QPoint at = view_.mapToGlobal(place.value_or(view_.rect().center()));
    fill_for_buffer(of_buffer, at, selected.empty() ? BufferIndex::none() : selected.front());
    for (QAction* own : of_buffer.findChildren<QAction*>()) {
        if (selected.empty()) {
            allow(*own, tr("Select a buffer first."));
        }
    }
    fill_for_picture(of_picture, at, false);
}

}  // namespace arenascope
