// Makes all thread-local data of libseedc_jit.so, which is LLVM's, part of each thread's own block.
//
// Data of a library that is loaded at run time otherwise gets memory at each thread's first use of
// it, and where there is none glibc ends the process; LeakSanitizer, too, guesses the size of such
// memory from bytes before it, and now and then wrongly. One use by the model "initial-exec" marks
// the whole library (DF_STATIC_TLS); its few bytes come from what glibc keeps in reserve.
namespace seedc::jit {
namespace {

[[gnu::tls_model("initial-exec")]] thread_local char one_byte;

}  // namespace

[[gnu::used, gnu::retain]] char* thread_local_byte() { return &one_byte; }

}  // namespace seedc::jit
