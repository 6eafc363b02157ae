#include <rapidcheck.h>
#include <set>

#include <QLineEdit>

#include "app/session/named_place.h"
#include "core/analysis/debugging/step_expression.h"
#include "core/model/expression/buffer_filter.h"
#include "core/model/memory/called_buffers.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/base/expression_completer.h"
#include "widgets/base/name_completer.h"
#include "widgets/panels/command_palette/palette_search.h"

namespace arenascope {
namespace {

/// Where a name is asked for.
enum class Place : std::uint8_t { condition, go_to, filter, filter_by_name, palette, go_to_list, condition_list };

/// A plan whose names are shown shorter, and the names.
struct AskedPlan {
    test::PlacedPlan plan;
    ShortNames rule;

    /// Whether a place finds a buffer by the name that lists show.
    [[nodiscard]] bool finds(Place place, BufferIndex buffer) const {
        const std::string shown(rule(plan.problem.buffers[buffer].name));
        const QString text = QString::fromStdString(shown);
        switch (place) {
            case Place::condition:
                return StepExpression::condition("offset(\"" + shown + "\") > 3", {&plan.problem, Bytes(1), rule})
                    .has_value();
            case Place::go_to:
                return place_named({&plan.problem, &plan.layout, nullptr, RegionIndex(0), &rule}, "@" + shown) ==
                       NamedPlace(buffer);
            case Place::filter:
                return passes(BufferFilter::of_name(shown), buffer);
            case Place::filter_by_name: {
                const auto filter = BufferFilter::parse("name=\"" + shown + "\"");
                return filter && passes(*filter, buffer);
            }
            case Place::palette:
                return search_palette(content(), "@" + shown, 1).entries ==
                       std::vector<PaletteEntry>{{PaletteKind::buffers, static_cast<std::int64_t>(buffer.value())}};
            case Place::go_to_list: {
                QLineEdit field;
                auto* completer = new NameCompleter(field, offered_names(plan.problem, rule));
                completer->setCompletionPrefix(text);
                return lists(*completer, text);
            }
            case Place::condition_list: {
                QLineEdit field;
                auto* completer = new ExpressionCompleter(field);
                completer->set_names(offered_names(plan.problem, rule));
                completer->setCompletionPrefix(QStringLiteral("tier(\"") + text);
                return lists(*completer, QStringLiteral("tier(\"%1\"").arg(text));
            }
        }
        return false;
    }

private:
    [[nodiscard]] bool passes(const BufferFilter& filter, BufferIndex buffer) const {
        BufferFacts facts{&plan.problem, &plan.layout};
        facts.names = rule;
        return filter.passing(facts)[buffer.value()];
    }
    [[nodiscard]] PaletteContent content() const {
        PaletteContent content;
        content.problem = test::shared(plan.problem);
        content.layout = test::shared(plan.layout);
        content.names = rule;
        return content;
    }
    [[nodiscard]] static bool lists(QCompleter& completer, const QString& wanted) {
        for (int row = 0; completer.setCurrentRow(row); ++row) {
            if (completer.currentCompletion() == wanted) {
                return true;
            }
        }
        return false;
    }
};

AskedPlan drawn_plan() {
    const auto part = rc::gen::element<std::string>("block", "conv", "relu", "1", "12", "model.py:27", "f(x)", "a=b");
    const auto separator = rc::gen::element<std::string>("/", ";", "_", ".", " ", "#");
    std::set<std::string> names;
    const int count = *rc::gen::inRange(1, 20);
    for (int i = 0; i < count; ++i) {
        std::string name = "net/";
        const int parts = *rc::gen::inRange(1, 5);
        for (int k = 0; k < parts; ++k) {
            name += *part + *separator;
        }
        names.insert(name + "x");
    }
    std::vector<test::PlacedBuffer> buffers;
    for (const std::string& name : names) {
        buffers.push_back({name});
    }
    AskedPlan asked{test::placed_plan(buffers), {}};
    asked.rule = short_names(asked.plan.problem);
    return asked;
}

}  // namespace

class AskedNamesTest : public QObject {
    Q_OBJECT

private slots:
    void a_name_as_it_is_shown_works_wherever_a_name_is_asked_for() {
        QVERIFY(rc::check([] {
            const AskedPlan asked = drawn_plan();
            const auto buffer = BufferIndex(*rc::gen::inRange<std::size_t>(0, asked.plan.problem.buffers.size()));
            const auto place = *rc::gen::element(Place::condition, Place::go_to, Place::filter, Place::filter_by_name,
                                                 Place::palette, Place::go_to_list, Place::condition_list);
            RC_LOG() << std::string_view(asked.plan.problem.buffers[buffer].name) << " at place "
                     << static_cast<int>(place);
            RC_ASSERT(asked.finds(place, buffer));
        }));
    }
};

}  // namespace arenascope

using arenascope::AskedNamesTest;
ARENASCOPE_TEST(AskedNamesTest)

#include "asked_names_test.moc"
