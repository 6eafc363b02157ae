#pragma once

#include <memory>

#include <QAbstractListModel>

#include "core/base/text/fuzzy_pattern.h"
#include "widgets/panels/command_palette/palette_search.h"

namespace arenascope {

/// What the command palette has found, as rows. A row is formatted when it is shown.
class PaletteModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        sign = Qt::UserRole,  ///< of the kind, see sign_of()
        detail,               ///< keys of a command or why it is not available; figures and full name of a buffer
        menus_length,         ///< letters of the title that name the menus of a command
        is_available          ///< false: Enter does nothing
    };

    explicit PaletteModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    void set_results(std::shared_ptr<const PaletteContent> content, PaletteResults results);
    /// What was typed for the rows, for the letters that match.
    [[nodiscard]] const FuzzyPattern& pattern() const { return pattern_; }
    [[nodiscard]] const PaletteEntry& entry_at(int row) const;
    /// The number of matches, which may be larger than that of the rows.
    [[nodiscard]] std::size_t match_count() const { return results_.count; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    [[nodiscard]] QString title(const PaletteEntry& entry) const;
    [[nodiscard]] QString full_title(const PaletteEntry& entry) const;
    /// With the full name of a buffer at the end, if the title has a shorter one.
    [[nodiscard]] QString detail_with_name(const PaletteEntry& entry) const;
    [[nodiscard]] QString detail_of(const PaletteEntry& entry) const;
    [[nodiscard]] QString command_detail(const PaletteCommand& command) const;
    [[nodiscard]] QString buffer_detail(BufferIndex buffer) const;
    /// A sentence for screen readers.
    [[nodiscard]] QString spoken(const PaletteEntry& entry) const;
    [[nodiscard]] bool can_choose(const PaletteEntry& entry) const;

    std::shared_ptr<const PaletteContent> content_;
    PaletteResults results_;
    FuzzyPattern pattern_{""};
};

}  // namespace arenascope
