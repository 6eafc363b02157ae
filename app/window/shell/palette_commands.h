#pragma once

#include <memory>
#include <vector>

#include <QPointer>

#include "app/window/frame/window_part.h"

class QAction;

namespace arenascope {

struct PaletteContent;
struct PaletteEntry;
class CommandPalette;
class ModelViews;

/// The command palette of a window: lists the commands of its menus and what the open plan has, and does what is
/// chosen. A command is triggered; a buffer is selected and brought into view; an operator is chosen as in its table;
/// a step gets the time cursor.
class PaletteCommands final : public WindowPart {
    Q_OBJECT

public:
    PaletteCommands(const WindowFrame& frame, ModelViews& models);

private:
    void open();
    /// Also remembers the actions behind the commands.
    [[nodiscard]] std::shared_ptr<const PaletteContent> new_content();
    void take(const PaletteEntry& entry);
    void trigger(std::size_t position);

    ModelViews& models_;
    CommandPalette* palette_;
    std::vector<QPointer<QAction>> commands_;  ///< by position in the content
    std::vector<std::string> names_;           ///< the same, for the settings
    std::shared_ptr<const Problem> problem_;   ///< of the content; null: no plan was open
};

}  // namespace arenascope
