/* seedc as a C library: compiles evidence requests and Formula Seeds, and runs them on reviewed
 * items. What programs mean is in docs/semantics.md. <seedc/seedc.hpp> is the same for C++.
 *
 *   seedc_session* session;
 *   seedc_session_new(NULL, &session);
 *   seedc_data* data;
 *   seedc_data_open(session, NULL, seedc_str_of("examples/cafes"), NULL, &data);
 *   seedc_input input = {seedc_str_of("first.req"), seedc_str_of("R1: drive_thru")};
 *   seedc_compile_options options = SEEDC_STRUCT(seedc_compile_options);
 *   options.data = data;
 *   seedc_program* program;
 *   seedc_compile(session, NULL, &input, 1, &options, &program);
 *   seedc_prepared* prepared;
 *   seedc_prepare(program, NULL, NULL, &prepared);
 *   seedc_results* results;
 *   seedc_run(prepared, NULL, data, NULL, &results);
 *
 * The same with its errors checked and its handles released: examples/library/first.c.
 *
 * Errors. A function that can fail returns NULL, or an error, which the caller releases; what it
 * would have given in its last arguments is then NULL or 0, and everything else is as before. Null
 * handles, handles of another type and options of a newer version are errors too. What is wrong
 * with a program is not an error: it is in the program's findings, and its requests without
 * mistakes run.
 *
 * Ownership. Who is given a handle releases it with the function of its type; NULL may be released.
 * Handles keep alive what they refer to: a program may be released before what was prepared from
 * it. Strings are UTF-8 with a length, not ended by a zero; those that are given out live as long
 * as the handle that they came from.
 *
 * Threads. All handles may be used by several threads at once, each by any thread; only a release
 * must be the last use. Two sessions share nothing. Calls of one session share its threads.
 *
 * Growth. Structs begin with their size in bytes, as the caller knows them (`SEEDC_STRUCT`).
 * Members are only added, at the end, and zero means the default: a struct of an older version is
 * filled up with zeros, one of a newer version is an error if what is not known here is not zero.
 * Functions are only added as long as SEEDC_ABI_VERSION stays the same.
 *
 * The library prints nothing, reads no environment, changes no locale, sets no signal handler and
 * no limit of the process, and does not end it. */
#ifndef SEEDC_SEEDC_H
#define SEEDC_SEEDC_H

/* C has its own names and no nullptr. NOLINTBEGIN */

#include <seedc/arrow_abi.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SEEDC_ABI_VERSION 1
#if defined(__GNUC__)
#define SEEDC_API __attribute__((visibility("default")))
#else
#define SEEDC_API
#endif

