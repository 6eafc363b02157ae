#include "app/command_line/command_line.h"
#include "app/window/shell/open_window.h"

int main(int argc, char** argv) {
    return arenascope::run_command_line(
        argc, argv, [](int& count, char** arguments, const arenascope::WindowRequest& request) {
            return arenascope::open_window(count, arguments, request.files, request.reuse);
        });
}
