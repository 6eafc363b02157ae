#pragma once

#include <QLabel>
#include <QWidget>

namespace arenascope {

class FittingLabel;

/// The title of a dock section: small capitals on the left, an optional detail on the right, a thin line below. A title
/// that holds names is shown as it is.
class SectionHeader final : public QWidget {
    Q_OBJECT

public:
    /// `has_names`: the title has names of files or buffers, whose letters matter.
    explicit SectionHeader(const QString& title, QWidget* parent = nullptr, bool has_names = false);

    void set_title(const QString& title);
    void set_detail(const QString& detail);
    [[nodiscard]] QString title() const { return accessibleName(); }
    [[nodiscard]] QString detail() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* title_;
    FittingLabel* detail_;
};

}  // namespace arenascope
