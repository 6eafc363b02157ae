#pragma once

#include <QLabel>
#include <QWidget>

namespace arenascope {

class FittingLabel;

/// The title of a dock section: small capitals on the left, an optional detail on the right, a thin line below.
class SectionHeader final : public QWidget {
    Q_OBJECT

public:
    explicit SectionHeader(const QString& title, QWidget* parent = nullptr);

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
