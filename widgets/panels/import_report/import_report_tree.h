#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QTreeWidget>

#include "core/base/text/amount.h"
#include "core/model/network/network_problem.h"

namespace arenascope {

/// The folded, assumed, skipped and unknown parts of an import, each with its reason.
class ImportReportTree final : public QTreeWidget {
    Q_OBJECT

public:
    explicit ImportReportTree(QWidget* parent = nullptr);

    void set_report(const ImportReport& report, const Graph& graph, const std::vector<std::string>& notes);
    /// The same for a file that is no model: it has no folded or skipped parts.
    void set_plain_file(const Graph& graph, const std::vector<std::string>& notes);
    void set_unit(Unit unit);

signals:
    /// A click or Enter on an unknown or bounded size. `name` is the operator that stopped it or bounds it.
    void operator_chosen(const QString& name);

private:
    QTreeWidgetItem* add_section(const QString& title, std::size_t count, const QString& meaning);
    void set_findings(const Graph& graph, const std::vector<std::string>& notes);
    void refresh();
    void add_unknown_sizes();
    void add_bounded_sizes();
    void add_folded_and_skipped();

    std::optional<ImportReport> report_;  ///< empty: the file is no model
    std::vector<UnknownSize> unknown_sizes_;
    std::vector<std::string> assumed_dimensions_;
    std::vector<BoundedSize> bounded_sizes_;
    std::vector<std::string> notes_;
    Unit unit_ = Unit::bytes;
};

}  // namespace arenascope
