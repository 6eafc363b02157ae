#pragma once

#include <optional>

#include "app/window/frame/window_part.h"

namespace arenascope {

class StatusDisplay;

/// The commands that find buffers: the filter of the buffer table, and one match after the other, whatever has the
/// focus. A match is selected and brought into view, and the status bar says which one it is.
class FindCommands final : public WindowPart {
    Q_OBJECT

public:
    FindCommands(const WindowFrame& frame, StatusDisplay& status);

private:
    /// Goes to the next match. If the matches are still being found, goes there when they are.
    void find(bool forward);

    StatusDisplay& status_;
    std::optional<bool> waiting_;  ///< the direction to go when the matches are found
};

}  // namespace arenascope
