#pragma once

#include <string_view>

namespace arenascope {

/// The code of frameworks and of Python itself, as a list for is_library_code(): packages that were installed, sources
/// of PyTorch, modules of Python, and code that they generate.
inline constexpr std::string_view default_library_code =
    "site-packages/,dist-packages/,torch/,lib/python3,<frozen,<eval_with_key>";

/// Whether a file belongs to a library, so that its lines are not one's own code. `list`: beginnings of paths,
/// separated by commas; spaces around them are ignored. A beginning counts at the start of the path and after each
/// folder. Both kinds of slash separate folders. Linear in the path for each entry.
///
///   entry           path                                               library
///   site-packages/  /home/me/.venv/lib/python3.12/site-packages/x.py   yes
///   /opt/tools/     /opt/tools/x.py                                    yes
///   /opt/tools/     /home/opt/tools/x.py                               no
///   <frozen         <frozen runpy>                                     yes
[[nodiscard]] bool is_library_code(std::string_view path, std::string_view list);

}  // namespace arenascope
