#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "app/session/open_plan.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/settings/option.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Where the second plan of a comparison comes from, and what people and readers wrote on it.
struct ComparedOrigin {
    std::string file;                     ///< that was read; empty: see `obstacle`
    std::vector<KeyValue> switches = {};  ///< of its import
    std::string obstacle = {};            ///< why no command reads it as it is, after "because"; empty: one does
    std::vector<PinnedNote> pinned_notes = {};
    std::vector<std::string> notes = {};  ///< of the reader
};

/// The comparison of the open plan as it is shown, A, with another one, B. B stays as it was given, until a file is
/// opened that has nothing to do with it.
class PlanComparison final : public QObject {
    Q_OBJECT

public:
    /// `plan` is A and must outlive this.
    explicit PlanComparison(OpenPlan& plan, QObject* parent = nullptr);

    /// Sets B and what it is called.
    void set_other(const QString& title, std::shared_ptr<const ShownPlan> other, ComparedOrigin origin = {});
    void clear();
    [[nodiscard]] bool has_other() const { return other_ != nullptr; }
    /// Null: there is no B.
    [[nodiscard]] const std::shared_ptr<const ShownPlan>& other() const { return other_; }
    [[nodiscard]] const QString& title() const { return title_; }
    [[nodiscard]] const ComparedOrigin& origin() const { return origin_; }
    /// Compares only while somebody watches.
    void set_watched(bool watched);
    /// Whether the plans are still being compared.
    [[nodiscard]] bool is_comparing() const { return other_ && is_watched_ && !result_; }
    /// Null: there is no B, nobody watches, or the plans are still being compared.
    [[nodiscard]] const std::shared_ptr<const ComparedPlans>& result() const { return result_; }
    /// Why the buffers of A cannot move to their places in B. Empty: they can, because B is a complete layout of the
    /// same buffers that differs from A.
    [[nodiscard]] QString why_not_adopted() const;
    [[nodiscard]] bool can_adopt() const { return why_not_adopted().isEmpty(); }
    /// Moves the buffers of A to their places in B, in one change that can be undone. Only if can_adopt().
    void adopt();

signals:
    /// There is another B, or none.
    void other_changed();
    /// A file was opened that is about other buffers than B, so there is no B any more.
    void unrelated(const QString& title);
    /// result() is another one.
    void compared();
    void ran_out_of_memory();

private:
    void compare();
    void drop_unrelated();
    void take(std::shared_ptr<const ComparedPlans> result);

    OpenPlan& plan_;
    QString path_;  ///< of A when B was chosen, or since
    QString title_;
    ComparedOrigin origin_;
    std::shared_ptr<const ShownPlan> other_;
    std::shared_ptr<const ComparedPlans> result_;
    bool is_watched_ = false;
    BackgroundTask comparing_;
};

/// A plan that is compared but not open, with its tiers and the result of the check. O(n log n + pairs).
[[nodiscard]] std::shared_ptr<const ShownPlan> plan_to_compare(std::shared_ptr<const Problem> problem,
                                                               std::shared_ptr<const Layout> layout);

}  // namespace arenascope
