#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QObject>

#include "core/model/memory/lifetime.h"

namespace arenascope {

/// The selected buffers, the time cursor and the selected range of time, as a value.
struct SelectionState {
    std::vector<BufferIndex> buffers;
    std::optional<Step> cursor;
    std::optional<Lifetime> range;  ///< at least one step; empty: none
};

/// The selected buffers, the time cursor and the selected range of time, which all views show.
class Selection final : public QObject {
    Q_OBJECT

public:
    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    [[nodiscard]] const std::vector<BufferIndex>& buffers() const { return state_.buffers; }
    [[nodiscard]] std::optional<Step> cursor() const { return state_.cursor; }
    [[nodiscard]] std::optional<Lifetime> range() const { return state_.range; }
    [[nodiscard]] const SelectionState& state() const { return state_; }

    void select(const std::vector<BufferIndex>& buffers) {
        if (buffers != state_.buffers) {
            state_.buffers = buffers;
            emit changed();
        }
    }
    void set_cursor(std::optional<Step> step) {
        if (step != state_.cursor) {
            state_.cursor = step;
            emit cursor_changed();
        }
    }
    void set_range(std::optional<Lifetime> steps) {
        if (steps != state_.range) {
            state_.range = steps;
            emit range_changed();
        }
    }
    /// Swaps the selection, the time cursor and the range, and emits nothing.
    void exchange(SelectionState& other) noexcept { std::swap(state_, other); }

signals:
    /// Other buffers are selected, or the same buffers have other indices.
    void changed();
    void cursor_changed();
    void range_changed();

private:
    SelectionState state_;
};

}  // namespace arenascope
