#include "widgets/plots/planner_comparison/standing_column.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QCoreApplication>

#include "qt/words/wording.h"

namespace arenascope {
namespace {

using Column = StandingColumn;
using Standing = PlannerStanding;

/// A column with its title, its explanation, and its number: an amount of bytes, another figure, or none.
struct ColumnSpec {
    const char* title;
    const char* meaning;
    std::int64_t (*amount)(const PlannerStanding& standing) = nullptr;
    double (*figure)(const PlannerStanding& standing) = nullptr;
};

constexpr std::array<ColumnSpec, Column::column_count> columns{{
    {QT_TRANSLATE_NOOP("StandingColumn", "planner"), ""},
    {QT_TRANSLATE_NOOP("StandingColumn", "family"), ""},
    {QT_TRANSLATE_NOOP("StandingColumn", "state"), ""},
    {QT_TRANSLATE_NOOP("StandingColumn", "peak %1"), "", [](const Standing& one) { return one.peak.value(); }},
    {QT_TRANSLATE_NOOP("StandingColumn", "over %1"), QT_TRANSLATE_NOOP("StandingColumn", "peak − threshold"),
     [](const Standing& one) { return over_threshold(one).value(); }},
    {QT_TRANSLATE_NOOP("StandingColumn", "fragmentation"),
     QT_TRANSLATE_NOOP("StandingColumn", "(peak − threshold) / threshold"), nullptr, fragmentation},
    {QT_TRANSLATE_NOOP("StandingColumn", "sum of peaks %1"),
     QT_TRANSLATE_NOOP("StandingColumn", "sum of the peaks of all memories"),
     [](const Standing& one) { return one.total_peak.value(); }},
    {QT_TRANSLATE_NOOP("StandingColumn", "bound %1"),
     QT_TRANSLATE_NOOP("StandingColumn", "proved: no layout has a lower peak"),
     [](const Standing& one) { return one.lower_bound.value(); }},
    {QT_TRANSLATE_NOOP("StandingColumn", "seconds"),
     QT_TRANSLATE_NOOP("StandingColumn",
                       "planning time. Other runs beside it make a run slower; its tooltip says how many"),
     nullptr, [](const Standing& one) { return one.seconds; }},
    {QT_TRANSLATE_NOOP("StandingColumn", "moved"),
     QT_TRANSLATE_NOOP("StandingColumn", "buffers with another placement than in the open plan"), nullptr,
     [](const Standing& one) { return static_cast<double>(one.moved); }},
    {"", ""},
}};

const ColumnSpec& spec_of(int column) {
    return columns[static_cast<std::size_t>(column)];
}

QString tr(const char* text) {
    return *text == '\0' ? QString() : QCoreApplication::translate("StandingColumn", text);
}

QString from_view(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString state_words(const Attempt& attempt) {
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

QString figure_text(const PlannerStanding& standing, int column, AmountFormat format) {
    switch (column) {
        case Column::share:
            return QString::fromStdString(percent_text(fragmentation(standing), true));
        case Column::time:
            return seconds_text(standing.seconds);
        case Column::moved:
            return grouped_text(static_cast<std::int64_t>(standing.moved));
        default:
            return QString::fromStdString(number_text(spec_of(column).amount(standing), format.unit, format.decimals));
    }
}

}  // namespace

QString measured_words(std::size_t beside) {
    return beside == 0   ? tr("measured alone")
           : beside == 1 ? tr("beside up to 1 other run")
                         : tr("beside up to %1 other runs").arg(beside);
}

AmountFormat amount_format(const std::vector<Attempt>& attempts, Unit unit) {
    AmountFormat format{unit, 0};
    for (const Attempt& attempt : attempts) {
        for (const ColumnSpec& column : columns) {
            if (attempt.standing && column.amount != nullptr) {
                format.decimals = std::max(format.decimals, decimals_of(column.amount(*attempt.standing), unit));
            }
        }
    }
    return format;
}

bool is_figure(int column) {
    return spec_of(column).amount != nullptr || spec_of(column).figure != nullptr;
}

QString title_of(int column, Unit unit) {
    const QString title = tr(spec_of(column).title);
    return spec_of(column).amount != nullptr ? title.arg(QString::fromStdString(name_of(unit))) : title;
}

QString meaning_of(int column) {
    return tr(spec_of(column).meaning);
}

QString text_of(const Attempt& attempt, int column, AmountFormat format) {
    switch (column) {
        case Column::planner:
            return QString::fromStdString(attempt.name);
        case Column::family:
            return from_view(title_of(attempt.planner.family));
        case Column::state:
            return state_words(attempt);
        case Column::cancel:
            return is_under_way(attempt) ? tr("Cancel") : QString();
        default:
            return attempt.standing ? figure_text(*attempt.standing, column, format) : QString();
    }
}

QString tooltip_of(const Attempt& attempt, int column, AmountFormat format) {
    switch (column) {
        case Column::planner:
            return tr("%1\n%2").arg(QString::fromStdString(attempt.name), from_view(attempt.planner.summary));
        case Column::family:
            return from_view(summary_of(attempt.planner.family));
        case Column::state:
            return attempt.state == AttemptState::failed ? attempt.error
                   : attempt.standing                    ? goal_words(attempt.standing->goal)
                                                         : QString();
        default:
            break;
    }
    if (attempt.standing && spec_of(column).amount != nullptr) {
        const QString exact = exact_bytes(spec_of(column).amount(*attempt.standing));
        return column == Column::peak && is_optimal(*attempt.standing) ? tr("%1, proved lowest").arg(exact) : exact;
    }
    if (attempt.standing && column == Column::time) {
        return tr("%1 s, %2").arg(seconds_text(attempt.standing->seconds), measured_words(attempt.standing->beside));
    }
    return text_of(attempt, column, format);
}

bool comes_before(const Attempt& one, const Attempt& other, int column, Qt::SortOrder order) {
    const auto in_order = [order](const auto& first, const auto& second) {
        return order == Qt::AscendingOrder ? first < second : second < first;
    };
    if (column == Column::family) {
        return in_order(one.planner.family, other.planner.family);
    }
    if (!is_figure(column)) {
        return column != Column::cancel && in_order(text_of(one, column, {}), text_of(other, column, {}));
    }
    if (!one.standing || !other.standing) {
        return one.standing.has_value() && !other.standing.has_value();
    }
    if (column == Column::peak) {
        return order == Qt::AscendingOrder ? is_lower(*one.standing, *other.standing)
                                           : is_lower(*other.standing, *one.standing);
    }
    const ColumnSpec& spec = spec_of(column);
    return spec.amount != nullptr ? in_order(spec.amount(*one.standing), spec.amount(*other.standing))
                                  : in_order(spec.figure(*one.standing), spec.figure(*other.standing));
}

}  // namespace arenascope
