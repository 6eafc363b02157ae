#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/window/frame/window_part.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The commands about the selected buffers: copy their names and offsets, show their rows, select what lives with one.
/// Enables the actions that need a selection.
class SelectionCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit SelectionCommands(const WindowFrame& frame);

private:
    void enable() const;
    /// Raises the table of buffers and scrolls to the selection. A filter that hides it is cleared.
    void show_in_table() const;
    void select_living_with();
    /// One line for each selected buffer.
    void copy_names();
    /// In bytes, in the order of the selection. Buffers that are not placed have none.
    void copy_offsets();
    /// The texts of many buffers are joined on another thread.
    void copy(std::optional<QString> (*text_of)(const ShownPlan&, BufferIndex));

    std::shared_ptr<const std::vector<bool>> passes_;  ///< by buffer: shown in the table; null: all are
    BackgroundTask copying_{this};
    BackgroundTask finding_{this};
};

}  // namespace arenascope
