"""foreign.py LIBRARY DATA CASE: the library as a guest of a Python process.

    llvm_first, llvm_last    with another LLVM, whose symbols are global or not
    unload                   unloaded after its last handle, and loaded again
    fork                     loaded before a fork, used after it"""
import _ctypes
import ctypes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "support"))
import seedc_ctypes

PROGRAM = 'R1: AND(wifi_free, NOT(noise_loud))\nR2: review_text("cozy")\n'


def sum_by_llvmlite():
    """Compiles and runs a function by the other LLVM."""
    import llvmlite.binding as llvm

    for initialize in ("initialize", "initialize_native_target", "initialize_native_asmprinter"):
        try:
            getattr(llvm, initialize)()
        except (AttributeError, RuntimeError):  # newer versions do so by themselves
            pass
    module = llvm.parse_assembly("define i64 @f(i64 %a, i64 %b) { %c = add i64 %a, %b ret i64 %c }")
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(engine.get_function_address("f"))
    return function(40, 2)


def both(library, data, mode, is_llvm_first):
    if is_llvm_first:
        assert sum_by_llvmlite() == 42
    seedc = seedc_ctypes.Library(library, mode)
    first = seedc.lines(PROGRAM, data)
    assert sum_by_llvmlite() == 42
    assert seedc.lines(PROGRAM, data) == first == seedc.lines(PROGRAM, data, seedc_ctypes.INTERP)
    return first


def unload(library, data):
    lines = set()
    for _ in range(3):
        seedc = seedc_ctypes.Library(library)
        lines.add(seedc.lines(PROGRAM, data))
        _ctypes.dlclose(seedc.so._handle)
    assert len(lines) == 1
    return lines.pop()


def fork(library, data):
    seedc = seedc_ctypes.Library(library)
    child = os.fork()
    if child == 0:
        sys.stdout.write(seedc.lines(PROGRAM, data))
        sys.stdout.flush()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    return seedc.lines(PROGRAM, data)


def main():
    library, data, case = sys.argv[1:4]
    if case.startswith("llvm"):
        mode = ctypes.RTLD_GLOBAL if "global" in sys.argv[4:] else ctypes.DEFAULT_MODE
        sys.setdlopenflags(os.RTLD_NOW | (os.RTLD_GLOBAL if "global" in sys.argv[4:] else 0))
        print(both(library, data, mode, case == "llvm_first"), end="")
    else:
        print({"unload": unload, "fork": fork}[case](library, data), end="")


if __name__ == "__main__":
    main()
