#include "app/window/dialogs/go_to_dialog.h"

#include <algorithm>
#include <utility>

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/picture/plan/step_names.h"
#include "core/trace/step_title.h"
#include "qt/painting/theme.h"
#include "qt/words/shown_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/name_completer.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int field_letters = 56;
constexpr int preview_lines = 3;
/// With more names than this, a list of those that match would make typing slow.
constexpr std::size_t most_completed_names = 20'000;

/// Where a place leads.
class PlaceWords {
public:
    PlaceWords(const GoToDialog::Plan& plan, std::optional<Step> current) : plan_(plan), current_(current) {}

    [[nodiscard]] QString amount(std::int64_t bytes) const { return amount_and_exact_bytes(bytes, plan_.unit); }

    [[nodiscard]] QString words(const NamedPlace& place) const {
        return std::visit([this](const auto& one) { return words(one); }, place);
    }

    [[nodiscard]] QString words(Step step) const {
        const std::string title = title_of_step(*plan_.shown->problem, step);
        const QString number = grouped_text(step.value());
        return title.empty() ? GoToDialog::tr("Time cursor to step %1").arg(number)
                             : GoToDialog::tr("Time cursor to step %1: %2").arg(number, visible_text(title));
    }

    [[nodiscard]] QString words(const OffsetPlace& place) const {
        const ShownPlan& shown = *plan_.shown;
        const std::vector<BufferIndex> users = buffers_at(*shown.problem, *shown.layout, place);
        const QString where =
            GoToDialog::tr("Offset %1, %2 of '%3'")
                .arg(QString::fromStdString(amount_text(place.offset.value(), Unit::hexadecimal)),
                     amount(place.offset.value()), visible_text(shown.problem->regions[place.region].name));
        if (users.empty()) {
            return GoToDialog::tr("%1: no buffer uses it").arg(where);
        }
        const QString who =
            users.size() == 1
                ? GoToDialog::tr("'%1' uses it").arg(visible_text(shown.problem->buffers[users.front()].name))
                : GoToDialog::tr("%1 buffers use it").arg(grouped_text(static_cast<std::int64_t>(users.size())));
        const auto now = std::find_if(users.begin(), users.end(), [&](BufferIndex buffer) {
            const Lifetime& life = shown.problem->buffers[buffer].lifetime;
            return current_ && life.begin <= *current_ && *current_ < life.end;
        });
        return now == users.end() || users.size() == 1 ? GoToDialog::tr("%1: %2, selected then").arg(where, who)
                                                       : GoToDialog::tr("%1: %2, at step %3 '%4'; selected then")
                                                             .arg(where, who, grouped_text(current_->value()),
                                                                  visible_text(shown.problem->buffers[*now].name));
    }

    [[nodiscard]] QString words(BufferIndex buffer) const {
        const ShownPlan& shown = *plan_.shown;
        const Buffer& one = shown.problem->buffers[buffer];
        const auto& placement = shown.layout->placements[buffer];
        const QString place = placement ? GoToDialog::tr("offset %1").arg(amount(placement->offset.value()))
                                        : GoToDialog::tr("not placed");
        return GoToDialog::tr("Buffer '%1': %2, steps %3, %4")
            .arg(visible_text(one.name), amount(one.size.value()), lifetime_text(one.lifetime), place);
    }

    [[nodiscard]] QString words(FrameIndex frame) const {
        return GoToDialog::tr("Step of the run: %1, peak %2")
            .arg(QString::fromStdString(step_title(*plan_.trace, frame)),
                 amount(plan_.trace->frames[frame].peak.value()));
    }

private:
    const GoToDialog::Plan& plan_;
    std::optional<Step> current_;
};

}  // namespace

GoToDialog::GoToDialog(Plan plan, std::optional<Step> current, QWidget* parent)
    : QDialog(parent), plan_(std::move(plan)), current_(current), field_(new QLineEdit), preview_(new QLabel) {
    setWindowTitle(tr("Go To"));
    auto* label = new QLabel(tr("&Step, offset, buffer or iteration"));
    label->setBuddy(field_);
    field_->setAccessibleName(tr("Step, offset, buffer or iteration"));
    field_->setPlaceholderText(tr("17, 0x1f400, 480 KiB, a name, iteration 7"));
    field_->setMinimumWidth(fontMetrics().averageCharWidth() * field_letters);
    complete_names();
    if (current_) {
        field_->setText(QString::number(current_->value()));
        field_->selectAll();
    }
    preview_->setTextFormat(Qt::PlainText);
    preview_->setWordWrap(true);
    preview_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    preview_->setMinimumHeight(fontMetrics().lineSpacing() * preview_lines);
    preview_->setAccessibleName(tr("Where this leads"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Go"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(label);
    column->addWidget(field_);
    column->addWidget(preview_, 1);
    column->addWidget(buttons);
    buttons->button(QDialogButtonBox::Ok)->setDefault(true);
    connect(field_, &QLineEdit::textChanged, this, &GoToDialog::preview);
    connect(buttons, &QDialogButtonBox::accepted, this, &GoToDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        preview();
    });
}

void GoToDialog::complete_names() {
    const Problem& problem = *plan_.shown->problem;
    const std::vector<std::string_view> steps = names_of_steps(problem);
    if (steps.size() + problem.buffers.size() > most_completed_names) {
        return;
    }
    QList<OfferedName> names;
    for (const std::string_view name : steps) {
        names << OfferedName::of(name);
    }
    names += offered_names(problem, shown_rule(plan_.shown->problem));
    new NameCompleter(*field_, names);
}

GoToDialog::Found GoToDialog::found_in(const Plan& plan, std::optional<Step> current, const std::string& text) {
    const ShownPlan& shown = *plan.shown;
    const ShortNames names = shown_rule(shown.problem);
    Found found{place_named({shown.problem.get(), shown.layout.get(), plan.trace.get(), plan.region, &names}, text),
                {}};
    found.words =
        found.place ? PlaceWords(plan, current).words(*found.place) : visible_text(to_string(found.place.error()));
    return found;
}

void GoToDialog::preview() {
    found_.reset();
    is_wanted_ = false;
    const bool is_found = task_.run(
        plan_.shown->problem->buffers.size(),
        [plan = plan_, current = current_, text = field_->text().toStdString()] {
            return std::make_shared<Found>(found_in(plan, current, text));
        },
        [this](const std::shared_ptr<Found>& found) {
            found_ = found;
            show_found();
            if (std::exchange(is_wanted_, false)) {
                take_found();
            }
        });
    if (!is_found) {
        apply_text_tone(*preview_, theme_of(palette()), TextTone::dim);
        preview_->setText(tr("…"));
    }
}

void GoToDialog::show_found() {
    const bool is_empty = field_->text().trimmed().isEmpty();
    apply_text_tone(*preview_, theme_of(palette()), found_->place || is_empty ? TextTone::dim : TextTone::risk);
    preview_->setText(found_->words);
}

void GoToDialog::accept() {
    if (found_) {
        take_found();
    } else {
        is_wanted_ = true;
    }
}

void GoToDialog::take_found() {
    if (!found_->place) {
        show_found();
        apply_text_tone(*preview_, theme_of(palette()), TextTone::risk);
        field_->setFocus();
        field_->selectAll();
        return;
    }
    place_ = *found_->place;
    QDialog::accept();
}

}  // namespace arenascope
