#include "core/picture/plan/live_levels.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/picture/plan/live_curve.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// A profile that is long enough for levels.
LiveProfile any_long_profile() {
    LiveProfile profile;
    std::uint64_t state = *rc::gen::arbitrary<std::uint32_t>();
    const auto count = *rc::gen::inRange<std::size_t>(4096, 12'000);
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        profile.steps.push_back(Step(static_cast<std::int64_t>(3 * i + (state >> 62U))));
        profile.live.emplace_back(static_cast<std::int64_t>(state >> 40U));
    }
    return profile;
}

}  // namespace

class LiveLevelsTest : public QObject {
    Q_OBJECT

private slots:
    void a_short_curve_needs_none() {
        const LiveProfile profile{{Step(0), Step(4)}, {Bytes(7), Bytes(0)}, Bytes(7), Step(0)};
        QVERIFY(live_levels(profile) == nullptr);
        QVERIFY(extremes_in(profile.live, nullptr, 0, 2) == (Extremes{Bytes(0), Bytes(7)}));
    }

    void they_find_the_extremes_of_any_part() {
        QVERIFY(rc::check([] {
            const LiveProfile profile = any_long_profile();
            const auto levels = live_levels(profile);
            const auto first = *rc::gen::inRange<std::size_t>(0, profile.live.size());
            const auto last = *rc::gen::inRange<std::size_t>(first + 1, profile.live.size() + 1);
            RC_ASSERT(extremes_in(profile.live, levels.get(), first, last) ==
                      extremes_in(profile.live, nullptr, first, last));
        }));
    }

    void a_curve_is_the_same_with_them() {
        QVERIFY(rc::check([] {
            const LiveProfile profile = any_long_profile();
            const auto from = *rc::gen::inRange(0, 10'000);
            const long double begin = from;
            const View view{{begin, begin + static_cast<long double>(*rc::gen::inRange(1, 40'000))}, {0, 1 << 25}};
            const Viewport port{view, {0, 0, 300, 100}};
            RC_ASSERT(live_curve(profile, port, live_levels(profile).get()) == live_curve(profile, port));
        }));
    }
};

ARENASCOPE_TEST(LiveLevelsTest)
#include "live_levels_test.moc"
