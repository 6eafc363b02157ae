#pragma once

#include <memory>

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QWidget>

#include "core/analysis/compare/compared_plans.h"
#include "core/base/text/amount.h"

namespace arenascope {

class ChangeModel;
class Paragraph;
class SectionHeader;

/// "Changes": what differs between two plans, A and B, buffer by buffer, with a filter over both sides.
class ChangeTable final : public QWidget {
    Q_OBJECT

public:
    explicit ChangeTable(QWidget* parent = nullptr);

    /// Null: there is no second plan; `words` then says what to do.
    void set_plans(std::shared_ptr<const ComparedPlans> plans, const QString& words = {});
    void set_unit(Unit unit);
    /// Marks the row of a buffer of A; none(): no row. Emits nothing.
    void set_selection(BufferIndex of_a);
    void set_filter_text(const QString& text) { filter_field_->setText(text); }

signals:
    /// A click or Enter on a row: the buffer in A and in B; none() in the plan that lacks it.
    void chosen(BufferIndex of_a, BufferIndex of_b);

private:
    void build();
    void apply_filter();
    void show_counts();

    std::shared_ptr<const ComparedPlans> plans_;
    ChangeModel* model_;
    SectionHeader* header_;
    QLineEdit* filter_field_;
    Paragraph* words_;
    QTableView* view_;
    QString hint_;
    QString filter_error_;
    BufferIndex selected_ = BufferIndex::none();
};

}  // namespace arenascope
