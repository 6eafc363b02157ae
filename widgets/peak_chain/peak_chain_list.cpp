#include "widgets/peak_chain/peak_chain_list.h"

#include <QVBoxLayout>

#include "widgets/style/table_look.h"
#include "widgets/style/wording.h"

namespace arenascope {

PeakChainList::PeakChainList(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      header_(new SectionHeader(tr("Why the peak is here"), this)),
      list_(new BufferList(tr("Buffers that carry the peak, from the top down"), {true, true, {}}, this)),
      sentence_(new QLabel(this)) {
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::RichText);
    sentence_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    sentence_->setContentsMargins(12, 8, 12, 8);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    column->addWidget(list_, 1);
    column->addWidget(sentence_);
    connect(list_, &BufferList::chosen, this, &PeakChainList::chosen);
    connect(sentence_, &QLabel::linkActivated, this, [this] { emit hole_chosen(holes_.front()); });
    set_theme(Theme::light);
    refresh();
}

void PeakChainList::set_chain(std::shared_ptr<const Problem> problem, const std::vector<PeakChainLink>& chain,
                              const std::vector<Hole>& holes) {
    problem_ = std::move(problem);
    chain_ = chain;
    holes_ = holes;
    refresh();
}

void PeakChainList::set_unit(Unit unit) {
    unit_ = unit;
    list_->set_unit(unit);
    refresh();
}

void PeakChainList::set_theme(Theme theme) {
    apply_panel_look(*this, theme);
    apply_text_tone(*sentence_, theme, TextTone::dim);
    header_->set_theme(theme);
    list_->set_theme(theme);
}

void PeakChainList::refresh() {
    std::vector<BufferListRow> rows;
    rows.reserve(chain_.size());
    for (auto link = chain_.rbegin(); link != chain_.rend(); ++link) {
        const QString note =
            link->hole_below > Bytes(0)
                ? tr("over a hole of %1").arg(QString::fromStdString(amount_text(link->hole_below.value(), unit_)))
                : QString();
        rows.push_back({link->buffer, link->size, link->offset, note});
    }
    list_->set_rows(problem_, std::move(rows));
    list_->setVisible(!chain_.empty());
    if (chain_.empty()) {
        sentence_->setText(tr("Nothing is placed yet."));
        return;
    }
    QString text = counted(static_cast<std::int64_t>(chain_.size()), tr("1 buffer carries the peak."),
                           tr("%1 buffers carry the peak."));
    if (holes_.empty()) {
        text += QLatin1Char(' ') + tr("No hole lies under them.");
    } else {
        const Hole& largest = holes_.front();
        const QString place =
            tr("%1 at steps %2–%3")
                .arg(QString::fromStdString(amount_text(arenascope::size(largest.bytes).value(), unit_)),
                     grouped_text(largest.steps.begin.value()), grouped_text(largest.steps.end.value()));
        text += QLatin1Char(' ') + tr("Holes under them: %1, the largest <a href=\"hole\">%2</a>.")
                                       .arg(grouped_text(static_cast<std::int64_t>(holes_.size())), place);
    }
    sentence_->setText(text);
}

}  // namespace arenascope
