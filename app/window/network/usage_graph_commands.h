#pragma once

#include <optional>
#include <utility>

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
class Notices;

/// The commands about the usage graph: derive it from the operators, drop it, and allow or forbid that one of the two
/// selected buffers takes over the memory of the other. All can be undone.
class UsageGraphCommands final : public QObject {
    Q_OBJECT

public:
    UsageGraphCommands(Session& session, const WindowActions& actions, Notices& notices, QObject* parent = nullptr);

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

    Session& session_;
    const WindowActions& actions_;
    Notices& notices_;
};

}  // namespace arenascope
