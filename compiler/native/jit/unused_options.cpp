// Keeps LLVM's command-line options from being registered.
//
// A thousand of them would register themselves, by name, while libseedc_jit.so is loaded: a
// millisecond for every process that compiles. Nothing here parses a command line, and options have
// their defaults without. The linker puts this function in the place of LLVM's
// (CMakeLists.txt, `--wrap`).
namespace seedc::jit {

[[gnu::used, gnu::retain]] void leave_out() __asm__("__wrap__ZN4llvm2cl6Option11addArgumentEv");

void leave_out() {}

}  // namespace seedc::jit
