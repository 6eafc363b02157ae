#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QWidget>

#include "core/picture/plan/palette.h"
#include "widgets/base/swatch.h"
#include "widgets/base/table_look.h"

namespace arenascope {

/// One line of a fact sheet.
struct Fact {
    QString label;
    QString value;
    QString tooltip = {};           ///< exact figures or full text
    std::optional<Risk> risk = {};  ///< shown as a swatch before the value
    TextTone tone = TextTone::plain;
    std::optional<std::uint32_t> link = {};  ///< makes the value a link with this target
    friend bool operator==(const Fact&, const Fact&) = default;
};

/// Labels on the left and values on the right, so that figures line up. Values can be selected and copied. A part of a
/// name that is wider than its line is elided; the tooltip has it.
class FactSheet final : public QWidget {
    Q_OBJECT

public:
    explicit FactSheet(QWidget* parent = nullptr);

    void set_facts(const std::vector<Fact>& facts);
    /// The value shown for a label; empty: there is no such line.
    [[nodiscard]] QString value_of(const QString& label) const;

signals:
    void link_activated(std::uint32_t link);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Line {
        QLabel* label;
        Swatch* swatch;
        QLabel* value;
        QHBoxLayout* right;
    };

    Line new_line();
    void show_line(std::size_t line);
    void fit_values();
    void colour(std::size_t line);

    Theme theme_ = Theme::light;
    QGridLayout* grid_;
    std::vector<Line> lines_;  ///< reused, because facts often change while stepping through a trace
    std::vector<Fact> facts_;
    bool is_restyled_ = false;  ///< the theme has changed, which links do not show until their text is set again
};

}  // namespace arenascope
