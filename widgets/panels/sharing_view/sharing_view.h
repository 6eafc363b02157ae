#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QTreeWidget>
#include <QWidget>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "qt/words/shown_names.h"
#include "widgets/base/fact_sheet.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// The figures of a layout that tell what sharing gains.
struct SharingFigures {
    Bytes unshared_threshold;  ///< if nothing was shared
    Bytes threshold;
    Offset peak;
    std::size_t unplaced = 0;                  ///< buffers
    std::optional<Offset> unshared_peak = {};  ///< of the last layout without sharing; empty: there was none
    bool shares_later = false;                 ///< the layout is a step of a run whose result shares memory
};

/// The sharing in a network: its gain, the dependencies and sharing partners of the chosen operator, the removed
/// operators, and the copied operands.
class SharingView final : public QWidget {
    Q_OBJECT

public:
    explicit SharingView(QWidget* parent = nullptr);

    /// Shows another plan or another layout of the same plan.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  const SharingFigures& figures);
    void set_operator(std::optional<OperatorIndex> shown);
    void set_unit(Unit unit);
    [[nodiscard]] QString fact(const QString& label) const { return facts_->value_of(label); }

signals:
    /// A click or Enter on a row with a buffer.
    void buffer_chosen(BufferIndex buffer);
    void operator_chosen(OperatorIndex index);

private:
    void refresh();
    void show_facts();
    void show_operator();
    void show_outcome();
    void choose(const QTreeWidgetItem* item);
    [[nodiscard]] QTreeWidgetItem* section(const QString& title, const QString& meaning);
    static void set_rows(QTreeWidgetItem* section, const QList<QTreeWidgetItem*>& rows);
    [[nodiscard]] QTreeWidgetItem* row_of(BufferIndex buffer, const QString& note) const;
    [[nodiscard]] QTreeWidgetItem* row_of(OperatorIndex index, const QString& note) const;
    [[nodiscard]] QString reason_of(const OperandCopy& copy) const;
    [[nodiscard]] bool share_bytes(BufferIndex a, BufferIndex b) const;

    std::shared_ptr<const Problem> problem_;
    ShownNames names_;
    std::shared_ptr<const Layout> layout_;
    SharingFigures figures_;
    std::optional<OperatorIndex> operator_;
    /// By buffer; computed on first use.
    IndexedVector<BufferIndex, std::vector<BufferIndex>> dependencies_;
    IndexedVector<BufferIndex, std::vector<BufferIndex>> local_sharing_;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* hint_;
    FactSheet* facts_;
    QTreeWidget* tree_;
    QTreeWidgetItem* must_not_;
    QTreeWidgetItem* may_;
    QTreeWidgetItem* removed_section_;
    QTreeWidgetItem* copied_section_;
};

}  // namespace arenascope
