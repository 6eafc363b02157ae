#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/graph/network_problem.h"
#include "core/picture/unit.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace arenascope {

class ImportReportTree;
class OptionForm;
class SectionHeader;

/// How a file became a problem. Of a model: every switch of the import, a field for each dimension that it leaves open,
/// and what came of it. Of any other file the switches that work on any: cores, order and scratch. Of all what was left
/// out and assumed. Apply asks for the file to be read again.
class ImportPanel final : public QWidget {
    Q_OBJECT

public:
    explicit ImportPanel(QWidget* parent = nullptr);

    /// What reading a file left out or assumed.
    struct Findings {
        std::vector<UnknownSize> unknown;
        std::vector<std::string> assumed;  ///< dimensions
        std::vector<BoundedSize> bounded;
        std::vector<std::string> notes;
        std::size_t left_out = 0;  ///< other values in no figure (see Document)
        friend bool operator==(const Findings&, const Findings&) = default;
    };

    /// Null: nothing is open.
    void set_import(std::shared_ptr<const ImportReport> report, const Findings& findings);
    /// A file that is no model, read with these switches.
    void set_plain_file(const std::vector<KeyValue>& switches, const Findings& findings);
    void set_unit(Unit unit);
    /// The switches that differ from their defaults.
    [[nodiscard]] std::vector<KeyValue> switches() const;

signals:
    void apply_requested(const std::vector<KeyValue>& switches);
    void operator_chosen(const QString& name);

private:
    void build_fields(std::vector<std::string> dimensions);
    void show_fields(const std::vector<KeyValue>& switches);
    void show_findings(const Findings& findings);
    void show_state();
    [[nodiscard]] QString counts_text(const Findings& findings) const;

    std::shared_ptr<const ImportReport> report_;
    std::optional<std::vector<KeyValue>> plain_switches_;  ///< of a file that is no model
    std::optional<Findings> findings_;                     ///< none: not shown yet
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
