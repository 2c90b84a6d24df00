# Changes a generated source so that its tables are built when its class is first used: as generated, they are built whenever a
# process starts, whatever it is for. If memory ends meanwhile, the next use builds them anew, from the start.
file(READ ${SOURCE} text)
get_filename_component(class ${SOURCE} NAME_WE)

# replaced(FROM TO): FROM stands in the text exactly once.
function(replaced from to)
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${SOURCE}: not as antlr4 4.7 generates it: \"${from}\" is not there once")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  set(text "${text}" PARENT_SCOPE)
endfunction()

replaced("${class}::Initializer ${class}::_init;" "")
replaced("${class}::Initializer::Initializer() {" "${class}::Initializer::Initializer() {\n  _decisionToDFA.clear();\n  _tokenNames.clear();")
replaced("  _interpreter = new" "  static const Initializer built;\n  _interpreter = new")
file(WRITE ${SOURCE} "${text}")
