# seedc_library(NAME [SOURCES…] [DEPENDS…] [USES…]): one static library per folder, with the project's warnings. Its
# sources are those of the folder and its subfolders, unless they are listed. DEPENDS are the libraries whose headers
# the folder's own headers include; USES are those that only its sources need, and that are hidden from its users.
# Headers are included from the root of the repository: "compiler/ir/module.h".

add_library(seedc_options INTERFACE)
target_compile_options(seedc_options INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers
                       -Werror=switch -Werror=return-type
                       -fno-math-errno -ffp-contract=off)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  # Without it std::popcount is a call, and planes are counted in every run. check_processor (runtime/base) refuses
  # processors that do not have the instruction.
  target_compile_options(seedc_options INTERFACE -mpopcnt)
endif()
target_include_directories(seedc_options INTERFACE ${CMAKE_SOURCE_DIR})
# What users get does not end their process where an assertion of a library's header fails; what tests look into does.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT SEEDC_SANITIZE AND NOT SEEDC_FUZZ)
  target_compile_definitions(seedc_options INTERFACE NDEBUG)
endif()

if(CMAKE_UNITY_BUILD)
  # It takes the sources that a group includes for headers.
  target_compile_options(seedc_options INTERFACE -Wno-subobject-linkage)
endif()

if(SEEDC_SANITIZE)
  add_compile_options(-fsanitize=${SEEDC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # The descriptions of clang's checks are millions of pointers; a non-PIE program need not relocate them at every
  # start.
  add_link_options(-fsanitize=${SEEDC_SANITIZE} $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(SEEDC_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

function(seedc_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;USES" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB_RECURSE ARG_SOURCES CONFIGURE_DEPENDS *.cpp)
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC seedc_options ${ARG_DEPENDS} PRIVATE ${ARG_USES})
  set_property(GLOBAL APPEND PROPERTY SEEDC_LIBRARIES ${name})
endfunction()
