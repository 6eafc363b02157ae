#include "widgets/tables/advice_table/lever_choice.h"

#include <algorithm>
#include <utility>

#include <QFormLayout>
#include <QGridLayout>

#include "core/base/error/quotation.h"
#include "core/base/text/percentage.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "widgets/base/panel_parts.h"
#include "widgets/tables/advice_table/lever_words.h"

namespace arenascope {
namespace {

constexpr int box_columns = 3;

}  // namespace

LeverChoice::LeverChoice(QWidget* parent)
    : QWidget(parent),
      work_(new QLineEdit(QStringLiteral("20%"), this)),
      memory_(new QLineEdit(this)),
      error_(new Paragraph(this)) {
    auto* grid = new QGridLayout;
    const LeverWish usual;
    for (const Lever lever : all_levers) {
        auto* box = new QCheckBox(lever_title(lever), this);
        box->setToolTip(plain_tooltip(lever_meaning(lever)));
        box->setChecked(std::ranges::find(usual.levers, lever) != usual.levers.end());
        const auto place = static_cast<int>(boxes_.size());
        grid->addWidget(box, place / box_columns, place % box_columns);
        connect(box, &QCheckBox::toggled, this, &LeverChoice::take_change);
        boxes_.emplace(lever, box);
    }
    work_->setToolTip(
        plain_tooltip(tr("The most multiplications that may be made twice, as a share of the network's")));
    memory_->setPlaceholderText(tr("none; such as sdram:8MiB"));
    memory_->setToolTip(
        plain_tooltip(tr("Where spilled buffers go: its name and its capacity. Empty: as the file says")));
    auto* fields = new QFormLayout;
    fields->addRow(tr("Extra &work up to"), work_);
    fields->addRow(tr("Second &memory"), memory_);
    for (QLineEdit* field : {work_, memory_}) {
        connect(field, &QLineEdit::editingFinished, this, [this, field] {
            if (field->isModified()) {
                field->setModified(false);
                take_change();
            }
        });
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(field_margins);
    column->addLayout(grid);
    column->addLayout(fields);
    column->addWidget(error_);
    error_->hide();
}

Expected<LeverWish> LeverChoice::wish() const {
    LeverWish wish;
    wish.levers.clear();
    for (const Lever lever : all_levers) {
        if (boxes_.at(lever)->isChecked()) {
            wish.levers.push_back(lever);
        }
    }
    const std::string work = work_->text().trimmed().toStdString();
    const auto most = percentage(work);
    if (!most) {
        return failure("the extra work " + in_quotes(work) + " is no percentage", "write it as in 10%");
    }
    wish.most_extra_work = *most;
    auto memory = spill_wish(memory_->text().trimmed().toStdString());
    if (!memory) {
        return tl::unexpected(memory.error());
    }
    wish.spill = std::move(*memory);
    return wish;
}

void LeverChoice::take_change() {
    const auto asked = wish();
    error_->setVisible(!asked);
    error_->setText(asked ? QString() : visible_text(to_string(asked.error())));
    emit changed();
}

}  // namespace arenascope
