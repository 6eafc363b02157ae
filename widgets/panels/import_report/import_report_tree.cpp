#include "widgets/panels/import_report/import_report_tree.h"

#include <QHeaderView>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int operator_role = Qt::UserRole;

QString text(const std::string& utf8) {
    return visible_text(utf8);
}

/// A row over the whole width; docks are too narrow for two columns of text.
QTreeWidgetItem* add_row(QTreeWidgetItem* parent, const QString& words) {
    auto* row = new QTreeWidgetItem(parent, {words});
    row->setFirstColumnSpanned(true);
    row->setToolTip(0, plain_tooltip(words));
    return row;
}

/// A row for a tensor with its finding below. Both rows lead to the operator `behind`.
void add_finding(QTreeWidgetItem* parent, const QString& tensor, const QString& words, const std::string& behind) {
    QTreeWidgetItem* row = add_row(parent, tensor);
    QTreeWidgetItem* reason = add_row(row, words);
    for (QTreeWidgetItem* each : {row, reason}) {
        each->setData(0, operator_role, QString::fromStdString(behind));
    }
}

}  // namespace

ImportReportTree::ImportReportTree(QWidget* parent) : QTreeWidget(parent) {
    setAccessibleName(tr("Result of the import"));
    setColumnCount(2);
    setHeaderHidden(true);
    setTabKeyNavigation(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    const auto choose = [this](const QTreeWidgetItem* item) {
        const QString name = item->data(0, operator_role).toString();
        if (!name.isEmpty()) {
            emit operator_chosen(name);
        }
    };
    connect(this, &QTreeWidget::itemClicked, this, choose);
    connect(this, &QTreeWidget::itemActivated, this, choose);
    follow_theme(*this, [this](Theme theme) { apply_table_look(*this, theme); });
}

void ImportReportTree::set_report(const ImportReport& report, const Graph& graph,
                                  const std::vector<std::string>& notes) {
    report_ = report;
    set_findings(graph, notes);
}

void ImportReportTree::set_plain_file(const Graph& graph, const std::vector<std::string>& notes) {
    report_.reset();
    set_findings(graph, notes);
}

void ImportReportTree::set_findings(const Graph& graph, const std::vector<std::string>& notes) {
    unknown_sizes_ = graph.unknown_sizes;
    assumed_dimensions_ = graph.assumed_dimensions;
    bounded_sizes_ = graph.bounded_sizes;
    notes_ = notes;
    refresh();
}

void ImportReportTree::set_unit(Unit unit) {
    if (unit != unit_) {
        unit_ = unit;
        refresh();
    }
}

QTreeWidgetItem* ImportReportTree::add_section(const QString& title, std::size_t count, const QString& meaning) {
    auto* section = new QTreeWidgetItem(this, {title, grouped_text(count)});
    section->setToolTip(0, plain_tooltip(meaning));
    section->setToolTip(1, plain_tooltip(meaning));
    return section;
}

void ImportReportTree::refresh() {
    clear();
    add_unknown_sizes();
    if (report_ || !assumed_dimensions_.empty()) {
        QTreeWidgetItem* assumed = add_section(tr("Assumed dimensions"), assumed_dimensions_.size(),
                                               report_ ? tr("dimensions that the model leaves open: give them above")
                                                       : tr("dimensions that the model left open"));
        for (const std::string& name : assumed_dimensions_) {
            add_row(assumed, text(name));
        }
        assumed->setExpanded(true);
    }
    add_bounded_sizes();
    add_folded_and_skipped();
    if (!notes_.empty()) {
        QTreeWidgetItem* notes = add_section(tr("Notes"), notes_.size(), tr("omissions and assumptions of the import"));
        for (const std::string& note : notes_) {
            add_row(notes, text(note));
        }
        // A file that is no model has notes only, so they are shown at once.
        notes->setExpanded(!report_);
    }
    if (report_ && report_->threshold_without_scratch) {
        const std::int64_t bytes = report_->threshold_without_scratch->value();
        auto* row = new QTreeWidgetItem(this, {tr("Threshold without scratch"), amount_words(bytes, unit_)});
        row->setToolTip(1, plain_tooltip(exact_bytes(bytes)));
    }
}

void ImportReportTree::add_unknown_sizes() {
    if (unknown_sizes_.empty()) {
        return;
    }
    QTreeWidgetItem* unknown = add_section(tr("Unknown sizes"), unknown_sizes_.size(),
                                           tr("tensors without a buffer, because their size is unknown"));
    for (const UnknownSize& one : unknown_sizes_) {
        const QString behind = one.operator_name.empty()
                                   ? QString()
                                   : tr(" — stopped at %1 (%2)").arg(text(one.operator_name), text(one.type));
        add_finding(unknown, text(one.tensor), text(one.reason) + behind, one.operator_name);
    }
    unknown->setExpanded(true);
}

void ImportReportTree::add_bounded_sizes() {
    if (bounded_sizes_.empty()) {
        return;
    }
    QTreeWidgetItem* bounded =
        add_section(tr("Bounded sizes"), bounded_sizes_.size(),
                    tr("sizes that depend on the data: each buffer has its largest possible size"));
    for (const BoundedSize& one : bounded_sizes_) {
        add_finding(bounded, text(one.tensor),
                    tr("the largest output of %1 (%2)").arg(text(one.operator_name), text(one.type)),
                    one.operator_name);
    }
}

void ImportReportTree::add_folded_and_skipped() {
    if (!report_) {
        return;
    }
    QTreeWidgetItem* folded = add_section(tr("Folded operators"), report_->folded.size(),
                                          tr("operators computed in advance, because their operands are constant"));
    for (const std::string& name : report_->folded) {
        add_row(folded, text(name));
    }
    QTreeWidgetItem* skipped =
        add_section(tr("Skipped tensors"), report_->skipped.size(), tr("tensors without a buffer"));
    for (const SkippedTensor& one : report_->skipped) {
        add_row(add_row(skipped, text(one.tensor)), text(one.reason));
    }
}

}  // namespace arenascope