/* A struct of options, all of them defaults: seedc_call call = SEEDC_STRUCT(seedc_call); */
#ifdef __cplusplus
}
template <class Struct>
inline Struct seedc_struct() {
  Struct made{};
  made.size = sizeof(Struct);
  return made;
}
extern "C" {
#define SEEDC_STRUCT(type) seedc_struct<type>()
#else
#define SEEDC_STRUCT(type) ((type){.size = sizeof(type)})
#endif

/* Bytes that somebody else owns. `data` may be NULL if `size` is 0. */
typedef struct seedc_str {
  const char* data;
  size_t size;
} seedc_str;

static inline seedc_str seedc_str_of(const char* zero_ended) {
  seedc_str text;
  text.data = zero_ended;
  text.size = zero_ended == NULL ? 0 : strlen(zero_ended);
  return text;
}

/* The version of the ABI that the library has, and its own: `1.2.3`. */
SEEDC_API uint32_t seedc_abi_version(void);
SEEDC_API seedc_str seedc_version(void);

/* ---- Texts ---- */

/* A text that was made for the caller. */
typedef struct seedc_text seedc_text;
SEEDC_API seedc_str seedc_text_str(const seedc_text* text);
SEEDC_API void seedc_text_release(seedc_text* text);

/* ---- Errors and findings ---- */

typedef struct seedc_error seedc_error;
/* The version, the commit, what it was compiled with, the C library, whose `log` and `exp` formulas
 * use, and the processor it runs on; a line each. */
SEEDC_API seedc_error* seedc_build_text(seedc_text** out);

enum {
  SEEDC_USAGE = 1,     /* the call makes no sense, or a program cannot be read */
  SEEDC_DATA = 2,      /* a file of data is missing, broken or cannot be written */
  SEEDC_SERVICE = 3,   /* something outside failed: a language model, a library */
  SEEDC_LIMIT = 4,     /* a limit was reached, of memory or of a program's size */
  SEEDC_CANCELLED = 5, /* the caller asked for it */
  SEEDC_TIME = 6,      /* the call's time is over */
  SEEDC_INTERNAL = 7   /* a bug in seedc */
};

enum { SEEDC_ERROR = 1, SEEDC_WARNING = 2 };

/* A location in a program. Lines and columns count from 1, columns in code points; `begin` and
 * `end` are bytes from 0; ends are exclusive. A `line` of 0: there is no location, or of an error
 * all of the file, if it has one. Errors have a file and a line alone. */
typedef struct seedc_location {
  seedc_str file;
  uint64_t line, column, end_line, end_column;
  uint64_t begin, end;
} seedc_location;

/* A change that fixes what was found: the bytes of `location` become `replacement`. */
typedef struct seedc_fix {
  seedc_location location;
  seedc_str replacement;
  int32_t is_safe; /* certainly what was meant, and not only probably */
} seedc_fix;

/* A second location that helps to understand a finding. */
typedef struct seedc_note {
  seedc_location location;
  seedc_str message;
} seedc_note;

/* What is wrong. Messages are lower case, without a full stop, with code in backticks. */
typedef struct seedc_finding {
  size_t size;
  int32_t severity;
  seedc_str code; /* stable, in kebab case: `unknown-name`, `no-items` */
  seedc_str message;
  seedc_str help;             /* the fix in words, or empty */
  const seedc_str* arguments; /* what the message names, in its order */
  size_t argument_count;
  seedc_location location;
  const seedc_fix* fixes;
  size_t fix_count;
  const seedc_note* notes;
  size_t note_count;
} seedc_finding;

SEEDC_API int32_t seedc_error_kind(const seedc_error* error);
/* What failed, why, and what to do about it. */
SEEDC_API seedc_str seedc_error_message(const seedc_error* error);
SEEDC_API seedc_str seedc_error_help(const seedc_error* error);
/* The option or function that the help is about, as it is called here: `memory_limit`. Or empty. */
SEEDC_API seedc_str seedc_error_option(const seedc_error* error);
/* All of it, with the code, what the message names, and the file that is wrong. `out->size` is set
 * by the caller. */
SEEDC_API void seedc_error_finding(const seedc_error* error, seedc_finding* out);
SEEDC_API void seedc_error_release(seedc_error* error);

/* ---- Calls ---- */

/* Stops calls, from any thread or signal handler: at their next check, which comes within 50 ms.
 * Not interrupted are one compile by LLVM, whose input the limit `native-instructions` bounds (the
 * longest measured took 1 s; the interpreter needs none), and one by Vectorscan or PCRE2 (at most
 * 50 ms measured). */
typedef struct seedc_cancel seedc_cancel;
SEEDC_API seedc_error* seedc_cancel_new(seedc_cancel** out);
SEEDC_API void seedc_cancel_request(seedc_cancel* cancel);
SEEDC_API void seedc_cancel_release(seedc_cancel* cancel);

enum { SEEDC_LOG_NOTE = 1, SEEDC_LOG_WARNING = 2 };

/* A stage of a call that has ended. Stages may be inside of others, which end later. Times are of
 * the monotonic clock (CLOCK_MONOTONIC), in nanoseconds. */
typedef struct seedc_timing {
  size_t size;
  seedc_str name; /* `load data` */
  int64_t begin_ns, elapsed_ns;
  uint64_t count; /* how much it did, of `noun`, which is in the singular: `condition`; or empty */
  seedc_str noun;
} seedc_timing;

/* How one call runs; NULL for all defaults. Callbacks are called by one thread at a time, perhaps
 * not the caller's, and must not call seedc with the call's own handles. */
typedef struct seedc_call {
  size_t size;
  seedc_cancel* cancel;
  double time_limit;     /* in seconds; 0: none */
  uint64_t memory_limit; /* in bytes; 0: none */
  /* How much of a step is done: of `total`; the same again, or `working` and 0 of 0 before the
   * first, where nothing more is for a tenth of a second. Another value than 0 cancels the call. */
  int32_t (*progress)(void* context, seedc_str step, uint64_t done, uint64_t total);
  /* What people want to know of a run. Warnings are what is wrong, such as records that were left
   * out; notes what was read, and where rows went. */
  void (*log)(void* context, int32_t level, seedc_str text);
  void* context; /* is given to both, and to `timing` */
  /* What took how long. */
  void (*timing)(void* context, const seedc_timing* stage);
} seedc_call;

/* ---- Sessions ---- */

typedef struct seedc_session seedc_session;
typedef struct seedc_session_options {
  size_t size;
  uint32_t threads; /* that its calls use together; 0: as many as there are cores */
  /* In bytes, for all that its data, programs and results hold and its calls use together, each
   * call within its own limit, too; 0: none. */
  uint64_t memory_limit;
  /* What the caller's users write for an option or a function, which messages refer to: for
   * `memory_limit` perhaps `--max-memory SIZE`. NULL: messages call it what it is called here; an
   * empty text: they do not mention it. Called only while the session is made; the text is valid
   * until the next call. */
  seedc_str (*setting_name)(void* context, seedc_str option);
  void* context; /* is given to it */
  /* DuckDB's shared library (1.4 or newer), which reads Parquet files and DuckDB databases: its
   * path; empty: libduckdb.so, where the system finds it. Loaded when such data is read. */
  seedc_str duckdb;
  /* How wide lines of texts for people may be, in columns: tables are cut, explanations wrapped. 0:
   * 80; UINT32_MAX: nothing is cut. */
  uint32_t text_width;
  /* The same for the messages of findings; 0: each is one line. */
  uint32_t message_width;
} seedc_session_options;
SEEDC_API seedc_error* seedc_session_new(const seedc_session_options* options, seedc_session** out);
SEEDC_API void seedc_session_release(seedc_session* session);

/* ---- Data ---- */

/* Items with their reviews. Columns are read when the first run needs them, and kept. */
typedef struct seedc_data seedc_data;
typedef struct seedc_data_options {
  size_t size;
  int32_t strict; /* a broken record is an error; otherwise, and in a schema, it is left out */
  /* A snapshot is copied when it is first read. Otherwise it is mapped: fast, but the system ends
   * a process that reads a mapped file which somebody has cut meanwhile. */
  int32_t copy_snapshot;
  /* A folder in which a snapshot of data that must be parsed is kept for later processes, and used
   * as long as its files are unchanged; it is made if it is not there. Empty: none is kept. */
  seedc_str cache_folder;
} seedc_data_options;

/* A folder of JSON lines, a bundle or a snapshot; a Parquet file, a folder of them, or a DuckDB
 * database. Files of JSON lines may be compressed by gzip or zstd. They are read when a call
 * needs them first: what is not there is an error of that call. */
SEEDC_API seedc_error* seedc_data_open(seedc_session* session, const seedc_call* call,
                                       seedc_str path, const seedc_data_options* options,
                                       seedc_data** out);
SEEDC_API void seedc_data_release(seedc_data* data);

/* Tables of Arrow: their rows are what lines of the files are, and docs/semantics.md says what the
 * types mean. Reviews may also be nested in items, as in bundles. */
typedef struct seedc_tables {
  size_t size;
  struct ArrowArrayStream* items;
  struct ArrowArrayStream* reviews; /* this one and the following may be NULL */
  struct ArrowArrayStream* users;
  struct ArrowArrayStream* friends;    /* `name`, `friends` */
  struct ArrowArrayStream* judgements; /* `review_id`, `topic`, `judgement` */
} seedc_tables;
/* Reads and checks the streams, and keeps their batches: columns are read in place. The streams are
 * released, after an error too. */
SEEDC_API seedc_error* seedc_data_from_tables(seedc_session* session, const seedc_call* call,
                                              const seedc_tables* tables,
                                              const seedc_data_options* options, seedc_data** out);

/* What is left out of the data: broken records, those whose id came before, reviews of unknown
 * items. A line of JSON; `examples` are the first of them, with a line of 0 where they have none:
 *   {"items":N,"reviews":N,"left_out":{"count":N,
 *    "files":[{"file","records","used","left_out"}],"examples":[{"file","line","reason"}]}}
 * All records are read for it, once. */
SEEDC_API seedc_error* seedc_data_left_out(const seedc_data* data, const seedc_call* call,
                                           seedc_text** out);

/* What identifies the files that the data is read from, as they are now: a line of JSON for each,
 *   {"name":PATH,"bytes":N,"digest":{"sha256":"…"}}
 * For a snapshot the digest is its own, "seedc-snapshot". All bytes of other files are read. Empty
 * for data that is in memory. */
SEEDC_API seedc_error* seedc_data_digests(const seedc_data* data, const seedc_call* call,
                                          seedc_text** out);

/* The same of any files. */
SEEDC_API seedc_error* seedc_file_digests(seedc_session* session, const seedc_call* call,
                                          const seedc_str* files, size_t file_count,
                                          seedc_text** out);

/* What the data contains, as far as names depend on it. */
typedef struct seedc_schema seedc_schema;
SEEDC_API seedc_error* seedc_data_schema(const seedc_data* data, const seedc_call* call,
                                         seedc_schema** out);
/* From the text that seedc_schema_text gives; `name` is its name in errors. */
SEEDC_API seedc_error* seedc_schema_parse(seedc_session* session, seedc_str name, seedc_str text,
                                          seedc_schema** out);
/* The same from a file. */
SEEDC_API seedc_error* seedc_schema_open(seedc_session* session, seedc_str path,
                                         seedc_schema** out);
enum {
  SEEDC_TEXT = 0,
  SEEDC_JSON = 1,
  SEEDC_JSONL = 2,
  SEEDC_CSV = 3,
  SEEDC_SARIF = 4,
  SEEDC_COLOURED = 5, /* wherever there is SEEDC_TEXT: perhaps with colours of a terminal */
  SEEDC_JUNIT = 6,    /* for services that run tests: XML with a test case each */
  SEEDC_GITHUB = 7    /* the commands by which GitHub annotates files: `::error file=…` */
};
/* SEEDC_TEXT or SEEDC_JSON. */
SEEDC_API seedc_error* seedc_schema_text(const seedc_schema* schema, int32_t format,
                                         seedc_text** out);
SEEDC_API void seedc_schema_release(seedc_schema* schema);

typedef struct seedc_names_options {
  size_t size;
  const seedc_str* words; /* only names with a word that begins with one of them */
  size_t word_count;
  int32_t all;    /* also ids and codes, and all people */
  int32_t format; /* SEEDC_TEXT, SEEDC_COLOURED or SEEDC_JSON */
} seedc_names_options;
/* The names of conditions that the data offers, each with how many items it holds for; people,
 * topics and review paths. */
SEEDC_API seedc_error* seedc_data_names(const seedc_data* data, const seedc_call* call,
                                        const seedc_names_options* options, seedc_text** out);
/* How a name is read on the data, and what else it could have been. `readings`, which may be NULL:
 * how many readings it has; of more than one it is ambiguous. */
SEEDC_API seedc_error* seedc_data_explain_name(const seedc_data* data, const seedc_call* call,
                                               seedc_str name, int32_t format, seedc_text** out,
                                               size_t* readings);
/* All names that some item decides, as a library of conditions, and in `table`, which may be NULL,
 * with how many items each holds for. */
SEEDC_API seedc_error* seedc_data_conditions(const seedc_data* data, const seedc_call* call,
                                             seedc_text** out, seedc_text** table);

/* Requests that single an item out, the most natural first. */
typedef struct seedc_suggest_options {
  size_t size;
  seedc_str item;         /* its id, or its name if no other has it; without one, every item */
  const seedc_str* kinds; /* of conditions: attributes, values, numbers, hours, categories, texts,
                             topics, reviewers, circles; without any, all */
  size_t kind_count;
  seedc_str group; /* the shape that this group of a benchmark has, G01 to G10; or empty */
  size_t count;    /* suggestions for the item; 0: 3 */
  size_t depth;    /* the largest number of conditions in one; 0: 5 */
  int32_t strict;  /* all other items fail it: none is unknown */
  int32_t format;  /* SEEDC_TEXT or SEEDC_JSON */
} seedc_suggest_options;
/* `report` describes them. `requests`, which may be NULL, receives them as a program in the
 * shorthand, each with a text and its gold; `missing`, which may be NULL, the number of items for
 * which there is none. */
SEEDC_API seedc_error* seedc_suggest(const seedc_data* data, const seedc_call* call,
                                     const seedc_suggest_options* options, seedc_text** report,
                                     seedc_text** requests, uint64_t* missing);

/* Writes a snapshot, and gives its size in bytes. The file appears when it is complete. */
SEEDC_API seedc_error* seedc_data_save(const seedc_data* data, const seedc_call* call,
                                       seedc_str path, uint64_t* bytes);
/* What a snapshot has: texts as they are and an index of their words, unless it is said otherwise.
 */
typedef struct seedc_snapshot_options {
  size_t size;
  int32_t compress_texts;     /* less than half the size; a text takes some 30 us to read first */
  int32_t without_word_index; /* a tenth smaller; patterns then scan all texts */
} seedc_snapshot_options;
/* Writes a snapshot of another form; `seedc_data_update` keeps it. */
SEEDC_API seedc_error* seedc_data_save_as(const seedc_data* data, const seedc_call* call,
                                          seedc_str path, const seedc_snapshot_options* options,
                                          uint64_t* bytes);
/* As `seedc_data_save`, where the file may be a snapshot of the data before files have grown: it
 * is extended in place by what they have more. The log has what that was, or why the snapshot was
 * made anew; it says the same either way. */
SEEDC_API seedc_error* seedc_data_update(const seedc_data* data, const seedc_call* call,
                                         seedc_str path, uint64_t* bytes);
/* Checks all of a snapshot. */
SEEDC_API seedc_error* seedc_snapshot_verify(seedc_session* session, const seedc_call* call,
                                             seedc_str path);
/* The same, and then that the files it was made of have the bytes that they had. */
SEEDC_API seedc_error* seedc_snapshot_verify_sources(seedc_session* session, const seedc_call* call,
                                                     seedc_str path);

/* ---- Programs ---- */

/* A program: the text, or without one (`text.data` NULL) the file of that name. */
typedef struct seedc_input {
  /* In messages; imports are looked up beside it, and its ending tells the notation. Inputs of one
   * call with different texts have different names. */
  seedc_str name;
  seedc_str text;
} seedc_input;

typedef struct seedc_compile_options {
  size_t size;
  /* Where names are looked up: either, or neither for programs that define all they use. */
  const seedc_data* data;
  const seedc_schema* schema;
  const seedc_str* import_folders; /* beyond the folders of the programs */
  size_t import_folder_count;
  const seedc_str* parameters; /* `[FORMULA.]NAME=VALUE` */
  size_t parameter_count;
  const seedc_str* silenced; /* codes of warnings */
  size_t silenced_count;
  int32_t warnings_are_errors;
  int32_t all_steps; /* every step of a formula is an output */
  /* Also what is allowed and probably a mistake; with `data`, also what only it shows. */
  int32_t lints;
  int32_t benchmark; /* lints: also the rules of a benchmark */
  /* lints, with `data`: files of extractions, in which rows that findings are about are counted */
  const seedc_str* extractions;
  size_t extraction_count;
  /* Texts that stand for existing files, by name, such as an editor's: imports find them. */
  const seedc_input* overlays;
  size_t overlay_count;
  int32_t report_unreadable; /* a program that cannot be read is a finding, and no error */
  int32_t requests_only;     /* formulas have no effect, and rank no request */
  /* Only the request of this id is run and counted; findings are those of all. That there is none
   * is an error of seedc_prepare. */
  seedc_str request;
  const seedc_str* as_errors; /* codes of warnings that are errors */
  size_t as_error_count;
  /* As `parameters`, which come first, for the formulas that have them: it is no mistake if none
   * has. One that is nearly the name of a parameter is logged as a warning. */
  const seedc_str* default_parameters;
  size_t default_parameter_count;
} seedc_compile_options;

typedef struct seedc_program seedc_program;
/* Fails if a file or the data cannot be read. */
SEEDC_API seedc_error* seedc_compile(seedc_session* session, const seedc_call* call,
                                     const seedc_input* inputs, size_t input_count,
                                     const seedc_compile_options* options, seedc_program** out);
SEEDC_API void seedc_program_release(seedc_program* program);

SEEDC_API size_t seedc_program_error_count(const seedc_program* program);
SEEDC_API size_t seedc_program_finding_count(const seedc_program* program);
/* In the order of the text. `out->size` is set by the caller. */
SEEDC_API seedc_error* seedc_program_finding(const seedc_program* program, size_t number,
                                             seedc_finding* out);
/* All of them, as SEEDC_TEXT, SEEDC_JSON, SEEDC_SARIF, SEEDC_JUNIT or SEEDC_GITHUB. */
SEEDC_API seedc_error* seedc_program_findings_text(const seedc_program* program, int32_t format,
                                                   seedc_text** out);

SEEDC_API size_t seedc_program_request_count(const seedc_program* program);
SEEDC_API size_t seedc_program_formula_count(const seedc_program* program);
/* The id of a request, the name of a formula; empty beyond the last. */
SEEDC_API seedc_str seedc_program_request_id(const seedc_program* program, size_t number);
SEEDC_API seedc_str seedc_program_formula_name(const seedc_program* program, size_t number);
/* How many formulas there are with those that requests are ranked by, and how many fields all of
 * them have, which extractions fill. */
SEEDC_API size_t seedc_program_scoring_count(const seedc_program* program);
SEEDC_API size_t seedc_program_field_count(const seedc_program* program);
/* How many fixes there are for the inputs that are only probable. */
SEEDC_API size_t seedc_program_probable_fix_count(const seedc_program* program);
/* The text of an input, as it was read; empty beyond the last. */
SEEDC_API seedc_str seedc_program_source(const seedc_program* program, size_t number);
/* What identifies the inputs and the files that they import, as they were read: lines like those of
 * seedc_data_digests. */
SEEDC_API seedc_error* seedc_program_digests(const seedc_program* program, seedc_text** out);

enum {
  SEEDC_STAGE_TOKENS = 0,
  SEEDC_STAGE_AST = 1,
  SEEDC_STAGE_IR = 2,
  SEEDC_STAGE_OPT = 3,
  SEEDC_STAGE_PLAN = 4,
  SEEDC_STAGE_LLVM = 5,
  SEEDC_STAGE_ASM = 6,
  SEEDC_STAGE_OBJ = 7
};
/* The program at a stage of compilation. With data (or NULL), the plan says how it is searched. */
SEEDC_API seedc_error* seedc_program_emit(const seedc_program* program, const seedc_call* call,
                                          int32_t stage, const seedc_data* data, seedc_text** out);

enum { SEEDC_LAY_OUT = 1, SEEDC_TO_SHORTHAND = 2, SEEDC_TO_JSONL = 3, SEEDC_OPTIMISE_IR = 4 };
/* A program laid out, in the other notation, or IR text after the passes (all if none are named).
 * What JSON cannot hold is logged. Where the program has errors, `text` is NULL and `program` has
 * them. Either pointer may be NULL if it is not wanted. */
SEEDC_API seedc_error* seedc_rewrite(seedc_session* session, const seedc_call* call,
                                     const seedc_input* input, const seedc_compile_options* options,
                                     int32_t what, const seedc_str* passes, size_t pass_count,
                                     seedc_text** text, seedc_program** program);

/* A program's file with its safe fixes applied, and how many; with `probable`, also those that are
 * only probable. What is there and neither a file nor a folder, and a file that changes meanwhile,
 * is left alone. */
SEEDC_API seedc_error* seedc_fix_file(seedc_session* session, const seedc_call* call,
                                      seedc_str path, const seedc_compile_options* options,
                                      int32_t probable, size_t* count);
/* The same for a program's text, which is given back. */
SEEDC_API seedc_error* seedc_apply_fixes(seedc_session* session, const seedc_call* call,
                                         const seedc_input* input,
                                         const seedc_compile_options* options, int32_t probable,
                                         seedc_text** text, size_t* count);

/* ---- Claims ---- */

typedef struct seedc_prove_options {
  size_t size;
  /* `never F`, `always F`, `decided F`, `F implies G`, `F same G`, `F disjoint G`: F and G are ids
   * of requests, or conditions in the shorthand, which see the programs' definitions. */
  const seedc_str* claims;
  size_t claim_count;
  int32_t strong; /* `implies`: also that F is no wherever G is; `compare`: all values count */
  int32_t format; /* SEEDC_TEXT or SEEDC_JSONL */
  uint64_t claim_milliseconds; /* after which a claim is undecided; 0: 10,000 */
} seedc_prove_options;

typedef struct seedc_verdicts {
  size_t size;
  size_t proved, refuted, undecided;
} seedc_verdicts;

/* Decides claims about requests for every possible item, in their order, with an item that refutes
 * each that is refuted: a line of a bundle. A claim with an error is undecided, for that reason;
 * `program` has the findings of the first one with a condition in error, or is NULL. The caller
 * sets `verdicts->size`; `verdicts` and `program` may be NULL. */
SEEDC_API seedc_error* seedc_prove(seedc_session* session, const seedc_call* call,
                                   const seedc_input* inputs, size_t input_count,
                                   const seedc_compile_options* options,
                                   const seedc_prove_options* prove, seedc_text** text,
                                   seedc_verdicts* verdicts, seedc_program** program);
/* How the matches of each request changed, those of one id compared. Requests that are the same
 * count as proved, others as refuted; those with errors in one of the programs are undecided. */
SEEDC_API seedc_error* seedc_compare(const seedc_program* older, const seedc_program* newer,
                                     const seedc_call* call, const seedc_prove_options* options,
                                     seedc_text** text, seedc_verdicts* verdicts);

/* ---- Runs ---- */

enum { SEEDC_BACKEND_AUTO = 0, SEEDC_BACKEND_JIT = 1, SEEDC_BACKEND_INTERP = 2 };

typedef struct seedc_prepare_options {
  size_t size;
  int32_t backend;    /* AUTO takes the one that finishes first; results are the same */
  uint64_t items;     /* about how many a run will have, for AUTO; 0: as the program's data says, or
                       * else as the first run shows, which then prepares, too */
  int32_t conditions; /* keep the values of named conditions, too */
} seedc_prepare_options;

/* A program made ready to run, once, for any number of runs on any data. */
typedef struct seedc_prepared seedc_prepared;
SEEDC_API seedc_error* seedc_prepare(const seedc_program* program, const seedc_call* call,
                                     const seedc_prepare_options* options, seedc_prepared** out);
SEEDC_API void seedc_prepared_release(seedc_prepared* prepared);
/* The formulas that will be scored, which are those without errors, and the outputs of each; empty
 * beyond the last. */
SEEDC_API seedc_str seedc_prepared_formula_name(const seedc_prepared* prepared, size_t formula);
SEEDC_API size_t seedc_prepared_output_count(const seedc_prepared* prepared, size_t formula);
SEEDC_API seedc_str seedc_prepared_output(const seedc_prepared* prepared, size_t formula,
                                          size_t number);

typedef struct seedc_run_options {
  size_t size;
  /* Files of extractions: one for all formulas, or one each. */
  const seedc_str* extractions;
  size_t extraction_count;
  /* Or their lines, for all formulas: `{"review_id": …, FIELD: VALUE, …}`. */
  seedc_str extraction_lines;
  /* Or a table of them: `review_id` and a column per field. It is released, after an error too. */
  struct ArrowArrayStream* extraction_table;
  int32_t require_extractions; /* a relevant review without one is an error */
  seedc_str sort;              /* an output of a formula: NAME, NAME:asc or NAME:desc */
  uint64_t top;                /* the first by a formula, of each list only so many; 0: all */
  /* Or a model that is asked for them, as by seedc_extract; a missing answer is an error, unless a
   * budget was spent: see seedc_results_incomplete. */
  const struct seedc_model_options* model;
} seedc_run_options;

typedef struct seedc_results seedc_results;
SEEDC_API seedc_error* seedc_run(const seedc_prepared* prepared, const seedc_call* call,
                                 const seedc_data* data, const seedc_run_options* options,
                                 seedc_results** out);
SEEDC_API void seedc_results_release(seedc_results* results);

/* Items in the data's order, numbered from 0. Empty beyond the last. */
SEEDC_API uint32_t seedc_results_item_count(const seedc_results* results);
SEEDC_API seedc_str seedc_results_item_id(const seedc_results* results, uint32_t item);
SEEDC_API seedc_error* seedc_results_item_name(const seedc_results* results, uint32_t item,
                                               seedc_text** out);

/* How a request did, if it names the gold item that it is to match. */
enum {
  SEEDC_STATUS_NONE = 0, /* it names none */
  SEEDC_STATUS_OK = 1,   /* it matches the gold item and no other */
  SEEDC_STATUS_NO_MATCH = 2,
  SEEDC_STATUS_MULTI_MATCH = 3,
  SEEDC_STATUS_GOLD_NOT_MATCH = 4,
  SEEDC_STATUS_ERROR = 5 /* the request did not compile, whether it names one or not */
};

typedef struct seedc_request_result {
  size_t size;
  seedc_str id;
  seedc_str gold; /* the id of its gold item; `data` is NULL if it names none */
  int32_t status;
  const uint32_t* matches; /* numbers of items, ranked if the request ranks them; listed by the
                              first call that has room for this member */
  size_t match_count;
  uint64_t left_out; /* matches beyond `top` */
  uint64_t unknown;  /* how many items are neither yes nor no */
  /* 1, 0, -1: one per item; NULL after an error. They take a byte each from the first call that has
     room for this member. */
  const int8_t* values;
  size_t value_count;
} seedc_request_result;

SEEDC_API size_t seedc_results_request_count(const seedc_results* results);
/* `out->size` is set by the caller. */
SEEDC_API seedc_error* seedc_results_request(const seedc_results* results, size_t number,
                                             seedc_request_result* out);
SEEDC_API size_t seedc_results_formula_count(const seedc_results* results);

/* Results as streams of Arrow, whose batches are made when they are pulled. Streams and arrays keep
 * what they refer to. Requests: a batch each, of `request`, `business_id` (a dictionary that all
 * share), `value` (1, 0, -1) and `rank`; with `matches_only` only the rows of matches. */
SEEDC_API seedc_error* seedc_results_requests_stream(const seedc_results* results,
                                                     int32_t matches_only,
                                                     struct ArrowArrayStream* out);
/* A formula: `business_id` and a column per output, nullable; its type follows from the program
 * alone, and the fields' metadata `seedc.kind` says what it holds. */
SEEDC_API seedc_error* seedc_results_formula_stream(const seedc_results* results, size_t number,
                                                    struct ArrowArrayStream* out);
/* Where its nulls come from: `business_id`, `output`, `step`, `cause`. */
SEEDC_API seedc_error* seedc_results_nulls_stream(const seedc_results* results, size_t number,
                                                  struct ArrowArrayStream* out);

/* Whether outputs of formulas are not settled, as reviews are open: a model was not asked about
 * them yet, or has not answered. Such an output is null, and its bounds are in the RUN's texts and
 * lines of JSON. `incomplete` is the error that says so, or NULL; it is released by the caller. */
SEEDC_API seedc_error* seedc_results_incomplete(const seedc_results* results,
                                                seedc_error** incomplete);

/* What only the run showed: names that the data does not have, searches that reached a limit; as
 * SEEDC_JSON also the records that were left out, which the call's log had. */
SEEDC_API seedc_error* seedc_results_findings(const seedc_results* results, const seedc_call* call,
                                              int32_t format, seedc_text** out);

enum {
  SEEDC_RESULTS_RUN = 0, /* requests, then formulas: TEXT, JSONL, JSON, or one table as CSV */
  /* Each request against its gold item: TEXT, JSONL, JSON, CSV, JUNIT, GITHUB. */
  SEEDC_RESULTS_VALIDATION = 1,
  SEEDC_RESULTS_GROUNDTRUTH = 2, /* this one and the following two have one format each */
  SEEDC_RESULTS_MATRIX = 3,
  SEEDC_RESULTS_CONDITIONS = 4, /* if prepared with `conditions` */
  SEEDC_RESULTS_LEDGER = 5,     /* of formulas: where reviews, rows and nulls went: TEXT, JSON */
  SEEDC_RESULTS_FAULTS = 6      /* of the ledger only the extractions that cannot be used: TEXT */
};
SEEDC_API seedc_error* seedc_results_text(const seedc_results* results, int32_t what,
                                          int32_t format, seedc_text** out);

typedef struct seedc_results_options {
  size_t size;
  /* RUN, as TEXT or CSV: of formulas these outputs, in this order; else all, as many as fit. */
  const seedc_str* columns;
  size_t column_count;
  int32_t failed_only; /* VALIDATION: only requests that are not ok, and no matrix */
  int32_t long_rows;   /* RUN, as CSV: of requests a row per request and item, not per match */
  /* RUN: only the table of this number: 1 is that of the requests, if there are any, then the
   * formulas follow; 0: all, which is an error as CSV if there are several. */
  size_t table;
} seedc_results_options;
/* The same, with options. JSON has one shape, whatever ran: the lists `requests`, `formulas`,
 * `errors` (the findings that are errors) and `diagnostics` (all others). */
SEEDC_API seedc_error* seedc_results_format(const seedc_results* results, const seedc_call* call,
                                            int32_t what, int32_t format,
                                            const seedc_results_options* options, seedc_text** out);

/* ---- Streams ---- */

/* Items that arrive over time. Each is answered when it has arrived with its reviews, so that
 * memory is that of a few items, however many come. There is no order of items then: `sort`, `top`
 * and rankings are errors. */
enum {
  SEEDC_STREAM_FILE = 1, /* lines of a bundle, from a file descriptor, which stays the caller's */
  SEEDC_STREAM_READ = 2, /* lines of a bundle, from a function */
  /* Rows of Arrow. Items, and reviews if they are not nested in items, are sorted by `business_id`,
   * by bytes, and an id does not come back; users, friends and judgements are held whole. */
  SEEDC_STREAM_TABLES = 3
};
typedef struct seedc_stream_input {
  size_t size;
  int32_t kind;
  seedc_str name; /* of a bundle, in messages; empty: `<stream>` */
  int32_t file;
  /* Waits for bytes and puts them into `buffer`, at most `size`: how many, 0 at the end, or an
   * errno code, negated. */
  int64_t (*read)(void* context, char* buffer, size_t size);
  void* context; /* is given to `read` */
  /* The streams are released: after an error, or with the last batch that is pulled. */
  const seedc_tables* tables;
  int32_t strict; /* a broken record is an error; it is left out otherwise */
} seedc_stream_input;

/* Where results go as lines of JSON: of formulas a line per item, of requests a line each at the
 * end. */
typedef struct seedc_sink {
  size_t size;
  /* Takes whole lines, as soon as their items are answered. Another value than 0 ends the call,
   * with SEEDC_CANCELLED. */
  int32_t (*write)(void* context, seedc_str lines);
  void* context;           /* is given to `write` */
  int32_t by_item;         /* of requests a line per item, and none at the end */
  int32_t findings_format; /* SEEDC_TEXT or SEEDC_JSON */
  /* A place for the error of seedc_results_incomplete; NULL: it is the call's error. */
  seedc_error** incomplete;
} seedc_sink;

/* Answers a stream to its end. `findings` are what only the data showed, with how many of them are
 * errors; either may be NULL if it is not wanted. */
SEEDC_API seedc_error* seedc_run_stream(const seedc_prepared* prepared, const seedc_call* call,
                                        const seedc_stream_input* input,
                                        const seedc_run_options* options, const seedc_sink* sink,
                                        seedc_text** findings, size_t* error_count);

enum {
  SEEDC_PULL_REQUESTS = 0, /* `business_id`, and an int8 column per request: 1, 0, -1 */
  SEEDC_PULL_FORMULA = 1   /* as seedc_results_formula_stream */
};
/* The same, pulled: a stream of Arrow, each batch of which is made of the next items when it is
 * asked for. Its schema follows from the program alone. `number` is that of the formula. The call
 * goes on until the stream is released, and so do its limits; what it refers to must stay. Its
 * errors are those of the stream: ECANCELED, ETIMEDOUT, ENOMEM or EIO, and a message. Findings go
 * to the call's log at the end. */
SEEDC_API seedc_error* seedc_pull_stream(const seedc_prepared* prepared, const seedc_call* call,
                                         const seedc_stream_input* input,
                                         const seedc_run_options* options, int32_t what,
                                         size_t number, struct ArrowArrayStream* out);

/* ---- Explanations ---- */

typedef struct seedc_explain_options {
  size_t size;
  seedc_str item;    /* its id, or its name if no other has it; `data` is NULL: none is chosen */
  seedc_str request; /* only the one of this id */
  seedc_str step;    /* of formulas only this one and those it uses */
  const seedc_str* extractions;
  size_t extraction_count;
  int32_t all;    /* all reviews and rows, not the first few */
  int32_t format; /* SEEDC_TEXT or SEEDC_JSON */
  uint64_t top;   /* why, without an item: so many items of each kind; 0: the format's default */
  /* why: of the formulas that have this output, and not of requests; the value that it is to have,
   * a string as it stands; `to.data` is NULL: any other than it has */
  seedc_str output;
  seedc_str to;
  double search_time; /* in seconds, of the search for changes at one formula; 0: 10 */
} seedc_explain_options;

/* Why each request and formula has its result at one item. */
SEEDC_API seedc_error* seedc_explain(const seedc_program* program, const seedc_call* call,
                                     const seedc_data* data, const seedc_explain_options* options,
                                     seedc_text** out);
/* The smallest changes that would turn the results of requests, at one item or over all; or, if
 * `output` is not empty, the smallest change of rows that turns that output at the item, how far
 * thresholds are, and what each row contributes. */
SEEDC_API seedc_error* seedc_why(const seedc_program* program, const seedc_call* call,
                                 const seedc_data* data, const seedc_explain_options* options,
                                 seedc_text** out);

typedef struct seedc_sensitivity_options {
  size_t size;
  seedc_str output; /* of the formulas that have it */
  seedc_str item;   /* only this one; `data` is NULL: all of them */
  const seedc_str* extractions;
  size_t extraction_count;
  double probability; /* of each extracted value, that it is wrong: more than 0, 1 at most */
  uint64_t seed;      /* of what is drawn */
  uint64_t samples;   /* at an item with more combinations of values than that; 0: 10,000 */
  /* The output that items are ranked by: NAME, NAME:asc or NAME:desc. Empty: they are not ranked,
   * and those that flip most come first. */
  seedc_str sort;
  uint64_t top;   /* so many items are the first of the ranking, and so many are listed; 0: 10, and
                     all are listed unless as text */
  int32_t format; /* SEEDC_TEXT, SEEDC_JSON or SEEDC_JSONL */
} seedc_sensitivity_options;

/* How often an output of formulas has another value if each extracted value is wrong with a
 * probability, at each item; and how often the first items of a ranking are not among its first.
 * The same for any number of threads. */
SEEDC_API seedc_error* seedc_sensitivity(const seedc_program* program, const seedc_call* call,
                                         const seedc_data* data,
                                         const seedc_sensitivity_options* options,
                                         seedc_text** out);

/* ---- Reports ---- */

typedef struct seedc_report_options {
  size_t size;
  seedc_str title; /* of the page; empty: seedc */
  /* How the reader sees what is left out: a command, in which `{item}` stands for the id of an item
   * and `{request}` for that of a request or the name of a formula; empty: the page does not say.
   */
  seedc_str explain;
  /* How many bytes the page may have; 0: 5,000,000. Evidence is left out beyond; the results of
   * requests at all items are not. */
  uint64_t max_bytes;
  int32_t no_texts; /* the texts of reviews are left out */
  int32_t no_names; /* the names of users are left out */
} seedc_report_options;

/* Results as a page of HTML, one file that needs no network: what each request and formula gives,
 * and the evidence behind it. `data` is that of the run. docs/report.md describes it. */
SEEDC_API seedc_error* seedc_report(const seedc_results* results, const seedc_call* call,
                                    const seedc_data* data, const seedc_report_options* options,
                                    seedc_text** out);

typedef struct seedc_distinguish_options {
  size_t size;
  seedc_str request; /* only the one of this id; or empty */
  size_t count;      /* changes per request; 0: 3 */
  size_t depth;      /* the largest number of conditions that are added or left out; 0: 4 */
  int32_t brief;     /* a line per request that has a change; no reviews are read for it */
  int32_t format;    /* SEEDC_TEXT or SEEDC_JSON */
} seedc_distinguish_options;
/* Which conditions, added to each request or left out of it, would leave its gold item as the one
 * match. `missing`, which may be NULL: how many requests are not ok and have no change. */
SEEDC_API seedc_error* seedc_distinguish(const seedc_program* program, const seedc_call* call,
                                         const seedc_data* data,
                                         const seedc_distinguish_options* options, seedc_text** out,
                                         uint64_t* missing);

/* ---- Language models ---- */

/* How far a conversation is. */
typedef struct seedc_model_progress {
  size_t size;
  seedc_str step;
  uint64_t done, total; /* requests; a `total` of 0: not known */
  uint64_t stored;      /* of those done, answered by the store */
  uint64_t failed;      /* of those done; what a budget or the caller stopped is not failed */
  seedc_str text;       /* all of that for people, with tokens and time, in one line */
  /* Of the whole conversation, with its earlier steps. */
  uint64_t requests, answered_by_store; /* asked for, and those of them that cost nothing */
  uint64_t calls;                       /* sent, with those that were repeated */
  uint64_t prompt_tokens, completion_tokens;
  double usd; /* 0 without prices */
} seedc_model_progress;

/* An OpenAI-compatible service, and what it may cost. Of numbers that say what 0 is, one below 0 (a
 * count of UINT64_MAX) is 0 itself: no retry, no delay, a price of nothing, only stored answers. */
typedef struct seedc_model_options {
  size_t size;
  seedc_str url;     /* `https://host/v1` */
  seedc_str name;    /* of the model */
  seedc_str key;     /* or empty; never logged, stored or shown */
  seedc_str ca_file; /* certificates to trust instead of the system's */
  seedc_str store;   /* required: the file where answers are kept, so that none is paid for twice */
  seedc_str log;     /* a file that gets a JSON line per call */
  uint32_t concurrency;       /* calls at once; 0: 8 */
  double requests_per_minute; /* 0: no limit; the same for all that follow */
  double tokens_per_minute;
  double call_timeout;   /* seconds of one call; 0: 120 */
  int32_t retries;       /* of a failed call; 0: 5 */
  double retry_delay;    /* seconds before the first, doubled each time; 0: 0.5 */
  uint64_t max_requests; /* 0: no limit; the same for the following two */
  uint64_t max_tokens;
  double max_usd;                /* needs both prices */
  double usd_per_million_prompt; /* 0: not known */
  double usd_per_million_completion;
  /* Asked often. From another value than 0 on nothing is sent any more; answers that are under way
   * are still received, as they are paid for. (A cancelled call abandons them.) */
  int32_t (*stop)(void* context);
  /* Called several times a second, and at the end. */
  void (*watch)(void* context, const seedc_model_progress* progress);
  void* context; /* is given to both */
  /* The form of requests; see docs/models.md. Services differ in it: what is not given is tried. */
  const seedc_str* params; /* of every request: `NAME=VALUE` in JSON; `NAME=` removes one */
  size_t param_count;
  seedc_str max_tokens_field; /* what the service calls the limit of an answer's tokens */
  seedc_str response_format;  /* `json_schema`, `json_object` or `text` */
  const seedc_str* headers;   /* `Name: value`, of every call; never logged, stored or shown */
  size_t header_count;
  /* Several opinions on each review that is extracted: of each field the value with the most weight
   * counts, and `FIELD.agreement` is its share. The next opinion is asked for only while it can
   * change that. See docs/models.md. */
  uint32_t votes;                /* opinions of each model; 0: 1 */
  const seedc_str* voters;       /* models in place of `name`, of the same service; or null */
  const uint32_t* voter_weights; /* of each; 0, and all if it is null: 1 */
  size_t voter_count;
  double min_agreement; /* a value with less than this share, 1 at most, is missing */
} seedc_model_options;

/* Whether calls can begin: a service and a model are named, the key may be sent there, and limits
 * have what they need. Sends nothing. */
SEEDC_API seedc_error* seedc_model_check(const seedc_session* session,
                                         const seedc_model_options* model);

/* What seedc_extract would do. */
typedef struct seedc_estimate {
  size_t size;
  uint64_t reviews, relevant; /* of the data, and those that the formula is about */
  uint64_t stored, repeated;  /* of the relevant ones: in the store, and equal to an earlier one */
  uint64_t calls;
  uint64_t prompt_tokens, completion_tokens; /* of the calls, estimated */
  int32_t is_judged; /* one more call per review, to the judge, which is not counted here */
  /* Of seedc_extract_until_estimate: the fewest calls that may settle the outputs, as far as found
   * by supposing that all answers are alike; `calls` are then the most. Relevant reviews that are
   * not needed, whatever the others say. */
  uint64_t least_calls, not_needed;
} seedc_estimate;
/* The same as a text as well, with the cost if there are prices. Of `model` only the name, the
 * params, the store, if there is one already, and the prices are used. */
SEEDC_API seedc_error* seedc_extract_estimate(const seedc_program* program, const seedc_call* call,
                                              const seedc_data* data,
                                              const seedc_model_options* model,
                                              seedc_estimate* estimate, seedc_text** text);

/* Both of the following only check what else they are given, and send nothing, if `model` is NULL.
 *
 * Asks the model for the fields of the program's one formula, for each review that it is about:
 * `rows` are the lines that seedc_run takes as extractions. Reviews without an answer have the line
 * `{"open": REVIEW_ID}`, and `incomplete` is then the error that says why; it is released by the
 * caller, and may be NULL if it is not wanted: then that is the call's error, and the answers are
 * in the store. */
SEEDC_API seedc_error* seedc_extract(const seedc_program* program, const seedc_call* call,
                                     const seedc_data* data, const seedc_model_options* model,
                                     seedc_text** rows, seedc_error** incomplete);

/* Which reviews seedc_extract_until asks about. */
enum {
  SEEDC_ORDER_GAIN = 0,  /* first those that shrink the undecided most per token */
  SEEDC_ORDER_REVIEW = 1 /* in the order of the data */
};
typedef struct seedc_until_options {
  size_t size;
  /* Outputs of the formula: an item's reviews are asked, some at a time, until each is settled:
   * whatever other answers say, it keeps its value. A group stands for all its values.
   * `top 10 by OUTPUT`, with `asc` behind for the lowest: until the first ten items are. Of a
   * program with requests, ids of requests that are ranked by one formula, which is the one that is
   * asked about: until the scores of their matches are settled; `top 3 by ID`: of the first three.
   * With none this is seedc_extract. */
  const seedc_str* outputs;
  size_t output_count;
  int32_t order; /* SEEDC_ORDER_GAIN */
} seedc_until_options;
/* The same, but for reviews that no output needs, which have the line of open ones. Which reviews
 * are asked depends on the data and the answers alone. */
SEEDC_API seedc_error* seedc_extract_until(const seedc_program* program, const seedc_call* call,
                                           const seedc_data* data, const seedc_model_options* model,
                                           const seedc_until_options* until, seedc_text** rows,
                                           seedc_error** incomplete);
SEEDC_API seedc_error* seedc_extract_until_estimate(const seedc_program* program,
                                                    const seedc_call* call, const seedc_data* data,
                                                    const seedc_model_options* model,
                                                    const seedc_until_options* until,
                                                    seedc_estimate* estimate, seedc_text** text);

typedef struct seedc_judge_options {
  size_t size;
  seedc_str classifications; /* a file: one JSON object per line; see docs/judge.md */
  seedc_str context;         /* a file: the batch that was classified */
  seedc_str guidelines;      /* a file: what counts as evidence */
  uint64_t batch_size;       /* how many parts the batch has */
  seedc_str noun;            /* what a part is called; empty: Email */
  double threshold;          /* evidence below is blocked, 1 at most; 0: 0.15; below 0: none */
  int32_t drop_blocked;      /* blocked lines are left out */
  /* Takes lines as soon as they, and those before them, are decided, instead of `lines` below, so
   * that a file of any length needs little memory. Another value than 0 cancels the call. */
  int32_t (*write)(void* write_context, seedc_str lines);
  void* write_context;
} seedc_judge_options;
/* Judges classifications by their evidence: `lines` are the classifications with their evaluation,
 * or a NULL pointer. `incomplete` as above: lines that could not be judged, or were left when a
 * limit was reached. Lines on which the judge fails are neutral, unless it answers none. */
SEEDC_API seedc_error* seedc_judge(seedc_session* session, const seedc_call* call,
                                   const seedc_judge_options* options,
                                   const seedc_model_options* model, seedc_text** lines,
                                   seedc_error** incomplete);
/* What seedc_judge would do, as a text: how many calls and tokens it would take. Sends nothing. Of
 * `model` only the name, the params, the store, if there is one already, and the prices are used.
 */
SEEDC_API seedc_error* seedc_judge_estimate(seedc_session* session, const seedc_call* call,
                                            const seedc_judge_options* options,
                                            const seedc_model_options* model, seedc_text** text);

/* ---- Editors ---- */

/* The bytes that an editor and the language server exchange, as the Language Server Protocol frames
 * them, and where settings come from. Settings are the keys of `seedc.toml` as JSON: `data`,
 * `schema`, `import_dirs`, `set`, and `lint` with `off`, `error` and `benchmark`; paths are
 * relative to the process's folder. */
typedef struct seedc_lsp_options {
  size_t size;
  /* Waits for bytes, called by a thread of its own: as in seedc_stream_input. -EAGAIN: none came
   * for a while. The end of the call waits until it returns. */
  int64_t (*read)(void* context, char* buffer, size_t size);
  /* Takes bytes. Another value than 0: nobody receives them, and the call ends. */
  int32_t (*write)(void* context, seedc_str bytes);
  /* The settings for programs of a folder: 0, and an object in `text`, or another value, and an
   * error for the user there. The text lives until the next call. NULL: there are none. */
  int32_t (*folder_settings)(void* context, seedc_str folder, seedc_str* text);
  void* context; /* is given to all three */
  /* Settings that come before the editor's, which come before those of folders; or empty. */
  seedc_str settings;
  /* Each message is finished, with all that it starts, before the next is looked at: the same
   * messages give the same answers, whatever takes how long. For tests and scripts. */
  int32_t in_order;
} seedc_lsp_options;

/* Serves one editor until it says `exit`, or sends nothing any more. `is_clean`, which may be NULL:
 * whether it asked for the end (`shutdown`) before. Data is opened as the settings name it. */
SEEDC_API seedc_error* seedc_lsp(seedc_session* session, const seedc_call* call,
                                 const seedc_lsp_options* options, int32_t* is_clean);

/* ---- The languages ---- */

enum {
  SEEDC_FORMULA_SCHEMA = 1, /* the JSON Schema of formulas */
  SEEDC_FORMULA_PROMPT = 2, /* formulas in words, for the model that is to write one */
  SEEDC_LIMITS = 3,         /* every limit, what it bounds, and how to raise it */
  SEEDC_LIMITS_MARKDOWN = 4,
  SEEDC_CODES = 5,         /* of findings, a line each */
  SEEDC_WARNING_CODES = 6, /* those that can be silenced */
  SEEDC_PASSES = 7,        /* of SEEDC_OPTIMISE_IR */
  SEEDC_ERROR_CODES = 8,   /* of errors: a line each, with its kind and its text after tabs */
  SEEDC_PROMPTS = 9 /* that models are asked with: a line each, with its SHA-256 after a tab */
};
/* The session, whose names for options the text has, may be NULL here and below. */
SEEDC_API seedc_error* seedc_language_text(const seedc_session* session, int32_t what,
                                           seedc_text** out);
/* What a finding's code means, with an example and its fix; of all of them for `all`. */
SEEDC_API seedc_error* seedc_explain_code(const seedc_session* session, seedc_str code,
                                          seedc_text** out);

enum {
  SEEDC_REQUEST_IDS = 1, /* of the programs; also the following three */
  SEEDC_OUTPUTS = 2,
  SEEDC_STEPS = 3,
  SEEDC_PARAMETERS = 4,
  SEEDC_NAMES = 5, /* of the data; also the following */
  SEEDC_ITEMS = 6
};
/* Words that a user may want to write, for completion: a line each, and after a tab what it means,
 * if there is more to say. What cannot be read, or not while a user waits, gives no words, as do
 * words with control characters. `data` may be NULL. */
SEEDC_API seedc_error* seedc_candidates(seedc_session* session, int32_t what,
                                        const seedc_str* programs, size_t program_count,
                                        const seedc_data* data, seedc_text** out);

/* For a process that is about to end without the return of its calls, in a signal handler as well:
 * removes what they have begun to write beside files. */
SEEDC_API void seedc_remove_unfinished_files(void);

#ifdef __cplusplus
}
#endif

/* NOLINTEND */

#endif
