#pragma once

#include <cstddef>
#include <vector>

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QString>
#include <QWidget>

#include "core/analysis/verdict/verdict.h"
#include "core/picture/plan/palette.h"
#include "widgets/base/fitting_label.h"

namespace arenascope {

/// The most memories whose capacity can be entered.
inline constexpr std::size_t most_capacities = 3;

/// A memory whose capacity can be entered.
struct CapacityChoice {
    RegionIndex region;
    QString name;    ///< empty: there is only one memory
    QString amount;  ///< empty: it has no capacity
    friend bool operator==(const CapacityChoice&, const CapacityChoice&) = default;
};

/// The verdict in words.
struct VerdictWords {
    VerdictTone tone = VerdictTone::plain;
    QString headline;
    QString outlook;  ///< may be empty
    QString meaning;  ///< for the tooltip
    friend bool operator==(const VerdictWords&, const VerdictWords&) = default;
};

/// Something that would help. A click shows it.
struct HelpChoice {
    QString text;
    QString meaning;
    friend bool operator==(const HelpChoice&, const HelpChoice&) = default;
};

/// The line above the picture that says whether the plan is good, with the capacities that it speaks of, and what would
/// help.
///
///   ● Does not fit: 300 KiB too much. No layout without sharing can fit.            Memory [4,500 KiB]
///     What helps  [Let operators share memory: 3,600 KiB, fits]  [portfolio: …]  looking for more …
class VerdictBar final : public QWidget {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    /// At most `most_capacities` of the choices are shown.
    void show_verdict(const VerdictWords& words, const std::vector<CapacityChoice>& capacities);
    /// What helps. `looking`: more may come. `none`: what is said where nothing helps; empty: nothing.
    void show_help(const std::vector<HelpChoice>& choices, bool looking, const QString& none);
    /// What was entered as a capacity is no amount.
    void refuse_capacity(RegionIndex region, const QString& why);
    /// The first field of a capacity gets the focus.
    void edit_capacity();
    [[nodiscard]] const VerdictWords& words() const { return words_; }
    [[nodiscard]] const std::vector<HelpChoice>& help() const { return help_; }

signals:
    /// Empty: no capacity.
    void capacity_entered(RegionIndex region, const QString& amount);
    void help_chosen(std::size_t choice);
    /// The field is left without a change.
    void left();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Field {
        CapacityChoice choice;
        QLabel* label = nullptr;
        QLineEdit* edit = nullptr;
    };

    void build_fields();
    void show_fields(const std::vector<CapacityChoice>& capacities);
    /// Shows as many fields as a part of the width holds, and at least one.
    void fit_fields();
    void enter(const Field& field);
    void apply_tone();

    VerdictWords words_;
    std::vector<HelpChoice> help_;
    FittingLabel* headline_;
    FittingLabel* outlook_;
    std::vector<Field> fields_;
    std::size_t choice_count_ = 0;  ///< of capacities
    QHBoxLayout* first_row_;
    QWidget* field_row_;
    QWidget* help_row_;
    QLabel* help_title_;
    std::vector<QPushButton*> buttons_;
    QLabel* help_note_;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
