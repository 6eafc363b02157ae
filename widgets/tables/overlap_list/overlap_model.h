#pragma once

#include <cstdint>
#include <memory>

#include "core/check/overlap_checker.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// A finding: its list in the report, and its position there.
struct OverlapRow {
    enum class List : std::uint8_t { overlaps, contradictions, misaligned, outside, unplaced, inferred };
    List list;
    std::uint32_t position;
};

/// The findings of the overlap checker as rows: pairs first, then contradictions, then misaligned, outside and unplaced
/// buffers. Pairs that share only by inference come last, although they are no findings.
class OverlapModel final : public RowModel<OverlapRow> {
    Q_OBJECT

public:
    enum Column { finding, first, second, steps, bytes, amount, column_count };

    explicit OverlapModel(QObject* parent = nullptr);

    void set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report);
    [[nodiscard]] const CheckReport& report() const { return *report_; }
    /// The pair in a row; null: the row is about one buffer.
    [[nodiscard]] const Overlap* pair_at(int row) const { return pair_of(this->row(row)); }
    /// The buffer in a row; for a pair its first buffer. none(): the row is about none.
    [[nodiscard]] BufferIndex buffer_at(int row) const { return finding_of(this->row(row)).buffer; }

private:
    struct Finding {
        BufferIndex buffer;
        QString what;
        QString why;
        QString name = {};  ///< without a buffer: what the row is about
    };
    [[nodiscard]] const Overlap* pair_of(const OverlapRow& row) const;
    [[nodiscard]] Finding finding_of(const OverlapRow& row) const;
    [[nodiscard]] Finding contradiction_of(const Contradiction& one) const;
    /// What two buffers share.
    [[nodiscard]] QString pair_words(const Overlap& pair, const QString& pattern) const;

    ShownNames names_;
    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const CheckReport> report_;  ///< never null
};

}  // namespace arenascope
