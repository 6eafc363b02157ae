#include <cstdio>

#include "app/command_line/command_line.h"

/// The program where no window is built: every sub-command.
int main(int argc, char** argv) {
    const auto refuse = [](int&, char**, const arenascope::WindowRequest&) {
        std::fputs("this build has no window\n", stderr);
        return 2;
    };
    return arenascope::run_command_line(argc, argv, refuse);
}
