#pragma once

#include <cstdint>
#include <optional>

#include <QAbstractSpinBox>

namespace arenascope {

/// A field for an integer of 64 bits with arrows to change it, grouped by thousands: "12,000,000,000". Any text can be
/// typed, so that its owner can say what is wrong with it.
class WholeNumberBox final : public QAbstractSpinBox {
    Q_OBJECT

public:
    /// `word_for_zero`: what the empty field shows, which then means 0. Empty: 0 is an ordinary number.
    WholeNumberBox(std::int64_t minimum, std::int64_t maximum, const QString& word_for_zero, QWidget* parent = nullptr);

    /// What is typed, without the marks between thousands.
    [[nodiscard]] QString value() const;
    void set_value(const QString& value);

    void stepBy(int steps) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void value_changed();

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;

private:
    [[nodiscard]] std::optional<std::int64_t> number() const;

    std::int64_t minimum_;
    std::int64_t maximum_;
    bool has_word_for_zero_;
};

}  // namespace arenascope
