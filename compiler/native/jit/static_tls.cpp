// Places all thread-local data of libseedc_jit.so, which is LLVM's, in the static TLS block of each
// thread.
//
// Otherwise glibc allocates the data of a library loaded at run time on each thread's first use of
// it, and ends the process if the allocation fails; LeakSanitizer also guesses the size of that
// memory from the bytes before it, and is sometimes wrong. A single use of the "initial-exec" model
// marks the whole library (DF_STATIC_TLS); its few bytes come from glibc's reserve.
namespace seedc::jit {
namespace {

[[gnu::tls_model("initial-exec")]] thread_local char one_byte;

}  // namespace

[[gnu::used, gnu::retain]] char* thread_local_byte() { return &one_byte; }

}  // namespace seedc::jit
