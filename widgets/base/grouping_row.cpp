#include "widgets/base/grouping_row.h"

#include <QHBoxLayout>
#include <QLabel>

#include "qt/words/grouping_words.h"
#include "widgets/base/table_look.h"

namespace arenascope {

GroupingRow::GroupingRow(const QString& name, Nothing nothing, QWidget* parent)
    : QWidget(parent), choices_(new QComboBox(this)) {
    if (nothing == Nothing::offered) {
        choices_->addItem(tr("nothing"));
    }
    for (const GroupBy by : all_groupings) {
        if (!made_by_of(by)) {
            add(by);
        }
    }
    choices_->setAccessibleName(name);
    auto* label = new QLabel(nothing == Nothing::offered ? tr("Group &by") : tr("&Group by"), this);
    label->setBuddy(choices_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(field_margins);
    row->addWidget(label);
    row->addWidget(choices_);
    row->addStretch(1);
    connect(choices_, &QComboBox::currentIndexChanged, this, &GroupingRow::grouping_changed);
}

void GroupingRow::add(GroupBy by) {
    choices_->addItem(grouping_words(by), static_cast<int>(by));
}

void GroupingRow::set_has_makers(bool has_makers) {
    const int first = choices_->findData(static_cast<int>(GroupBy::maker_line));
    if (has_makers == (first >= 0)) {
        return;
    }
    for (const GroupBy by : all_groupings) {
        if (has_makers && made_by_of(by)) {
            add(by);
        }
    }
    if (!has_makers && choices_->currentIndex() >= first) {
        choices_->setCurrentIndex(0);
    }
    while (!has_makers && choices_->count() > first) {
        choices_->removeItem(choices_->count() - 1);
    }
}

std::optional<GroupBy> GroupingRow::grouping() const {
    const QVariant by = choices_->currentData();
    return by.isValid() ? std::optional(static_cast<GroupBy>(by.toInt())) : std::nullopt;
}

void GroupingRow::set_grouping(std::optional<GroupBy> by) {
    choices_->setCurrentIndex(by ? choices_->findData(static_cast<int>(*by)) : 0);
}

}  // namespace arenascope
