# Runs Qt's moc on the headers of a target that declare a Q_OBJECT: arenascope_moc(TARGET).
# Each gives a source of its own, which joins the unit of the header's source, where all its headers are read anyway.
# Without include directories moc reads the header alone, which takes a fiftieth of the time of CMAKE_AUTOMOC.
function(arenascope_moc target)
  get_target_property(headers ${target} SOURCES)
  list(FILTER headers INCLUDE REGEX "\\.h$")
  # A header may get its first Q_OBJECT. Configuring takes less than a second.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
  foreach(header ${headers})
    file(STRINGS ${header} declared REGEX "^ *Q_OBJECT")
    if(NOT declared)
      continue()
    endif()
    file(RELATIVE_PATH path ${CMAKE_CURRENT_SOURCE_DIR} ${header})
    string(REGEX REPLACE "\\.h$" "_moc.cpp" path ${path})
    set(made ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc/${path})
    get_filename_component(folder ${made} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${made} COMMAND Qt6::moc -o ${made} ${header} DEPENDS ${header} VERBATIM)
    target_sources(${target} PRIVATE ${made})
    list(APPEND all_made ${made})
  endforeach()
  # A command of this target alone would wait until the libraries of the target are built.
  add_custom_target(${target}_mocs DEPENDS ${all_made})
endfunction()
