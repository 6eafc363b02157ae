#include "widgets/plots/planner_comparison/standing_model.h"

#include <algorithm>
#include <utility>

#include <QFont>

#include "core/planner/registry.h"
#include "qt/words/planner_family.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

QString from_view(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

StandingModel::StandingModel(QObject* parent) : RowModel(parent, UnitChange::repaints) {
    set_columns(new_columns());
    set_unit(Unit::kibibytes);
    set_roles([this](std::size_t entry, int column, int role) { return role_of(entry, column, role); });
    set_sorting([this](int column, Qt::SortOrder order) {
        sort_column_ = column;
        sort_order_ = order;
        set_order(ordered_rows());
    });
}

std::vector<TableColumn<std::size_t>> StandingModel::new_columns() {
    using Standing = PlannerStanding;
    const auto amount = [this](std::int64_t (*of)(const Standing&)) {
        return [this, of](std::size_t entry) {
            const Standing* standing = standing_of(entry);
            return standing != nullptr ? std::optional(of(*standing)) : std::nullopt;
        };
    };
    const auto figure = [this](QString (*of)(const Standing&)) {
        return [this, of](std::size_t entry) {
            const Standing* standing = standing_of(entry);
            return standing != nullptr ? of(*standing) : QString();
        };
    };
    return {
        {.title = tr("planner"),
         .is_figure = false,
         .text = [this](std::size_t entry) { return QString::fromStdString(attempts_[entry].name); },
         .tooltip =
             [this](std::size_t entry) {
                 const Attempt& attempt = attempts_[entry];
                 return tr("%1\n%2").arg(QString::fromStdString(attempt.name), from_view(attempt.planner.summary));
             },
         .flags = Qt::ItemIsUserCheckable,
         .edit =
             [this](std::size_t entry, const QVariant& value) {
                 set_chosen(entry, value.toInt() == Qt::Checked);
                 return true;
             }},
        {.title = tr("family"),
         .is_figure = false,
         .text = [this](std::size_t entry) { return planner_heading(attempts_[entry].planner); },
         .tooltip = [this](std::size_t entry) { return planner_heading_meaning(attempts_[entry].planner); }},
        {.title = tr("state"),
         .is_figure = false,
         .text = [this](std::size_t entry) { return state_words(entry); },
         .tooltip =
             [this](std::size_t entry) {
                 const Attempt& attempt = attempts_[entry];
                 return attempt.state == AttemptState::failed ? attempt.error
                        : attempt.standing                    ? goal_words(attempt.standing->goal)
                                                              : QString();
             }},
        {.title = tr("peak %1"),
         .amount = amount([](const Standing& one) { return one.peak.value(); }),
         .tooltip = figure([](const Standing& one) {
             const QString exact = exact_bytes(one.peak.value());
             return is_optimal(one) ? tr("%1, proved lowest").arg(exact) : exact;
         })},
        {.title = tr("over %1"), .meaning = tr("peak − threshold"), .amount = amount([](const Standing& one) {
                                                                        return over_threshold(one).value();
                                                                    })},
        {.title = tr("fragmentation"),
         .meaning = tr("(peak − threshold) / threshold"),
         .text = figure([](const Standing& one) { return percent_words(fragmentation(one), true); }),
         .repeats_text = true},
        {.title = tr("sum of peaks %1"),
         .meaning = tr("sum of the peaks of all memories"),
         .amount = amount([](const Standing& one) { return one.total_peak.value(); })},
        {.title = tr("bound %1"),
         .meaning = tr("proved: no layout has a lower peak"),
         .amount = amount([](const Standing& one) { return one.lower_bound.value(); })},
        {.title = tr("seconds"),
         .meaning = tr("planning time. Other runs beside it make a run slower; its tooltip says how many"),
         .text = figure([](const Standing& one) { return seconds_text(one.seconds); }),
         .tooltip = figure([](const Standing& one) {
             return tr("%1 s, %2").arg(seconds_text(one.seconds), measured_words(one.beside));
         })},
        {.title = tr("moved"),
         .meaning = tr("buffers with another placement than in the open plan"),
         .text = figure([](const Standing& one) { return grouped_text(one.moved); }),
         .repeats_text = true},
        {.is_figure = false,
         .text = [this](std::size_t entry) { return is_under_way(attempts_[entry]) ? tr("Cancel") : QString(); },
         .repeats_text = true},
    };
}

void StandingModel::set_planners(const std::vector<PlannerDescription>& planners) {
    attempts_.clear();
    for (const PlannerDescription& one : planners) {
        attempts_.push_back({.planner = one});
    }
    show_attempts();
}

void StandingModel::set_externals(const std::vector<PlannerDescription>& externals) {
    std::erase_if(attempts_, [](const Attempt& each) { return !planner_named(std::string(each.planner.name)); });
    for (const PlannerDescription& one : externals) {
        attempts_.push_back({.planner = one});
    }
    show_attempts();
    emit choice_changed();
}

void StandingModel::add(std::string_view name, const std::vector<KeyValue>& settings, std::uint64_t seed,
                        const std::string& listed) {
    const auto found = std::find_if(attempts_.begin(), attempts_.end(),
                                    [name](const Attempt& each) { return each.planner.name == name; });
    if (found == attempts_.end()) {
        return;
    }
    Attempt attempt{.planner = found->planner};
    arenascope::configure(attempt, settings, seed);
    attempt.added = listed.empty();
    attempt.listed = listed;
    attempts_.push_back(std::move(attempt));
    show_attempts();
    emit choice_changed();
}

void StandingModel::remove(std::size_t entry) {
    attempts_.erase(attempts_.begin() + static_cast<std::ptrdiff_t>(entry));
    show_attempts();
    emit choice_changed();
}

void StandingModel::configure(std::size_t entry, const std::vector<KeyValue>& settings, std::uint64_t seed) {
    Attempt& attempt = attempts_[entry];
    arenascope::configure(attempt, settings, seed);
    attempt.configured = true;
    forget_result(attempt);
    show_attempts();
}

void StandingModel::clear_results() {
    for (Attempt& attempt : attempts_) {
        forget_result(attempt);
    }
    show_attempts();
}

void StandingModel::clear_result(std::size_t entry) {
    forget_result(attempts_[entry]);
    set_order(ordered_rows());
    refresh(entry);
}

void StandingModel::set_chosen(std::size_t entry, bool chosen) {
    attempts_[entry].chosen = chosen;
    refresh(entry);
    emit choice_changed();
}

void StandingModel::set_state(std::size_t entry, AttemptState now, const QString& error) {
    attempts_[entry].state = now;
    attempts_[entry].error = error;
    refresh(entry);
}

void StandingModel::set_progress(std::size_t entry, std::uint64_t work, std::uint64_t work_limit) {
    attempts_[entry].work = work;
    attempts_[entry].work_limit = work_limit;
    refresh(entry);
}

void StandingModel::set_standing(std::size_t entry, PlannerStanding standing) {
    attempts_[entry].standing = std::move(standing);
    set_order(ordered_rows());
    tell_cells_changed(*this);
}

const PlannerStanding* StandingModel::standing_of(std::size_t entry) const {
    const auto& standing = attempts_[entry].standing;
    return standing ? &*standing : nullptr;
}

QVariant StandingModel::role_of(std::size_t entry, int column, int role) const {
    const Attempt& attempt = attempts_[entry];
    switch (role) {
        case Qt::CheckStateRole:
            return column == planner ? QVariant(attempt.chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::FontRole: {
            QFont font;
            font.setBold(column == peak && attempt.standing && is_optimal(*attempt.standing));
            font.setUnderline(column == cancel);
            return font;
        }
        case share_role: {
            const auto progress = progress_of(attempt);
            return column == state && progress ? QVariant(*progress) : QVariant();
        }
        default:
            return {};
    }
}

QString StandingModel::state_words(std::size_t entry) const {
    const Attempt& attempt = attempts_[entry];
    switch (attempt.state) {
        case AttemptState::idle:
            break;
        case AttemptState::waiting:
            return tr("waiting");
        case AttemptState::running:
            return tr("running");
        case AttemptState::cancelled:
            return tr("cancelled");
        case AttemptState::failed:
            return tr("failed: %1").arg(attempt.error);
        case AttemptState::done:
            return attempt.standing ? goal_label(attempt.standing->goal) : QString();
    }
    return {};
}

double StandingModel::figure_of(const PlannerStanding& standing, int column) {
    return column == share  ? fragmentation(standing)
           : column == time ? standing.seconds
                            : static_cast<double>(standing.moved);
}

bool StandingModel::comes_before(std::size_t one, std::size_t other) const {
    const auto in_order = [this](const auto& first, const auto& second) {
        return sort_order_ == Qt::AscendingOrder ? first < second : second < first;
    };
    const TableColumn<std::size_t>& told = column(sort_column_);
    if (sort_column_ == family) {
        return in_order(attempts_[one].planner.family, attempts_[other].planner.family);
    }
    if (!told.is_figure) {
        return sort_column_ != cancel && in_order(text_of(one, sort_column_), text_of(other, sort_column_));
    }
    const PlannerStanding* first = standing_of(one);
    const PlannerStanding* second = standing_of(other);
    if (first == nullptr || second == nullptr) {
        return first != nullptr && second == nullptr;
    }
    if (sort_column_ == peak) {
        return sort_order_ == Qt::AscendingOrder ? is_lower(*first, *second) : is_lower(*second, *first);
    }
    return told.amount ? in_order(told.amount(one), told.amount(other))
                       : in_order(figure_of(*first, sort_column_), figure_of(*second, sort_column_));
}

void StandingModel::refresh(std::size_t entry) {
    const int row = row_of(entry);
    emit dataChanged(index(row, 0), index(row, cancel));
}

void StandingModel::show_attempts() {
    name_attempts(attempts_);
    set_rows(ordered_rows());
}

std::vector<std::size_t> StandingModel::ordered_rows() const {
    // Equal rows keep the listed order.
    std::vector<std::size_t> rows = listed_order(attempts_);
    if (sort_column_ >= 0) {
        std::ranges::stable_sort(rows, [this](std::size_t a, std::size_t b) { return comes_before(a, b); });
    }
    return rows;
}

}  // namespace arenascope
