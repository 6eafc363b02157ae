#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QWidget>

#include "core/picture/plan/palette.h"
#include "qt/painting/picture_export.h"

namespace arenascope {

/// The settings of an exported picture.
struct ExportChoices {
    enum class Format : std::uint8_t { png, svg, pdf };
    enum class Extent : std::uint8_t { whole_plan, what_is_seen };
    Format format = Format::png;
    Extent extent = Extent::whole_plan;
    Paper paper = Paper::a4;  ///< of a PDF; with paper, width, height and scale do not count
    int width = 1600;         ///< in logical pixels, before scaling
    int height = 1000;
    double scale = 1.0;
    Theme theme = Theme::light;
    QString title;       ///< empty: the file's name
    bool marks = false;  ///< what the window marks: selection, dimming, time cursor, outlines
    bool legend = true;
    bool caption = true;
    bool notes = true;  ///< those pinned to the plan
    friend bool operator==(const ExportChoices&, const ExportChoices&) = default;
};

/// The fields of the export dialog, without the file dialog.
class ExportOptions final : public QWidget {
    Q_OBJECT

public:
    explicit ExportOptions(QWidget* parent = nullptr);

    void set_choices(const ExportChoices& choices);
    /// Says what "what you see" is: a part of the plan or all of it, and the texts of its marks. No text: there are
    /// none.
    void set_seen(bool is_part, const QStringList& marks);
    /// Whether there are notes to show or to leave out.
    void offer_notes(bool offered);
    [[nodiscard]] ExportChoices choices() const;

signals:
    void choices_changed(const ExportChoices& choices);

private:
    void changed();
    /// The marks belong to what is seen, not to the plan. The user may choose otherwise.
    void follow_extent();
    /// Paper is for PDF alone, and takes the place of a size.
    void follow_paper();
    void lay_out();

    QComboBox* format_;
    QComboBox* extent_;
    QComboBox* paper_;
    QCheckBox* marks_;
    QLabel* seen_marks_;
    QCheckBox* legend_;
    QCheckBox* caption_;
    QCheckBox* notes_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDoubleSpinBox* scale_;
    QComboBox* picture_theme_;
    QLineEdit* title_;
    bool filling_ = false;
};

}  // namespace arenascope
