# Runs Qt's moc on files of a target, each alone: arenascope_moc(TARGET FILE…). Without include directories moc reads that
# file alone, which takes a fiftieth of the time.
#   window/help.h        window/help_moc.cpp, a source of the target; it joins the unit of window/help.cpp
#   tables/row_test.cpp  row_test.moc, which that file includes
function(arenascope_moc target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
  set(all_made "")
  foreach(file ${ARGN})
    file(RELATIVE_PATH path ${CMAKE_CURRENT_SOURCE_DIR} ${file})
    if(path MATCHES "\\.h$")
      string(REGEX REPLACE "\\.h$" "_moc.cpp" path ${path})
    else()
      get_filename_component(path ${path} NAME_WE)
      string(APPEND path .moc)
    endif()
    get_filename_component(inner ${folder}/${path} DIRECTORY)
    file(MAKE_DIRECTORY ${inner})
    add_custom_command(OUTPUT ${folder}/${path} COMMAND Qt6::moc -o ${folder}/${path} ${file} DEPENDS ${file} VERBATIM)
    list(APPEND all_made ${folder}/${path})
  endforeach()
  target_sources(${target} PRIVATE ${all_made})
  # A command of this target alone would wait until the libraries of the target are built.
  add_custom_target(${target}_mocs DEPENDS ${all_made})
endfunction()

# Does so for all headers of a target that declare a Q_OBJECT: arenascope_moc_headers(TARGET).
function(arenascope_moc_headers target)
  get_target_property(headers ${target} SOURCES)
  list(FILTER headers INCLUDE REGEX "\\.h$")
  # A header may get its first Q_OBJECT. Configuring takes less than a second.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
  set(declaring "")
  foreach(header ${headers})
    file(STRINGS ${header} declared REGEX "^ *Q_OBJECT")
    if(declared)
      list(APPEND declaring ${header})
    endif()
  endforeach()
  arenascope_moc(${target} ${declaring})
endfunction()
