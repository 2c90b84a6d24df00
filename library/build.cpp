// What this library is, was made with, and runs on.
#include <fmt/format.h>
#include <gnu/libc-version.h>

#include "commit.h"
#include "library/boundary.h"
#include "runtime/base/processor.h"

using namespace seedc;
using namespace seedc::library;

seedc_error* seedc_build_text(seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    text =
        new_text(fmt::format("seedc {}\ncommit     {}\ncompiler   {}\nLLVM       {}\nlibc       "
                             "glibc {}\nprocessor  {}\n",
                             SEEDC_VERSION, SEEDC_COMMIT, SEEDC_COMPILER, SEEDC_LLVM_VERSION,
                             gnu_get_libc_version(), base::processor_name()));
  });
}
