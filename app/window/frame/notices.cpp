#include "app/window/frame/notices.h"

#include <utility>

#include <QFileInfo>

#include "app/window/frame/appearance.h"
#include "qt/words/visible_text.h"
#include "widgets/panels/message_bar/message_bar.h"

namespace arenascope {
namespace {

/// A change that takes less is not worth a message.
constexpr std::chrono::milliseconds busy_after(500);

}  // namespace

Notices::Notices(Session& session, MessageBar& bar, const Appearance& appearance,
                 std::chrono::milliseconds reading_time, QObject* parent)
    : QObject(parent), session_(session), bar_(bar) {
    connect(&bar_, &MessageBar::action_triggered, this, [this] {
        if (const auto act = action_) {  // a copy, because it may show another message
            act();
        }
    });
    connect(&session_.file(), &OpenFile::opening, this, [this](const QString& path) {
        opening_ = visible_text(QFileInfo(path).fileName());
        say_reading(tr("Reading %1 …").arg(opening_));
    });
    connect(&session_.file(), &OpenFile::progressed, this, [this](double share) {
        say_reading(share < 1 ? tr("Reading %1 … %2 %").arg(opening_).arg(static_cast<int>(share * 100))
                              : tr("Opening %1 …").arg(opening_));
    });
    passing_.setSingleShot(true);
    passing_.setInterval(reading_time);
    connect(&passing_, &QTimer::timeout, this, [this] { bar_.underMouse() ? passing_.start() : hide(); });
    connect(&session_.plan(), &OpenPlan::opened, this, &Notices::hide);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &Notices::end_information);
    connect(&session_.tuning(), &Tuning::failed, this, [this](const Error& error) { report(error); });
    connect(&session_.plan().preparation(), &PlanPreparation::failed, this,
            [this](const Error& error) { report(error); });
    connect(&session_.plan().changes(), &EditQueue::failed, this, [this](const Error& error) { report(error); });
    soon_.setSingleShot(true);
    soon_.setInterval(busy_after);
    connect(&soon_, &QTimer::timeout, this, &Notices::say_changing);
    connect(&session_.plan().changes(), &EditQueue::changed, this, &Notices::follow_changes);
    connect(&session_.plan().preparation(), &PlanPreparation::changed, this, &Notices::follow_changes);
    connect(&session_.judgement(), &Judgement::failed, this, [this](const Error& error) { report(error); });
    connect(&session_.tuning(), &Tuning::ended_without_layout, this,
            [this] { inform(tr("The run was stopped before any layout was found. The plan stays as it is.")); });
    connect(&session_.tuning(), &Tuning::kept, this, [this, &appearance](Offset kept, Offset found) {
        inform(tr("The run ended at a peak of %1. The plan stays as it is: its peak is %2.")
                   .arg(visible_text(amount_text(found.value(), appearance.unit())),
                        visible_text(amount_text(kept.value(), appearance.unit()))));
    });
    connect(&session_.tuning(), &Tuning::answered, this, [this, &appearance](Offset before, Offset now, bool changed) {
        answer(before, now, changed, appearance.unit());
    });
    connect(&session_.tuning(), &Tuning::search_ended_by_edit, this, [this] {
        inform(tr("The search for a lower peak has ended, because the plan was edited. Tune starts it again."));
    });
}

void Notices::answer(Offset before, Offset now, bool changed, Unit unit) {
    const auto amount = [unit](Offset offset) { return visible_text(amount_text(offset.value(), unit)); };
    if (now < before) {
        return;  // the picture and the verdict show it
    }
    if (now > before) {
        inform(tr("The new plan is higher: its peak is %1, that of the plan before %2. Ctrl+Z brings that one back.")
                   .arg(amount(now), amount(before)));
        return;
    }
    const ShownPlan& plan = *session_.shown();
    const bool is_lowest = plan.layout->sharing.empty() && Bytes(now.value()) <= plan.threshold();
    inform((is_lowest ? tr("%1 is already the lowest without sharing: %2") : tr("The peak stays %1: %2"))
               .arg(amount(now), changed ? tr("only places changed.") : tr("nothing changed.")));
}

void Notices::follow_changes() {
    if (!session_.plan().changes().is_changing()) {
        soon_.stop();
        if (std::exchange(is_saying_changing_, false)) {
            hide();
        }
    } else if (!soon_.isActive() && !is_saying_changing_) {
        soon_.start();
    }
}

void Notices::say_changing() {
    if (bar_.isVisible()) {
        return;  // what it says is of more use
    }
    say_busy(tr("Changing the plan …"), [this] {
        session_.plan().changes().cancel();
        inform(tr("The change was cancelled."));
    });
    is_saying_changing_ = true;
}

void Notices::set_action(std::function<void()> act) {
    passing_.stop();
    is_saying_changing_ = false;
    action_ = std::move(act);
}

void Notices::say_reading(const QString& text) {
    say_busy(text, [this] {
        session_.file().cancel();
        inform(tr("Reading %1 was cancelled.").arg(opening_));
    });
}

void Notices::say_busy(const QString& text, std::function<void()> cancel) {
    set_action([this, cancel = std::move(cancel)] {
        hide();
        cancel();
    });
    bar_.show_message(MessageBar::Severity::information, text, tr("Cancel"));
}

void Notices::inform(const QString& text) {
    set_action(nullptr);
    bar_.show_message(MessageBar::Severity::information, text);
    passing_.start();
}

void Notices::tell(const QString& text) {
    set_action(nullptr);
    bar_.show_message(MessageBar::Severity::information, text);
}

void Notices::end_information() {
    if (passing_.isActive()) {
        hide();
    }
}

void Notices::warn(const QString& text, const QString& action, std::function<void()> act) {
    set_action(std::move(act));
    bar_.show_message(MessageBar::Severity::warning, text, action);
}

void Notices::report(const Error& error, const QString& action, std::function<void()> act) {
    set_action(std::move(act));
    bar_.show_error(error, action);
}

void Notices::hide() {
    passing_.stop();
    bar_.hide();
}

}  // namespace arenascope
