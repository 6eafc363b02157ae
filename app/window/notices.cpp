#include "app/window/notices.h"

#include <utility>

#include <QFileInfo>

#include "app/window/appearance.h"
#include "widgets/message_bar/message_bar.h"
#include "widgets/style/visible_text.h"

namespace arenascope {

Notices::Notices(Session& session, MessageBar& bar, const Appearance& appearance,
                 std::chrono::milliseconds reading_time, QObject* parent)
    : QObject(parent), session_(session), bar_(bar) {
    connect(&bar_, &MessageBar::action_triggered, this, [this] {
        if (action_) {
            action_();
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
    connect(&session_.judgement(), &Judgement::failed, this, [this](const Error& error) { report(error); });
    connect(&session_.tuning(), &Tuning::ended_without_layout, this,
            [this] { inform(tr("The run was stopped before any layout was found. The plan stays as it is.")); });
    connect(&session_.tuning(), &Tuning::kept, this, [this, &appearance](Offset kept, Offset found) {
        inform(tr("The run ended at a peak of %1. The plan stays as it is: its peak is %2.")
                   .arg(visible_text(amount_text(found.value(), appearance.unit())),
                        visible_text(amount_text(kept.value(), appearance.unit()))));
    });
    connect(&session_.tuning(), &Tuning::search_ended_by_edit, this, [this] {
        inform(tr("The search for a lower peak has ended, because the plan was edited. Tune starts it again."));
    });
    connect(&session_.tuning(), &Tuning::raised, this, [this, &appearance](Offset before, Offset now) {
        inform(tr("The new plan is higher: its peak is %1, that of the plan before %2. Ctrl+Z brings that one back.")
                   .arg(visible_text(amount_text(now.value(), appearance.unit())),
                        visible_text(amount_text(before.value(), appearance.unit()))));
    });
}

void Notices::set_action(std::function<void()> act) {
    passing_.stop();
    action_ = std::move(act);
}

void Notices::say_reading(const QString& text) {
    say_busy(text, [this] { session_.file().cancel(); });
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
