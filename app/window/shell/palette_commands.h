#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>

#include "app/session/session.h"

class QAction;
class QMainWindow;

namespace arenascope {

struct PaletteContent;
struct PaletteEntry;
struct WindowActions;
class Appearance;
class CommandPalette;
class LayoutView;
class ModelViews;

/// The command palette of a window: lists the commands of its menus and what the open plan has, and does what is
/// chosen. A command is triggered; a buffer is selected and brought into view; an operator is chosen as in its table;
/// a step gets the time cursor.
class PaletteCommands final : public QObject {
    Q_OBJECT

public:
    PaletteCommands(QMainWindow& window, Session& session, const WindowActions& actions, LayoutView& view,
                    ModelViews& models, const Appearance& appearance, QObject* parent = nullptr);

private:
    void open();
    /// Also remembers the actions behind the commands.
    [[nodiscard]] std::shared_ptr<const PaletteContent> new_content();
    void take(const PaletteEntry& entry);
    void trigger(std::size_t position);

    QMainWindow& window_;
    Session& session_;
    LayoutView& view_;
    ModelViews& models_;
    const Appearance& appearance_;
    CommandPalette* palette_;
    std::vector<QPointer<QAction>> commands_;  ///< by position in the content
    std::vector<std::string> names_;           ///< the same, for the settings
    std::shared_ptr<const Problem> problem_;   ///< of the content; null: no plan was open
};

}  // namespace arenascope
