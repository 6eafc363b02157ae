#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QScrollArea>
#include <QWidget>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/order_places.h"
#include "core/model/tiers/risk.h"
#include "core/trace/frame.h"
#include "core/trace/placement_step.h"
#include "qt/tasks/background_task.h"
#include "widgets/base/buffer_list.h"
#include "widgets/base/fact_sheet.h"
#include "widgets/base/section_header.h"

namespace arenascope {

class BufferForm;
struct BufferRelations;
struct SelectionSums;

/// All facts about the selected buffer, or sums over several. Below them, a list of its neighbours and conflicts. What
/// takes a pass over a large plan is found on another thread, and reads "…" until then.
class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    /// What is shown while nothing is selected, and what the inspector is called then.
    void set_idle_page(QWidget* page, const QString& title);

    /// Another plan, or another layout of the same one. `risks` is by buffer; null: nobody has a tier. `thresholds` is
    /// by region, see region_thresholds().
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                  std::shared_ptr<const IndexedVector<RegionIndex, Bytes>> thresholds);
    void set_selection(const std::vector<BufferIndex>& selection);
    /// The moves between the previous step and the shown one, or null.
    void set_moves(std::shared_ptr<const std::vector<Move>> moves);
    /// The placing order of the shown step; null: it has none.
    void set_order(std::shared_ptr<const OrderPlaces> order);
    /// The shown step of a run; empty: none, or one without choices. `alone`: it is shown while nothing is selected,
    /// too.
    void set_step(std::optional<PlacementStep> step, bool alone);
    void set_unit(Unit unit);
    /// The fields in which the selected buffers are edited, above their facts.
    [[nodiscard]] BufferForm& form() { return *form_; }
    /// The value shown next to a label, for tests and screen readers.
    [[nodiscard]] QString value_of(const QString& label) const { return facts_->value_of(label); }

signals:
    /// The user chose a buffer in the list, or the link to a copy or its source.
    void chosen(BufferIndex buffer);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The list of what lives with the buffer makes room for the form where there is not enough for both.
    void show_list();
    void follow(std::uint32_t link);
    void refresh();
    void show_facts();
    void show_nothing();
    void show_one(BufferIndex buffer);
    void show_several();
    // False: they are not known yet.
    bool find_relations();
    bool find_sums();
    void add_lack(std::vector<Fact>& facts) const;
    void add_place(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_order(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_scratch(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_extras(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_graph(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_tensor(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_transfers(std::vector<Fact>& facts, BufferIndex buffer) const;
    void add_conflicts(std::vector<Fact>& facts);

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks_;        ///< empty: no buffer has a tier
    std::shared_ptr<const IndexedVector<RegionIndex, Bytes>> thresholds_;  ///< by region
    std::vector<BufferIndex> selection_;
    std::shared_ptr<const BufferRelations> relations_;  ///< of the one selected buffer; null: not known yet
    std::shared_ptr<const SelectionSums> sums_;         ///< of the several selected buffers; null: not known yet
    std::shared_ptr<const std::vector<Move>> moves_;    ///< null: none
    std::shared_ptr<const OrderPlaces> order_;          ///< null: none
    std::optional<PlacementStep> step_;
    bool shows_step_alone_ = false;
    bool unfolds_stack_ = false;  ///< kept, so that the next buffer shows as much
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QWidget* idle_page_ = nullptr;
    QString idle_title_;
    QLabel* hint_;
    FactSheet* facts_;
    BufferForm* form_;
    QScrollArea* facts_area_;
    SectionHeader* list_header_;
    BufferList* list_;
    BackgroundTask task_;
};

}  // namespace arenascope
