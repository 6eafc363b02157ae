# The package for Debian, which `scripts/package` makes by CPack of a build that is there already.
# One package holds everything. What only some users need is recommended or suggested, not required: Python for its module,
# and what a compiler needs to link the library.
set(debian ${CMAKE_CURRENT_SOURCE_DIR}/debian)

# What only this package installs.
set(modules lib/python3/dist-packages)
install(TARGETS arenascope_python LIBRARY DESTINATION ${modules}/arenascope COMPONENT debian EXCLUDE_FROM_ALL)
file(GLOB module_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/python/arenascope/*.py
     ${CMAKE_SOURCE_DIR}/python/arenascope/*.pyi ${CMAKE_SOURCE_DIR}/python/arenascope/py.typed)
install(FILES ${module_files} DESTINATION ${modules}/arenascope COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_SOURCE_DIR}/recorder/arenascope_recorder.py DESTINATION ${modules}
        COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${debian}/copyright DESTINATION share/doc/arenascope COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${debian}/lintian-overrides DESTINATION share/lintian/overrides RENAME arenascope
        COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};arenascope;Unspecified;/;${CMAKE_BINARY_DIR};arenascope;debian;/")
set(CPACK_PACKAGE_NAME arenascope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/staged_files.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${debian}/packed_files.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Arenascope authors <arenascope@users.noreply.github.com>")
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE https://github.com/arenascope/arenascope)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm)
set(CPACK_DEBIAN_COMPRESSION_TYPE none)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The module for Python fits one version of Python.
math(EXPR next_python "${Python_VERSION_MINOR} + 1")
string(JOIN ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "python3 (>= 3.${Python_VERSION_MINOR}~)" "python3 (<< 3.${next_python})" qt6-wayland fonts-dejavu-core)
string(JOIN ", " CPACK_DEBIAN_PACKAGE_SUGGESTS python3-numpy graphviz fonts-wqy-zenhei
  qt6-gtk-platformtheme cmake g++ libexpected-dev
  libpugixml-dev libzstd-dev liblemon-dev libmetis-dev libonnx-dev libprotobuf-dev)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "visual debugger for tensor memory layouts")
string(JOIN "\n" CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "A memory planner decides where each tensor of a neural network lives in"
  "memory. Arenascope draws the plan, finds every overlap, explains what carries"
  "the peak, and plans anew with any of its planners, step by step."
  "."
  "It reads ONNX, TFLite, ExecuTorch, ncnn and OpenVINO models, and the plans"
  "that TFLite Micro, Vela, XLA, TVM, ST Edge AI and PyTorch write."
  "."
  "The window and the command line do the same work; the command line needs no"
  "display. The package also holds a C++ library and a module for Python.")
include(CPack)
