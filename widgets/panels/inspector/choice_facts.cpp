#include "widgets/panels/inspector/choice_facts.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr std::size_t shown_losers = 8;

QString fact_text(const char* text) {
    return QCoreApplication::translate("arenascope::ChoiceFacts", text);
}

QString rule_text(ObjectRule rule) {
    switch (rule) {
        case ObjectRule::naive:
            return fact_text("one object for each buffer");
        case ObjectRule::equality:
            return fact_text("same size, freed latest");
        case ObjectRule::equality_scan:
            return fact_text("same size, lowest number");
        case ObjectRule::in_order:
            return fact_text("nearest in size");
        case ObjectRule::usage_graph:
            return fact_text("nearest in size, with an edge in the usage graph");
        case ObjectRule::breadth:
            return fact_text("smallest sufficient one, in the broadest task");
        case ObjectRule::size:
            return fact_text("idle for the fewest tasks");
        case ObjectRule::flow:
            return fact_text("flow of least cost");
    }
    return {};
}

QString outcome_text(ObjectChoice::Outcome outcome) {
    using Outcome = ObjectChoice::Outcome;
    switch (outcome) {
        case Outcome::taken:
            return fact_text("taken");
        case Outcome::other_size:
            return fact_text("another size");
        case Outcome::does_not_cover:
            return fact_text("smaller in a dimension");
        case Outcome::no_edge:
            return fact_text("no edge in the usage graph");
        case Outcome::larger_difference:
            return fact_text("farther in size");
        case Outcome::wastes_more:
            return fact_text("wastes more");
        case Outcome::grows:
            return fact_text("would have to grow");
        case Outcome::grows_more:
            return fact_text("would have to grow by more");
        case Outcome::more_distant:
            return fact_text("idle for longer");
        case Outcome::reached_later:
            return fact_text("equally distant, but later");
        case Outcome::freed_earlier:
            return fact_text("freed earlier");
        case Outcome::freed_later:
            return fact_text("freed later");
        case Outcome::higher_number:
            return fact_text("higher number");
        case Outcome::lower_number:
            return fact_text("lower number");
        case Outcome::flow:
            return fact_text("handed on otherwise by the flow");
    }
    return {};
}

class FactList {
public:
    FactList(const ObjectChoice& choice, Unit unit) : choice_(choice), unit_(unit) {}

    [[nodiscard]] std::vector<Fact> all() {
        const ObjectChoice::Candidate& taken = choice_.taken();
        add(fact_text("Object taken"), grouped_text(taken.object.value()));
        add(fact_text("Rule"), rule_text(choice_.rule));
        add(fact_text("Its size"), choice_.is_new() ? fact_text("new, %1").arg(amount(choice_.after))
                                   : choice_.after > taken.size
                                       ? fact_text("grows from %1 to %2").arg(amount(taken.size), amount(choice_.after))
                                       : amount(choice_.after));
        if (choice_.breadth) {
            add(fact_text("Broadest task"),
                fact_text("task %1, breadth %2")
                    .arg(grouped_text(choice_.breadth->task.value()), amount(choice_.breadth->live)));
        }
        if (choice_.position) {
            add(fact_text("Position"), grouped_text(*choice_.position));
        }
        if (!choice_.is_new()) {
            add(fact_text("Distance"), tasks(taken.distance));
        }
        add(fact_text("All objects"), amount(choice_.total));
        add(fact_text("Free objects that lost"), grouped_text(choice_.lost()));
        add_losers();
        return std::move(facts_);
    }

private:
    void add(const QString& label, const QString& value) { facts_.push_back({label, value}); }

    [[nodiscard]] QString amount(Bytes bytes) const { return amount_words(bytes.value(), unit_); }

    [[nodiscard]] static QString tasks(Duration distance) {
        return counted(distance.value(), fact_text("1 task"), fact_text("%1 tasks"));
    }

    void add_losers() {
        const std::size_t count = std::min(choice_.candidates.size(), shown_losers + 1);
        for (std::size_t i = 1; i < count; ++i) {
            const ObjectChoice::Candidate& lost = choice_.candidates[i];
            add(fact_text("object %1").arg(grouped_text(lost.object.value())),
                fact_text("%1, distance %2: %3")
                    .arg(amount(lost.size), tasks(lost.distance), outcome_text(lost.outcome)));
        }
        if (const std::size_t more = choice_.lost() + 1 - count; more > 0) {
            add({}, counted(more, fact_text("… 1 more"), fact_text("… %1 more")));
        }
    }

    const ObjectChoice& choice_;
    Unit unit_;
    std::vector<Fact> facts_;
};

}  // namespace

QString extents_text(std::span<const std::int64_t> extents) {
    QStringList texts;
    for (const std::int64_t extent : extents) {
        texts << grouped_text(extent);
    }
    return texts.join(QStringLiteral(" × "));
}

std::optional<Fact> object_fact(const Layout& layout, BufferIndex buffer, Unit unit) {
    const std::size_t i = buffer.value();
    if (layout.objects.empty() || i >= layout.placements.size() || !layout.placements[i]) {
        return std::nullopt;
    }
    const Placement place = *layout.placements[i];
    const auto is_at = [&](const auto& one) { return one.offset == place.offset && one.region == place.region; };
    const auto object = std::ranges::find_if(layout.objects, is_at);
    if (object == layout.objects.end()) {
        return std::nullopt;
    }
    const auto users =
        std::ranges::count_if(layout.placements, [&](const OptionalPlacement& each) { return each && is_at(*each); });
    const QString size =
        object->dimensions.empty() ? amount_words(object->size.value(), unit) : extents_text(object->dimensions);
    return Fact{fact_text("Object"),
                fact_text("%1 · %2, %3")
                    .arg(grouped_text(object - layout.objects.begin()), size,
                         counted(users, fact_text("1 buffer"), fact_text("%1 buffers"))),
                fact_text("the shared object that holds this buffer, its size, and the buffers that use it in turn")};
}

std::vector<Fact> choice_facts(const PlacementStep& step, Unit unit) {
    return step.object ? FactList(*step.object, unit).all() : std::vector<Fact>();
}

}  // namespace arenascope
