"""libseedc.so from Python without a module of its own: enough of seedc.h for tests in a foreign process."""
import ctypes


class Str(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t)]

    @classmethod
    def of(cls, text):
        raw = text.encode()
        return cls(raw, len(raw))

    def text(self):
        return ctypes.string_at(self.data, self.size).decode()


class Input(ctypes.Structure):
    _fields_ = [("name", Str), ("text", Str)]


class CompileOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("data", ctypes.c_void_p)]


class PrepareOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("backend", ctypes.c_int32)]


AUTO, JIT, INTERP = range(3)
JSONL = 2


class Library:
    """`mode` is as dlopen takes it."""

    def __init__(self, path, mode=ctypes.DEFAULT_MODE):
        self.so = ctypes.CDLL(path, mode)
        self.so.seedc_error_message.restype = Str
        self.so.seedc_error_help.restype = Str
        self.so.seedc_text_str.restype = Str
        for name in ("seedc_session_release", "seedc_data_release", "seedc_program_release", "seedc_prepared_release",
                     "seedc_results_release", "seedc_text_release", "seedc_error_release", "seedc_error_message",
                     "seedc_error_help", "seedc_text_str"):
            getattr(self.so, name).argtypes = [ctypes.c_void_p]

    def call(self, name, *arguments):
        """The handle that a function gives in its last argument."""
        handle = ctypes.c_void_p()
        function = getattr(self.so, name)
        function.restype = ctypes.c_void_p
        error = function(*arguments, ctypes.byref(handle))
        if error:
            message = f"{self.so.seedc_error_message(error).text()}; help: {self.so.seedc_error_help(error).text()}"
            self.so.seedc_error_release(error)
            raise RuntimeError(message)
        return handle

    def results(self, program, folder, backend):
        """The results of a program in the shorthand, and what must be released."""
        session = self.call("seedc_session_new", None)
        data = self.call("seedc_data_open", session, None, Str.of(folder), None)
        options = CompileOptions(ctypes.sizeof(CompileOptions), data)
        source = Input(Str.of("test.req"), Str.of(program))
        compiled = self.call("seedc_compile", session, None, ctypes.byref(source), ctypes.c_size_t(1), ctypes.byref(options))
        chosen = PrepareOptions(ctypes.sizeof(PrepareOptions), backend)
        prepared = self.call("seedc_prepare", compiled, None, ctypes.byref(chosen))
        results = self.call("seedc_run", prepared, None, data, None)
        for kind, handle in [("prepared", prepared), ("program", compiled), ("data", data), ("session", session)]:
            getattr(self.so, f"seedc_{kind}_release")(handle)
        return results

    def lines(self, program, folder, backend=JIT):
        """The results as jsonl."""
        results = self.results(program, folder, backend)
        text = self.call("seedc_results_text", results, ctypes.c_int32(0), ctypes.c_int32(JSONL))
        lines = self.so.seedc_text_str(text).text()
        self.so.seedc_text_release(text)
        self.so.seedc_results_release(results)
        return lines
