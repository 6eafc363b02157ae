#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowDocks;
class Notices;

/// Wires the docks that show a model's network to the session: an operator that is chosen selects the buffers that it
/// reads and writes, in all views, and puts the time cursor on its step; other switches of the import read the file
/// again.
class ModelViews final : public QObject {
    Q_OBJECT

public:
    ModelViews(Session& session, const WindowDocks& docks, Notices& notices, QObject* parent = nullptr);

    /// The operator that was chosen last, as long as its buffers are what is selected; else the producer of the one
    /// buffer that is.
    [[nodiscard]] std::optional<OperatorIndex> current_operator() const;

private:
    void show_problem();
    /// What a person must know of the import before trusting its figures; empty where nothing was assumed.
    [[nodiscard]] QString warning() const;
    /// Warns of it, unless that was told last.
    void show_warning();
    void show_import() const;
    void show_layout();
    void show_selection();
    void choose_operator(OperatorIndex index);
    void choose_operator_named(const QString& name);

    Session& session_;
    const WindowDocks& docks_;
    Notices& notices_;
    QString warned_;  ///< what was told last of the import
    std::shared_ptr<const Problem> shown_;
    std::optional<OperatorIndex> chosen_;
    std::optional<Offset> unshared_peak_;  ///< of the last whole layout of the problem that shared nothing
};

}  // namespace arenascope
