#pragma once

#include <QLabel>
#include <QStringList>

namespace arenascope {

/// A line of text that is never cut off within a word or figure. It shows as many of its parts as fit, the most
/// important first. If not even the first part fits, it ends with "…". text() and the tooltip have all parts.
class FittingLabel final : public QLabel {
    Q_OBJECT

public:
    explicit FittingLabel(QWidget* parent = nullptr);

    /// Sets the parts, the most important first. The separator stands between them; empty: " · ".
    void set_parts(const QStringList& parts, const QString& separator = {});
    /// The text that fits into the current width.
    [[nodiscard]] QString shown_text() const;
    /// How many letters of the first part always have space.
    void set_least_letters(int letters);
    /// Space for a few letters, so that a long text never widens the window.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Those of set_parts(), or the text that was set without parts.
    [[nodiscard]] QStringList shown_parts() const;

    QStringList parts_;
    QString separator_;
    int least_letters_ = 6;
};

}  // namespace arenascope
