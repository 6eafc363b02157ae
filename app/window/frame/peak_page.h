#pragma once

#include <memory>
#include <optional>

#include <QPushButton>
#include <QWidget>

#include "core/base/text/amount.h"
#include "core/model/tiers/risk.h"
#include "widgets/base/section_header.h"
#include "widgets/plots/memory_map/memory_map.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

namespace arenascope {

/// What the drawer shows while nothing is selected: who carries the peak, and the memory at a step with its addresses.
class PeakPage final : public QWidget {
    Q_OBJECT

public:
    explicit PeakPage(QWidget* parent = nullptr);

    [[nodiscard]] PeakChainList& carriers() const { return *carriers_; }
    [[nodiscard]] const MemoryMap& memory() const { return *memory_; }
    /// `peak_step`: what is shown without a time cursor. `region`: whose peak it is.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks, RegionIndex region, Step peak_step);
    /// Empty: there is no time cursor.
    void set_step(std::optional<Step> step);
    void set_unit(Unit unit);
    /// The keys of what the links open: the list of buffers, the mode Debug.
    void set_keys(const QString& list, const QString& debug);

signals:
    void chosen(BufferIndex buffer);
    void list_requested();
    void debug_requested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();

    std::shared_ptr<const Problem> problem_;
    Step peak_step_;
    std::optional<Step> step_;
    PeakChainList* carriers_;
    SectionHeader* step_header_;
    MemoryMap* memory_;
    QPushButton* list_;
    QPushButton* debug_;
};

}  // namespace arenascope
