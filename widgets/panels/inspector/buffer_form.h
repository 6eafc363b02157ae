#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWidget>

#include "core/model/edit/buffer_change.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Fields in which the selected buffers are edited. Enter applies all fields that were typed in, as one change, Esc
/// reverts them. An error is shown below its field. Folded to its title until it is wanted. Of several buffers, kind,
/// region and pin are edited together. Hidden where there is nothing to edit: no selection, or the addresses of a
/// recorded allocator.
class BufferForm final : public QWidget {
    Q_OBJECT

public:
    explicit BufferForm(QWidget* parent = nullptr);

    /// Text that was typed stays, unless these are other buffers or the value of its field has changed.
    void set_buffers(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                     const std::vector<BufferIndex>& buffers);
    /// Why the last change was not made, below the field that made it.
    void show_error(const QString& text);
    /// Shows the fields, and gives the first one the keyboard.
    void start();
    void set_unfolded(bool unfolded);
    [[nodiscard]] bool is_unfolded() const { return title_->isChecked(); }

signals:
    void unfolded_changed();
    void change_requested(const BufferChange& change);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Row : std::uint8_t { size, lifetime, alignment, kind, region, pin, row_count };
    /// A line of text, and what it shows while nobody edits it.
    struct Field {
        QLineEdit* line;
        Row row;
        QString shown = {};
    };

    void add_row(Row row, const QString& label, QWidget* control);
    QLineEdit* add_field(Row row, const QString& name);
    void show_row(Row row, bool is_shown);
    void list_regions();
    void show_values();
    void show_choices();
    void set_shown(std::size_t field, const QString& text);
    void revert();
    void apply();
    void show_hint();
    void show_below(Row row, const QString& text, bool is_error);
    [[nodiscard]] bool is_typed(std::size_t field) const;
    /// The change that the typed texts ask for; empty: one of them is wrong, and its error is shown.
    [[nodiscard]] std::optional<BufferChange> typed_change();
    void request(Row row, const BufferChange& change);

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::vector<BufferIndex> buffers_;
    QToolButton* title_;  ///< folds and unfolds the fields
    QWidget* rows_;
    QGridLayout* grid_;
    std::array<QLabel*, row_count> labels_{};
    std::array<QWidget*, row_count> controls_{};
    std::vector<Field> fields_;  ///< size, begin, end, alignment, pin
    QComboBox* kinds_;
    QComboBox* regions_;
    QCheckBox* pinned_;
    QLabel* message_;
    Row requested_ = Row::size;  ///< where the last change came from
    bool shows_error_ = false;
};

}  // namespace arenascope
