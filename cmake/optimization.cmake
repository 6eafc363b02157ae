# The rooms of the core whose loops go over buffers, rectangles and pixels.
set(arenascope_rooms_with_loops check trace planner picture)

# How far GCC optimizes a target in a Release build: arenascope_optimize(TARGET LEVEL). Those rooms have the -O3 of
# Release. Code that runs once for a click or a command takes -O1, which compiles in three quarters of the time.
function(arenascope_optimize target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND level EQUAL 2)
    # At this level GCC 12 warns of what a std::optional or an Expected would hold if it held anything.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-free-nonheap-object)
  endif()
endfunction()

# Puts the core first on a program's command line of the linker, the rooms with -O3 before the others. Of a template that
# two targets instantiate alike, the linker keeps the first copy; so their loops never run a copy that was made with less.
function(arenascope_link_core_first program)
  set(rooms ${arenascope_rooms_with_loops} ${ARENASCOPE_ROOMS})
  list(REMOVE_DUPLICATES rooms)
  foreach(room ${rooms})
    list(APPEND archives $<TARGET_FILE:arenascope_${room}>)
    add_dependencies(${program} arenascope_${room})
  endforeach()
  target_link_libraries(${program} PRIVATE -Wl,--whole-archive ${archives} -Wl,--no-whole-archive)
endfunction()
