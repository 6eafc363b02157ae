#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/base/text/amount.h"
#include "core/format/file_format.h"
#include "core/model/network/network_problem.h"
#include "core/model/settings/option.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace arenascope {

class ImportReportTree;
class OptionForm;
class SectionHeader;

/// How a file became a problem. For a model it shows all import switches, and a field for each dimension that the model
/// leaves open. For other files it shows the switches of their format (see switches_of). It also shows what the import
/// left out and assumed. Apply reads the file again.
class ImportPanel final : public QWidget {
    Q_OBJECT

public:
    explicit ImportPanel(QWidget* parent = nullptr);

    /// What the reader left out or assumed.
    struct Findings {
        std::vector<UnknownSize> unknown;
        std::vector<std::string> assumed;  ///< dimensions
        std::vector<BoundedSize> bounded;
        std::vector<std::string> notes;
        std::size_t left_out = 0;  ///< other values that no figure counts (see Document)
        friend bool operator==(const Findings&, const Findings&) = default;
    };

    /// Null: nothing is open.
    void set_import(std::shared_ptr<const ImportReport> report, FileFormat format, const Findings& findings);
    /// Shows a file that is not a model, with the switches that it was read with.
    void set_plain_file(const std::vector<KeyValue>& switches, FileFormat format, const Findings& findings);
    void set_unit(Unit unit);
    /// The switches that differ from their defaults.
    [[nodiscard]] std::vector<KeyValue> switches() const;

signals:
    void apply_requested(const std::vector<KeyValue>& switches);
    void operator_chosen(const QString& name);

private:
    void build_fields(const Findings& findings);
    void show_fields(const std::vector<KeyValue>& switches);
    void show_findings(const Findings& findings);
    void show_state();
    [[nodiscard]] QString counts_text(const Findings& findings) const;

    std::shared_ptr<const ImportReport> report_;
    std::optional<std::vector<KeyValue>> plain_switches_;  ///< for a file that is not a model
    FileFormat format_ = FileFormat::plan_json;
    std::optional<Findings> findings_;  ///< empty: not shown yet
    std::vector<OptionSpec> specs_;
    std::deque<std::string> texts_;  ///< storage for keys and defaults of dimensions; `specs_` only refers to them
    SectionHeader* header_;
    QLabel* hint_;
    QScrollArea* fields_;
    OptionForm* form_;
    QPushButton* apply_;
    QWidget* apply_row_;
    ImportReportTree* tree_;
};

}  // namespace arenascope
