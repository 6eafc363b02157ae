#include "app/command_line.h"

namespace arenascope {

int run_command_line(int /*argc*/, char** /*argv*/) {
    return static_cast<int>(ExitStatus::unusable);
}

}  // namespace arenascope
