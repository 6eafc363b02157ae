#pragma once

#include <string>

#include <QtGlobal>

#include "core/base/file/file_content.h"
#include "tests/support/test_registry.h"

namespace arenascope::test {

/// The text of one of the project's own samples; ends the test where it is not there.
inline std::string sample_text(const char* name) {
    auto content = read_content(sample(QString::fromLatin1(name)).toStdString());
    if (!content) {
        qFatal("%s", to_string(content.error()).c_str());
    }
    return std::move(*content);
}

}  // namespace arenascope::test
