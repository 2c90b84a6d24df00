# cmake -DSOURCE=… -DHEADER=… -P Commit.cmake: writes the commit of the sources into a header, if it is another than before.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "// Written by CMake.\n#define SEEDC_COMMIT \"${commit}\"\n")
