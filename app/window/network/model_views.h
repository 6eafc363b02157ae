#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

/// Connects the docks about a model's network to the session. Choosing an operator selects the buffers that it reads
/// and writes, and puts the time cursor on its step. Changing import switches reads the file again.
class ModelViews final : public WindowPart {
    Q_OBJECT

public:
    explicit ModelViews(const WindowFrame& frame);

    /// The operator that was chosen last, if exactly its buffers are selected. Otherwise the producer of the selected
    /// buffer, if only one is selected.
    [[nodiscard]] std::optional<OperatorIndex> current_operator() const;
    /// As a click on its row: selects its buffers and puts the time cursor on its step. It must be of the open plan.
    void choose_operator(OperatorIndex index);

private:
    void show_problem();
    /// The warning about the import: its figures may be wrong, because sizes or dimensions are unknown. Empty: no
    /// warning.
    [[nodiscard]] QString warning() const;
    /// Shows the warning, unless it is the last one shown.
    void show_warning();
    void show_import() const;
    void show_layout();
    void show_selection();
    void note_unshared_peak();
    void fill_import();
    void fill_operators();
    void fill_network();
    void fill_sharing();
    void fill_sharing_matrix();
    /// The shown problem; an empty one while nothing is open.
    [[nodiscard]] const std::shared_ptr<const Problem>& problem() const;
    void choose_operator_named(const QString& name);

    DockFill operators_;
    DockFill network_;
    DockFill sharing_;
    DockFill sharing_matrix_;
    DockFill import_;
    QString warned_;  ///< the last warning shown
    std::shared_ptr<const Problem> shown_;
    std::optional<OperatorIndex> chosen_;
    std::optional<Offset> unshared_peak_;  ///< of the last complete layout of the problem without sharing
};

}  // namespace arenascope
