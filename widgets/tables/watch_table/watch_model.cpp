#include "widgets/tables/watch_table/watch_model.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <QColor>
#include <QStringList>

#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {

WatchModel::WatchModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("expression"),
         .is_figure = false,
         .text = [](const std::string& watch) { return visible_text(watch); },
         .tooltip = [this](const std::string& watch) { return error_words(watch, visible_text(watch)); }},
        {.title = tr("value at this step"),
         .text = [this](const std::string& watch) { return value_words(watch); },
         .tooltip = [this](const std::string& watch) { return error_words(watch, value_words(watch)); }},
        {.title = tr("history"),
         .is_figure = false,
         .tooltip = [this](const std::string& watch) { return error_words(watch, curve_words(watch)); }},
    });
}

void WatchModel::set_watches(std::vector<std::string> watches) {
    findings_ = nullptr;
    make_curves();
    update_rows(std::move(watches));
}

void WatchModel::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step) {
    if (findings && findings->watches.size() != rows().size()) {
        findings = nullptr;
    }
    if (findings != findings_) {
        findings_ = std::move(findings);
        make_curves();
    }
    here_ = here;
    shown_moment_.reset();
    if (findings_) {
        const std::vector<FrameIndex>& steps = findings_->main_steps;
        const auto found = std::ranges::lower_bound(steps, main_step);
        if (found != steps.end() && *found == main_step) {
            shown_moment_ = static_cast<std::size_t>(found - steps.begin());
        }
    }
    tell_cells_changed(*this);
}

void WatchModel::make_curves() {
    curves_.clear();
    shown_moment_.reset();
    if (!findings_) {
        return;
    }
    for (const WatchFindings& watch : findings_->watches) {
        std::vector<double> numbers;
        numbers.reserve(findings_->main_steps.size());
        if (!watch.numbers.empty()) {
            std::ranges::transform(findings_->main_steps, std::back_inserter(numbers),
                                   [&watch](FrameIndex step) { return watch.numbers[step]; });
        }
        curves_.push_back(watch_curve(std::move(numbers), findings_->threshold));
    }
}

const WatchCurve* WatchModel::curve(int row) const {
    const auto place = static_cast<std::size_t>(row);
    return place < curves_.size() && curves_[place] ? &*curves_[place] : nullptr;
}

void WatchModel::set_theme(Theme theme) {
    theme_ = theme;
    tell_cells_changed(*this);
}

const WatchFindings* WatchModel::found(const std::string& watch) const {
    return findings_ ? &findings_->watches[position_of(watch)] : nullptr;
}

QString WatchModel::value_words(const std::string& watch) const {
    const WatchFindings* here = found(watch);
    if (here != nullptr && here->error) {
        return tr("wrong");
    }
    return here != nullptr && here_.value() < here->words.size() ? visible_text(here->words[here_]) : QString();
}

QString WatchModel::error_words(const std::string& watch, const QString& otherwise) const {
    const WatchFindings* here = found(watch);
    return here != nullptr && here->error ? visible_text(to_string(*here->error)) : otherwise;
}

QString WatchModel::curve_words(const std::string& watch) const {
    const WatchFindings* here = found(watch);
    const WatchCurve* drawn = curve(static_cast<int>(position_of(watch)));
    if (here == nullptr || drawn == nullptr) {
        return here != nullptr && !here->error ? tr("No step has a number, so there is no curve.") : QString();
    }
    const auto words_at = [&](std::size_t moment) { return visible_text(here->words[frame_of(moment)]); };
    const QString threshold = grouped_text(findings_->threshold.value());
    return QStringList{tr("smallest: %1").arg(words_at(drawn->smallest)),
                       tr("largest: %1").arg(words_at(drawn->largest)),
                       tr("%1 of %2 steps have a value")
                           .arg(grouped_text(static_cast<std::int64_t>(drawn->count)),
                                grouped_text(static_cast<std::int64_t>(drawn->numbers.size()))),
                       drawn->threshold ? tr("dashed: the threshold, %1").arg(threshold)
                                        : tr("the threshold, %1, does not lie between them").arg(threshold),
                       tr("Click to go to a step.")}
        .join(QLatin1Char('\n'));
}

QVariant WatchModel::role_of(const std::string& watch, int column, int role) const {
    switch (role) {
        case Qt::EditRole:
            return QString::fromStdString(watch);
        case Qt::AccessibleTextRole:
            return column == history ? curve_words(watch) : QVariant();
        case Qt::ForegroundRole: {
            const WatchFindings* here = found(watch);
            return here != nullptr && here->error ? QVariant(qt_color(palette(theme_).risk_text)) : QVariant();
        }
        default:
            return {};
    }
}

Qt::ItemFlags WatchModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags all = RowModel::flags(index);
    return index.isValid() && index.column() == expression ? all | Qt::ItemIsEditable : all;
}

bool WatchModel::setData(const QModelIndex& index, const QVariant& typed, int role) {
    const std::string text = typed.toString().trimmed().toStdString();
    if (!index.isValid() || role != Qt::EditRole || text.empty()) {
        return false;
    }
    std::vector<std::string> changed = rows();
    changed[static_cast<std::size_t>(index.row())] = text;
    emit edited(changed);
    return true;
}

}  // namespace arenascope
