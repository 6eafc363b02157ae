#pragma once

#include <memory>
#include <vector>

#include <QMenu>
#include <QPointer>

#include "app/window/frame/window_part.h"

class QAction;

namespace arenascope {

struct PaletteContent;
struct PaletteEntry;
class CommandPalette;
class MenuReading;
class ModelViews;
class PictureMenu;

/// The command palette of a window: lists the commands of its menus and context menus and what the open plan has, and
/// does what is chosen. A command is triggered; a buffer is selected and brought into view; an operator is chosen as in
/// its table; a step gets the time cursor.
class PaletteCommands final : public WindowPart {
    Q_OBJECT

public:
    PaletteCommands(const WindowFrame& frame, ModelViews& models, PictureMenu& picture_menu);

private:
    void open();
    void add_context_menus(MenuReading& menus);
    /// Also remembers the actions behind the commands.
    [[nodiscard]] std::shared_ptr<const PaletteContent> new_content();
    void take(const PaletteEntry& entry);
    void trigger(std::size_t position);

    ModelViews& models_;
    PictureMenu& picture_menu_;
    /// These two never open. They own the commands that only a menu of the picture has.
    std::unique_ptr<QMenu> buffer_menu_;
    std::unique_ptr<QMenu> ground_menu_;
    CommandPalette* palette_;
    std::vector<QPointer<QAction>> commands_;  ///< by position in the content
    std::vector<std::string> names_;           ///< the same, for the settings
    std::shared_ptr<const Problem> problem_;   ///< of the content; null: no plan was open
};

}  // namespace arenascope
