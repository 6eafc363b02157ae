#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QWidget>

#include "core/picture/palette.h"

namespace arenascope {

/// The settings of an exported picture.
struct ExportChoices {
    enum class Format : std::uint8_t { png, svg, pdf };
    enum class Extent : std::uint8_t { whole_plan, what_is_seen };
    Format format = Format::png;
    Extent extent = Extent::whole_plan;
    int width = 1600;  ///< in logical pixels, before scaling
    int height = 1000;
    double scale = 1.0;
    Theme theme = Theme::light;
    QString title;  ///< empty: the file's name
    friend bool operator==(const ExportChoices&, const ExportChoices&) = default;
};

/// The fields of the export dialog, without the file dialog.
class ExportOptions final : public QWidget {
    Q_OBJECT

public:
    explicit ExportOptions(QWidget* parent = nullptr);

    void set_choices(const ExportChoices& choices);
    [[nodiscard]] ExportChoices choices() const;

signals:
    void choices_changed(const ExportChoices& choices);

private:
    void changed();

    QComboBox* format_;
    QComboBox* extent_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDoubleSpinBox* scale_;
    QComboBox* picture_theme_;
    QLineEdit* title_;
    bool filling_ = false;
};

}  // namespace arenascope
