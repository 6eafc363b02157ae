#pragma once

#include <optional>
#include <utility>

#include "app/window/frame/window_part.h"

namespace arenascope {

/// The commands about the usage graph: derive it from the operators, drop it, and allow or forbid that one of the two
/// selected buffers takes over the memory of the other. All can be undone.
class UsageGraphCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit UsageGraphCommands(const WindowFrame& frame);

private:
    using FindGraph = std::function<Expected<std::optional<UsageGraph>>(const Problem&)>;

    void enable() const;
    /// The two selected buffers, if a takeover between them has an effect.
    [[nodiscard]] std::optional<std::pair<BufferIndex, BufferIndex>> selected_pair() const;
    [[nodiscard]] bool is_allowed(BufferIndex a, BufferIndex b) const;
    /// Replaces the usage graph of the plan; empty: none. `find` runs on any thread.
    void set(FindGraph find, const QString& text);
    void derive();
    void drop();
    /// Without a usage graph every takeover is allowed, so that forbidding one makes a graph of all the others.
    void toggle_takeover();
};

}  // namespace arenascope
