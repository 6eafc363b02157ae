#include "widgets/tables/maker_table/maker_table.h"

#include <cmath>
#include <map>
#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include "core/model/expression/maker_filter.h"
#include "core/picture/plan/coloring.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/base/swatch.h"

namespace arenascope {
namespace {

QIcon swatch_of(const RiskStyle& style, int side, double pixel_ratio) {
    const int pixels = static_cast<int>(std::ceil(side * pixel_ratio));
    QPixmap pixmap(pixels, pixels);
    pixmap.setDevicePixelRatio(pixel_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint_swatch(painter, QRectF(0, 0, side, side), style);
    painter.end();
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);  // a tinted swatch would not be the colour of the picture
    return icon;
}

}  // namespace

MakerTable::MakerTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      header_(new SectionHeader(tr("Makers"), this)),
      choice_(new QComboBox(this)),
      model_(new RowModel<Maker>(this, UnitChange::repaints)),
      view_(new QTableView(this)) {
    build();
    connect(choice_, &QComboBox::activated, this, [this](int index) {
        set_made_by(static_cast<MadeBy>(choice_->itemData(index).toInt()));
        emit made_by_chosen(by_);
    });
    refresh();
}

void MakerTable::build() {
    choice_->addItem(tr("line"), static_cast<int>(MadeBy::line));
    choice_->addItem(tr("function"), static_cast<int>(MadeBy::function));
    choice_->addItem(tr("file"), static_cast<int>(MadeBy::file));
    choice_->setAccessibleName(tr("Made by"));
    choice_->setToolTip(tr("What the rows and the colours of the picture stand for"));
    choice_->setFocusPolicy(Qt::TabFocus);
    auto* label = new QLabel(tr("Made by:"), this);
    label->setBuddy(choice_);
    add_columns();
    set_up_rows(*view_, *model_, tr("Makers of the allocations"), [this] { show_swatches(); });
    // Many makers begin alike, so their whole names come before the counts.
    constexpr int whole_maker = 24;
    new ColumnFit(*view_, {MakerColumn::maker}, {MakerColumn::allocations}, whole_maker);
    view_->setTextElideMode(Qt::ElideRight);  // the file and the line tell more than the function
    choose_rows(*view_, [this](const QModelIndex& index) {
        emit chosen(QString::fromStdString(maker_filter(*problem_, makers_, static_cast<std::size_t>(index.row()))));
    });

    auto* choice_row = new QHBoxLayout;
    choice_row->setContentsMargins(field_margins);
    choice_row->setSpacing(field_margins.top());
    choice_row->addWidget(label);
    choice_row->addWidget(choice_, 1);
    auto* library_code = new QToolButton(this);
    library_code->setText(tr("Library Code…"));
    library_code->setToolTip(plain_tooltip(tr("Which files are of libraries, so that makers are lines of your own")));
    library_code->setFocusPolicy(Qt::TabFocus);
    connect(library_code, &QToolButton::clicked, this, &MakerTable::library_code_asked);
    choice_row->addWidget(library_code);
    fill_panel(*this, {header_, choice_row, view_});
    setFocusProxy(view_);
}

void MakerTable::add_columns() {
    model_->set_columns({
        {.title = tr("maker"),
         .meaning = tr("The code that made the allocations: the innermost line of Python that is not of a library"),
         .is_figure = false,
         .text = maker_name,
         .tooltip = [this](const Maker& one) { return name_words(one); }},
        {.title = tr("peak %1"), .amount = [](const Maker& one) { return one.at_peak.value(); }},
        {.title = tr("count"),
         .meaning = tr("Allocations over all steps"),
         .text = [](const Maker& one) { return grouped_text(one.buffers); },
         .tooltip =
             [](const Maker& one) {
                 return tr("%1, %2 in all")
                     .arg(counted(one.buffers, tr("1 allocation"), tr("%1 allocations")),
                          exact_bytes(one.in_all.value()));
             }},
    });
    model_->set_roles([this](const Maker& row, int column, int role) {
        const bool has_swatch =
            role == Qt::DecorationRole && column == MakerColumn::maker && model_->position_of(row) < swatches_.size();
        return has_swatch ? QVariant(swatches_[model_->position_of(row)]) : QVariant();
    });
}

QString MakerTable::name_words(const Maker& one) const {
    return one.frame == StackFrameIndex::none()
               ? tr("The stacks of these allocations have no line of Python.")
               : maker_name(one) + QLatin1Char('\n') + visible_text(problem_->history->frames[one.frame].file);
}

void MakerTable::set_problem(std::shared_ptr<const Problem> problem) {
    if (problem != problem_) {
        problem_ = std::move(problem);
        refresh();
    }
}

void MakerTable::set_made_by(MadeBy by) {
    choice_->setCurrentIndex(choice_->findData(static_cast<int>(by)));
    if (std::exchange(by_, by) != by) {
        refresh();
    }
}

void MakerTable::set_colored(bool colored) {
    if (std::exchange(is_colored_, colored) != colored) {
        show_swatches();
    }
}

void MakerTable::set_unit(Unit unit) {
    model_->set_unit(unit);
}

void MakerTable::clear_choice() {
    clear_rows(*view_);
}

void MakerTable::refresh() {
    makers_ = makers_of(*problem_, by_);
    const QString peak_step = grouped_text(makers_.peak_step.value());
    model_->column(MakerColumn::at_peak).meaning =
        tr("Bytes alive at the highest live size, first at event %1").arg(peak_step);
    show_swatches();
    model_->set_rows(makers_.makers);
    header_->set_detail(problem_->history
                            ? tr("%1 · peak at event %2").arg(grouped_text(makers_.makers.size()), peak_step)
                            : QString());
}

void MakerTable::show_swatches() {
    const int side = is_colored_ ? swatch_side(view_->fontMetrics()) : 0;
    view_->setIconSize({side, side});
    swatches_.clear();
    // Most makers share one style.
    std::map<std::uint32_t, QIcon> painted;
    for (const RiskStyle& style : is_colored_ ? maker_styles(makers_, theme_of(palette())) : std::vector<RiskStyle>()) {
        QIcon& swatch = painted[qt_color(style.fill).rgba()];
        if (swatch.isNull()) {
            swatch = swatch_of(style, side, devicePixelRatioF());
        }
        swatches_.push_back(swatch);
    }
    tell_cells_changed(*model_);
}

}  // namespace arenascope
