# CPack runs this when it has packed the files. They are packed again, in half the size: program, library and module for
# Python hold much of the same, which xz finds only at its highest level. DPKG_DEB_COMPRESSOR_TYPE chooses another method.
foreach(package ${CPACK_PACKAGE_FILES})
  set(unpacked ${CPACK_TEMPORARY_DIRECTORY}-unpacked)
  file(REMOVE_RECURSE ${unpacked})
  execute_process(COMMAND dpkg-deb --raw-extract ${package} ${unpacked} COMMAND_ERROR_IS_FATAL ANY)
  # With several threads, the bytes would depend on their number.
  execute_process(COMMAND dpkg-deb --root-owner-group --threads-max=1 -z9 --build ${unpacked} ${package}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${unpacked})
endforeach()
