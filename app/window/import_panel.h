#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/graph/network_problem.h"
#include "core/picture/palette.h"
#include "core/picture/unit.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace arenascope {

class ImportReportTree;
class OptionForm;
class SectionHeader;

/// How a file became a problem. Of a model: every switch of the import, a field for each dimension that it leaves open,
/// and what came of it. Of any other file the switches that work on any: cores, order and scratch. Apply asks for the
/// file to be read again.
class ImportPanel final : public QWidget {
    Q_OBJECT

public:
    explicit ImportPanel(QWidget* parent = nullptr);

    /// Null: what is open is no model.
    void set_import(std::shared_ptr<const ImportReport> report, const Graph& graph,
                    const std::vector<std::string>& notes);
    /// A file that is no model, read with these switches.
    void set_plain_file(const std::vector<KeyValue>& switches);
    void set_unit(Unit unit);
    void set_theme(Theme theme);
    /// The switches that differ from their defaults.
    [[nodiscard]] std::vector<KeyValue> switches() const;

signals:
    void apply_requested(const std::vector<KeyValue>& switches);
    void operator_chosen(const QString& name);

private:
    void build_fields();
    void show_fields(const std::vector<KeyValue>& switches);
    void show_state();

    std::shared_ptr<const ImportReport> report_;
    std::optional<std::vector<KeyValue>> plain_switches_;  ///< of a file that is no model
    std::size_t unknown_sizes_ = 0;
    std::vector<std::string> assumed_dimensions_;
    std::vector<OptionSpec> specs_;
    std::deque<std::string> texts_;  ///< keys and defaults of the dimensions, which the specs only refer to
    SectionHeader* header_;
    QLabel* hint_;
    QScrollArea* fields_;
    OptionForm* form_;
    QPushButton* apply_;
    QWidget* apply_row_;
    ImportReportTree* tree_;
};

}  // namespace arenascope
