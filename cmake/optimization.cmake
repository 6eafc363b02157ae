# How far GCC optimizes a target in a Release build: arenascope_optimize(TARGET LEVEL). Loops over buffers, rectangles and
# pixels take the whole of -O3. Code that runs once for a click or a command takes -O1, which compiles in three quarters of
# the time.
function(arenascope_optimize target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND level EQUAL 2)
    # At this level GCC 12 warns of what a std::optional or an Expected would hold if it held anything.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-free-nonheap-object)
  endif()
endfunction()

# Puts the core first on a program's command line of the linker. Of a template that two targets instantiate alike, the
# linker keeps the first copy; so the core's loops never run a copy that was made with -O1.
function(arenascope_link_core_first program)
  foreach(room picture planner trace check analysis format model base)
    list(APPEND archives $<TARGET_FILE:arenascope_${room}>)
    add_dependencies(${program} arenascope_${room})
  endforeach()
  target_link_options(${program} PRIVATE LINKER:--gc-sections)
  target_link_libraries(${program} PRIVATE -Wl,--whole-archive ${archives} -Wl,--no-whole-archive)
endfunction()
