#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QObject>

#include "core/memory/quantity.h"

namespace arenascope {

/// The selected buffers and the time cursor, as a value.
struct Picked {
    std::vector<BufferIndex> buffers;
    std::optional<Step> cursor;
};

/// The selected buffers and the time cursor, which all views show.
class Selection final : public QObject {
    Q_OBJECT

public:
    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    [[nodiscard]] const std::vector<BufferIndex>& buffers() const { return picked_.buffers; }
    [[nodiscard]] std::optional<Step> cursor() const { return picked_.cursor; }
    [[nodiscard]] const Picked& picked() const { return picked_; }

    void select(const std::vector<BufferIndex>& buffers) {
        if (buffers != picked_.buffers) {
            picked_.buffers = buffers;
            emit changed();
        }
    }
    void set_cursor(std::optional<Step> step) {
        if (step != picked_.cursor) {
            picked_.cursor = step;
            emit cursor_changed();
        }
    }
    /// Swaps the selection and the time cursor, and emits nothing.
    void exchange(Picked& other) noexcept { std::swap(picked_, other); }

signals:
    /// Other buffers are selected, or the same buffers have other indices.
    void changed();
    void cursor_changed();

private:
    Picked picked_;
};

}  // namespace arenascope
