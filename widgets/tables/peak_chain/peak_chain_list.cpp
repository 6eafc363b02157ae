#include "widgets/tables/peak_chain/peak_chain_list.h"

#include "qt/tasks/released_apart.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

const std::shared_ptr<const PeakExplanation>& no_explanation() {
    static const auto none = std::make_shared<const PeakExplanation>();
    return none;
}

}  // namespace

PeakChainList::PeakChainList(QWidget* parent) : PeakChainList(tr("Why the Peak Is Here"), parent) {}

PeakChainList::PeakChainList(const QString& title, QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      explanation_(no_explanation()),
      header_(new SectionHeader(title, this)),
      list_(new BufferList(tr("Buffers that carry the peak, from the top down"), {true, true, {}}, this)),
      sentence_(new Paragraph(this, TextTone::dim, Qt::RichText)) {
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    header_->setVisible(!title.isEmpty());
    column->addWidget(list_, 1);
    column->addWidget(sentence_);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    connect(list_, &BufferList::chosen, this, &PeakChainList::chosen);
    connect(sentence_, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == QLatin1String("improve")) {
            emit improve_requested();
        } else if (link == QLatin1String("levers")) {
            emit levers_requested();
        } else {
            emit hole_chosen(explanation_->holes.front(), explanation_->region);
        }
    });
    refresh();
}

void PeakChainList::set_explanation(std::shared_ptr<const Problem> problem,
                                    std::shared_ptr<const PeakExplanation> explanation) {
    problem_ = std::move(problem);
    explanation_ = explanation ? std::move(explanation) : no_explanation();
    answer_ = Answer::known;
    refresh();
}

void PeakChainList::set_unknown(Answer answer) {
    explanation_ = no_explanation();
    answer_ = answer;
    refresh();
}

void PeakChainList::set_pending() {
    set_unknown(Answer::pending);
}

void PeakChainList::set_under_way() {
    set_unknown(Answer::under_way);
}

void PeakChainList::set_not_known() {
    set_unknown(Answer::not_known);
}

void PeakChainList::set_lever_words(const QString& words) {
    lever_words_ = words;
    refresh();
}

void PeakChainList::set_unit(Unit unit) {
    unit_ = unit;
    list_->set_unit(unit);
    refresh();
}

void PeakChainList::refresh_rows() {
    const auto rows_of = [explanation = explanation_, unit = unit_] {
        const auto& chain = explanation->chain;
        std::vector<BufferListRow> rows;
        rows.reserve(chain.size());
        // Clang 14 cannot compile the reversing view of this library.
        // NOLINTNEXTLINE(modernize-loop-convert)
        for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
            BufferListRow row{link->buffer, link->size, link->offset};
            if (const std::int64_t hole = link->hole_below.value(); hole > 0) {
                row.note = tr("hole %1").arg(amount_words(hole, unit));
                row.note_tooltip = tr("lies over a hole of %1").arg(exact_bytes(hole));
            }
            rows.push_back(std::move(row));
        }
        return released_apart(buffer_list_rows(std::move(rows)), chain.size());
    };
    const auto show = [this](std::shared_ptr<const BufferListRows> rows) {
        list_->set_rows(problem_, std::move(rows));
    };
    if (!task_.run(explanation_->chain.size(), rows_of, show)) {
        show(std::make_shared<const BufferListRows>());
    }
}

void PeakChainList::refresh() {
    const auto& chain = explanation_->chain;
    const auto& holes = explanation_->holes;
    refresh_rows();
    list_->setVisible(!chain.empty());
    const bool names_region = problem_->regions.size() > 1 && !chain.empty();
    header_->set_detail(names_region ? visible_text(problem_->regions[explanation_->region].name) : QString());
    if (chain.empty()) {
        set_linked_text(*sentence_,
                        answer_ == Answer::pending ? tr("Looking for the buffers that carry the peak …")
                        : answer_ == Answer::under_way
                            ? tr("The run is under way. Its result, and each step at which it pauses, is explained.")
                        : answer_ == Answer::not_known ? tr("Not known: there was not enough memory to explain it.")
                                                       : tr("Nothing is placed yet."),
                        false);
        return;
    }
    QString text = counted(chain.size(), tr("1 buffer carries the peak."), tr("%1 buffers carry the peak."));
    if (holes.empty()) {
        text += QLatin1Char(' ') + (chain.size() == 1 ? tr("No hole lies under it.") : tr("No hole lies under them."));
    } else {
        const Hole& largest = holes.front();
        const QString place =
            tr("%1 at steps %2")
                .arg(amount_words(arenascope::size(largest.bytes).value(), unit_), lifetime_text(largest.steps));
        text += QLatin1Char(' ') +
                tr("Holes below: %1, the largest <a href=\"hole\">%2</a>.").arg(grouped_text(holes.size()), place);
    }
    text += QLatin1Char(' ') + tr("<a href=\"improve\">Improve this</a>");
    if (!lever_words_.isEmpty()) {
        text += tr(" · <a href=\"levers\">%1</a>").arg(lever_words_.toHtmlEscaped());
    }
    set_linked_text(*sentence_, text, true);
}

}  // namespace arenascope
