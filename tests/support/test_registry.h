#pragma once

#include <memory>

#include <QObject>
#include <QTest>

namespace arenascope::test {

using MakeTest = std::unique_ptr<QObject> (*)();

/// Adds a test class under the name of its file without `_test.cpp`.
bool register_test(const char* file, MakeTest make);

/// A directory that exists only on machines with the team's shared data; empty where it is not there.
QString shared_data(const QString& path = {});

/// A file of the project's own samples.
QString sample(const QString& name);

/// The visits of `exact` by family, as scripts/bench --families --publish writes them.
QString published_figures();

/// The program that was built with the tests, or the one that the environment names (scripts/sanitize).
QString program();

}  // namespace arenascope::test

/// At namespace scope in a test file, after the class.
#define ARENASCOPE_TEST(Class)                              \
    [[maybe_unused]] static const bool registered_##Class = \
        arenascope::test::register_test(__FILE__, [] { return std::unique_ptr<QObject>(new Class); });

/// The same for a test that needs a browser or minutes: it has the ctest label `extended`, and thrice the time.
#define ARENASCOPE_EXTENDED_TEST(Class) ARENASCOPE_TEST(Class)

/// In a test that needs the shared data: says that it is skipped where that is absent.
#define ARENASCOPE_NEEDS_SHARED_DATA()               \
    if (arenascope::test::shared_data().isEmpty()) { \
        QSKIP("../shared/data is not there");        \
    }
