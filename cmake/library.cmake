# What `cmake --install` gives to other projects: the public headers, one static library of the rooms below them, and the
# package Arenascope with the target Arenascope::core. The headers of the rooms are hidden: they are not installed.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

configure_file(library/version.h.in ${ARENASCOPE_GENERATED}/core/library/arenascope/version.h @ONLY)

set(objects "")
foreach(room base model check trace planner format library)
  list(APPEND objects $<TARGET_OBJECTS:arenascope_${room}>)
endforeach()
if(TARGET arenascope_onnx)
  list(APPEND objects $<TARGET_OBJECTS:arenascope_onnx>)
endif()
add_library(arenascope_archive STATIC ${objects})
set_target_properties(arenascope_archive PROPERTIES OUTPUT_NAME arenascope-core EXPORT_NAME core LINKER_LANGUAGE CXX)
target_compile_features(arenascope_archive INTERFACE cxx_std_20)
target_include_directories(arenascope_archive INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# All but the first are linked only; no public header includes them..
target_link_libraries(arenascope_archive PUBLIC tl::expected
                      PRIVATE pugixml::pugixml zstd::libzstd_shared Threads::Threads lemon)
if(ARENASCOPE_METIS_FOUND)
  target_link_libraries(arenascope_archive PRIVATE metis)
endif()
if(ARENASCOPE_ONNX_FOUND)
  target_link_libraries(arenascope_archive PRIVATE onnx onnx_proto)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Arenascope)
install(TARGETS arenascope_archive EXPORT ArenascopeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT ArenascopeTargets NAMESPACE Arenascope:: DESTINATION ${package})
install(DIRECTORY library/arenascope ${ARENASCOPE_GENERATED}/core/library/arenascope
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/ArenascopeConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/ArenascopeConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ArenascopeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ArenascopeConfig.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/ArenascopeConfigVersion.cmake DESTINATION ${package})
