# Compiles the sources of a target up to eight at a time where CMAKE_UNITY_BUILD is on:
# arenascope_unity_units(TARGET [TOGETHER FILE…]). TOGETHER form a unit of their own, because they share a header that
# takes long to read.
# A unit reads its headers once and instantiates each template once, which halves the time. Units begin anew with each
# room (the first folder under the target) but small ones, and are named after the room that they begin with, so that a
# new file disturbs the units of its own room only.
# Names of one file alone must differ inside a unit. The presets dev and lint compile each file by itself.
function(arenascope_unity_units target)
  cmake_parse_arguments(PARSE_ARGV 1 units "" "" "TOGETHER")
  list(TRANSFORM units_TOGETHER PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_source_files_properties(${units_TOGETHER} PROPERTIES UNITY_GROUP together)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(REMOVE_ITEM sources ${units_TOGETHER})
  list(SORT sources)
  set(unit 0)
  set(count 0)
  set(first_room "")
  set(earlier_room "")
  foreach(source ${sources})
    file(RELATIVE_PATH path ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    string(REGEX REPLACE "/.*" "" room ${path})
    if(count EQUAL 8 OR (count GREATER 3 AND NOT room STREQUAL earlier_room))
      math(EXPR unit "${unit} + 1")
      set(count 0)
    endif()
    if(count EQUAL 0 AND NOT room STREQUAL first_room)
      set(first_room ${room})
      set(unit 1)
    endif()
    math(EXPR count "${count} + 1")
    set(earlier_room ${room})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${first_room}_${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
