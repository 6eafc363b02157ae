# CPack runs this when all files of the package are in their places, and before it packs them.
file(GLOB_RECURSE files "${CPACK_TEMPORARY_DIRECTORY}/usr/*")
set(folder ${CMAKE_CURRENT_LIST_DIR})

# Debian compresses manual pages and changelogs, without a date inside. -n also leaves out the name.
execute_process(COMMAND python3 -B ${folder}/changelog.py ${folder}/../..
  OUTPUT_FILE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/arenascope/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
set(pages ${files})
list(FILTER pages INCLUDE REGEX "/man1/[^/]*\\.1$")
execute_process(COMMAND gzip -9n ${pages} ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/arenascope/changelog.Debian
  COMMAND_ERROR_IS_FATAL ANY)

# Symbols that only a debugger reads, and notes of the compiler.
foreach(file ${files})
  if(file MATCHES "/bin/arenascope$" OR file MATCHES "/_native[^/]*\\.so$")
    execute_process(COMMAND strip --strip-unneeded --remove-section=.comment --remove-section=.note ${file}
      COMMAND_ERROR_IS_FATAL ANY)
  elseif(file MATCHES "\\.a$")
    execute_process(COMMAND strip --strip-debug --remove-section=.comment --remove-section=.note
      --enable-deterministic-archives ${file} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
# A module is no program.
file(GLOB modules "${CPACK_TEMPORARY_DIRECTORY}/usr/lib/python3/dist-packages/arenascope/*.so")
file(CHMOD ${modules} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
