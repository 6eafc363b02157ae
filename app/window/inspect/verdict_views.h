#pragma once

#include <memory>
#include <optional>

#include <QTimer>

#include "app/session/remedy_search.h"
#include "app/session/shown_verdict.h"
#include "app/window/frame/window_part.h"
#include "core/analysis/verdict/verdict.h"

namespace arenascope {

class VerdictBar;

/// Connects the line with the verdict to the session: it judges what is shown, takes a capacity, and looks for what
/// would help.
class VerdictViews final : public WindowPart {
    Q_OBJECT

public:
    VerdictViews(const WindowFrame& frame, VerdictBar& bar);

    /// Null: nothing is open.
    [[nodiscard]] const Verdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }

signals:
    /// The user wants to see a remedy beside the shown plan.
    void remedy_chosen(const QString& title, const Remedy& remedy);

private:
    void judge();
    void show_tone(VerdictTone tone);
    void show_help();
    void look_for_help();
    void enter(RegionIndex region, const QString& amount);
    /// The lowest layout of the same buffers that was found for the shown plan.
    [[nodiscard]] std::optional<KnownLayout> lowest_help() const;
    [[nodiscard]] QString busiest_words() const;
    [[nodiscard]] bool wants_help() const;

    VerdictBar& bar_;
    std::optional<Verdict> verdict_;
    ShownStep step_;
    std::shared_ptr<const Problem> helped_problem_;  ///< that was looked at for help
    std::shared_ptr<const Layout> helped_layout_;
    RemedySearch help_;
    QTimer delay_;
};

}  // namespace arenascope
