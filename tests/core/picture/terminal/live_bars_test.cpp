#include "core/picture/terminal/text_scale.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LiveBarsTest : public QObject {
    Q_OBJECT

private slots:
    void only_the_highest_live_size_is_a_full_bar() {
        const LiveProfile profile =
            live_profile(problem_of({buffer("a", 0, 1, 1000), buffer("b", 1, 2, 999), buffer("c", 2, 3, 500),
                                     buffer("d", 3, 4, 1), buffer("e", 5, 6, 1)}));
        QVERIFY(live_bars(profile, StepColumns({Step(0), Step(6)}, 6), 8) ==
                (std::vector<std::int32_t>{8, 7, 4, 1, 0, 1}));
    }

    void a_column_shows_the_highest_of_its_steps() {
        const LiveProfile profile = live_profile(problem_of({buffer("a", 0, 100, 1), buffer("b", 55, 56, 9)}));
        QVERIFY(live_bars(profile, StepColumns({Step(0), Step(100)}, 4), 10) ==
                (std::vector<std::int32_t>{1, 1, 10, 1}));
    }

    void every_column_has_the_highest_live_size_of_its_steps() {
        QVERIFY(rc::check("bars", [] {
            const Problem problem = random_problem({.most_steps = 60, .with_gaps = true});
            const LiveProfile profile = live_profile(problem);
            const auto columns = *rc::gen::inRange<std::int32_t>(1, 90);
            const Lifetime span = time_span(problem);
            const StepColumns shown(span, columns);
            const auto most = *rc::gen::inRange<std::int32_t>(2, 30);
            const auto bars = live_bars(profile, shown, most);
            std::vector<std::int64_t> highest(bars.size(), 0);
            for (Step step = span.begin; step < span.end; step = step + Duration(1)) {
                const TextSpan own = shown({step, step + Duration(1)});
                for (std::int32_t column = own.from; column < own.to; ++column) {
                    auto& amount = highest[static_cast<std::size_t>(column)];
                    amount = std::max(amount, live_at(profile, step).value());
                }
            }
            for (std::size_t i = 0; i < bars.size(); ++i) {
                RC_ASSERT((bars[i] == 0) == (highest[i] == 0));
                RC_ASSERT((bars[i] == most) == (highest[i] == profile.threshold.value()));
                if (i > 0) {
                    RC_ASSERT((highest[i - 1] > highest[i] || bars[i - 1] <= bars[i]));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(LiveBarsTest)
#include "live_bars_test.moc"
