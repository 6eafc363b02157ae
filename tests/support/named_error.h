#pragma once

#include <string>
#include <string_view>

#include <QtTest>

namespace arenascope::test {

/// Verifies that an error begins with the place, names the cause and says how to cure it.
inline void verify_error(const std::string& error, std::string_view place, std::string_view cause) {
    QVERIFY2(error.starts_with(place), error.c_str());
    QVERIFY2(error.find(cause) != std::string::npos, error.c_str());
    QVERIFY2(error.find("; ") != std::string::npos, error.c_str());
}

}  // namespace arenascope::test
