#pragma once

#include <memory>
#include <vector>

#include <QLabel>
#include <QWidget>

#include "core/analysis/explain/peak_report.h"
#include "qt/tasks/background_task.h"
#include "widgets/base/buffer_list.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// "Why the Peak Is Here": the stack of buffers that carries the peak, from the top down, and a sentence about holes.
class PeakChainList final : public QWidget {
    Q_OBJECT

public:
    explicit PeakChainList(QWidget* parent = nullptr);
    /// `title` empty: something else has it.
    PeakChainList(const QString& title, QWidget* parent);

    /// `explanation` null: nothing is placed.
    void set_explanation(std::shared_ptr<const Problem> problem, std::shared_ptr<const PeakExplanation> explanation);
    /// Another layout is shown, and its explanation is being computed.
    void set_pending();
    /// A run is under way, and its layouts are not explained.
    void set_under_way();
    /// The shown layout has no explanation, because memory ran out.
    void set_not_known();
    /// What changes of the network would do, as a link below the sentence; empty: it is no network.
    void set_lever_words(const QString& words);
    void set_unit(Unit unit);
    [[nodiscard]] QString sentence() const { return sentence_->text(); }

signals:
    void chosen(BufferIndex buffer);
    /// The user followed the link to the largest hole.
    void hole_chosen(const Hole& hole, RegionIndex region);
    /// The user followed the link to changes that lower the peak.
    void improve_requested();
    /// The user followed the words about the network.
    void levers_requested();

private:
    enum class Answer { known, pending, under_way, not_known };

    void set_unknown(Answer answer);
    void refresh();
    /// Many rows come later.
    void refresh_rows();

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const PeakExplanation> explanation_;  ///< never null
    Answer answer_ = Answer::known;
    QString lever_words_;
    Unit unit_ = Unit::bytes;
    BackgroundTask task_;
    SectionHeader* header_;
    BufferList* list_;
    QLabel* sentence_;
};

}  // namespace arenascope
