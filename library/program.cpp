// Programs: compiled, their findings, rewritten and fixed.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/ci_cases.h"
#include "engine/claims.h"
#include "engine/claims_report.h"
#include "engine/digests.h"
#include "engine/emit.h"
#include "engine/findings.h"
#include "engine/lint/apply_fixes.h"
#include "engine/lint/lint_program.h"
#include "engine/notation.h"
#include "engine/param_settings.h"
#include "library/calls.h"
#include "library/schema_alone.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// The source of names: data, or a schema, or none.
std::shared_ptr<const data::Source> names_of(const seedc_compile_options& options) {
  if (options.data != nullptr && options.schema != nullptr)
    fail_call<base::ErrorCode::DataAndSchema>("give one of them");
  if (options.data != nullptr) return the(options.data)->source;
  if (options.schema != nullptr) return std::make_shared<SchemaAlone>(the(options.schema)->schema);
  return nullptr;
}

/// Those of one formula first, as they decide.
void add_defaults(const seedc_compile_options& options,
                  std::vector<check::ParamSetting>& settings) {
  const auto first = static_cast<std::ptrdiff_t>(settings.size());
  for (const std::string& setting :
       texts_of(options.default_parameters, options.default_parameter_count)) {
    settings.push_back(take(engine::parse_param_setting(setting)));
    settings.back().is_default = true;
  }
  std::stable_partition(
      settings.begin() + first, settings.end(),
      [](const check::ParamSetting& setting) { return !setting.formula.empty(); });
}

engine::CompileOptions compile_options(const seedc_compile_options& options,
                                       const std::shared_ptr<const data::Source>& names) {
  engine::CompileOptions compile;
  compile.data = names;
  compile.import_folders = paths_of(options.import_folders, options.import_folder_count);
  compile.warnings.warnings_are_errors = options.warnings_are_errors != 0;
  for (const std::string& code : texts_of(options.silenced, options.silenced_count))
    take(engine::silence_warning(compile, code));
  for (const std::string& code : texts_of(options.as_errors, options.as_error_count))
    take(engine::make_error_of(compile, code));
  for (const std::string& setting : texts_of(options.parameters, options.parameter_count))
    compile.formulas.settings.push_back(take(engine::parse_param_setting(setting)));
  add_defaults(options, compile.formulas.settings);
  compile.formulas.all_steps = options.all_steps != 0;
  compile.formulas.reports_lints = options.lints != 0;
  compile.skip_unreadable = options.report_unreadable != 0;
  return compile;
}

lint::LintOptions lint_options(const Session& session, const seedc_compile_options& options,
                               const std::shared_ptr<const data::Source>& names,
                               engine::Host& host) {
  return {.data = options.data == nullptr ? nullptr : names,
          .extractions = paths_of(options.extractions, options.extraction_count),
          .threads = session.threads(),
          .benchmark = options.benchmark != 0,
          .host = &host};
}

/// The inputs' names; those with a text are then in `files`, which has one text for a name.
std::vector<std::string> put_inputs(std::span<const seedc_input> inputs, engine::KeptFiles& files) {
  std::vector<std::string> names;
  std::map<std::string, std::optional<std::string>> texts;  // by the file's identity
  for (const seedc_input& input : inputs) {
    const std::string& name = names.emplace_back(text_of(input.name));
    if (name.empty()) fail_call<base::ErrorCode::NamelessInput>("name it as its file would be");
    std::optional<std::string> text;
    if (input.text.data != nullptr) text = text_of(input.text);
    const auto [known, is_new] = texts.try_emplace(files.identity(name), text);
    if (!is_new && known->second != text)
      fail_call<base::ErrorCode::RepeatedInput>("give each a name of its own", name);
    if (text) files.put(name, *std::move(text));
  }
  return names;
}

std::span<const seedc_input> span_of(const seedc_input* inputs, std::size_t count) {
  if (inputs == nullptr || count == 0)
    fail_call<base::ErrorCode::NoProgram>("give one input or more");
  return {inputs, count};
}

/// Puts the overlays into `files`.
void put_overlays(const seedc_compile_options& options, engine::KeptFiles& files) {
  if (options.overlays == nullptr && options.overlay_count > 0)
    fail_call<base::ErrorCode::NoElements>({});
  for (const seedc_input& overlay : std::span(options.overlays, options.overlay_count))
    files.put(text_of(overlay.name), text_of(overlay.text));
}

/// Leaves out what the options do not ask for.
void select(Program& program, const seedc_compile_options& options) {
  engine::Compilation& compilation = *program.compilation;
  if (options.requests_only != 0) engine::drop_formulas(compilation);
  if (options.request.size == 0) return;
  if (auto selected = engine::select_request(compilation, text_of(options.request)); !selected)
    program.refusal = std::move(selected.error());
}

/// A program that is to be compiled, with the names of its inputs. `compile` refers to it.
struct Inputs {
  std::shared_ptr<Program> program;
  engine::CompileOptions compile;
  std::vector<std::string> names;

  Inputs(Session& session, std::span<const seedc_input> inputs,
         const seedc_compile_options& options)
      : program(std::make_shared<Program>(session.shared_from_this())) {
    program->names = names_of(options);
    compile = compile_options(options, program->names);
    compile.files = &program->files;
    compile.host = &program->host;
    put_overlays(options, program->files);
    names = put_inputs(inputs, program->files);
    program->inputs = inputs.size();
  }
};

/// The program as it is after a compilation of its inputs.
std::shared_ptr<Program> finished(Inputs& inputs,
                                  std::unique_ptr<engine::Compilation> compilation) {
  inputs.program->compilation = std::move(compilation);
  inputs.program->findings.emplace(*inputs.program->compilation);
  return std::move(inputs.program);
}

std::shared_ptr<Program> compiled(Session& session, std::span<const seedc_input> given,
                                  const seedc_compile_options& options, engine::Host& host) {
  Inputs inputs(session, given, options);
  const std::shared_ptr<Program>& program = inputs.program;
  const ForwardingHost::Scope scope(program->host, host);
  program->compilation = take(engine::compile_files(inputs.names, inputs.compile));
  if (options.lints != 0) {
    const engine::Stage stage(host, "lint");
    take(lint::lint(*program->compilation, lint_options(session, options, program->names, host)));
  }
  program->findings.emplace(*program->compilation);
  select(*program, options);
  return program;
}

}  // namespace

seedc_error* seedc_compile(seedc_session* session, const seedc_call* call,
                           const seedc_input* inputs, std::size_t input_count,
                           const seedc_compile_options* options, seedc_program** out) {
  clear(out);
  return guarded([&] {
    const seedc_compile_options chosen = known(options);
    const auto compile = [&](Session& used, engine::Host& host) {
      seedc_program*& program = place_for(out);
      program = new seedc_program(compiled(used, span_of(inputs, input_count), chosen, host));
    };
    call_on(session, call, compile, chosen.data ? Workers::OfSession : Workers::CallerAlone);
  });
}

void seedc_program_release(seedc_program* program) {
  if (find(program) != nullptr) delete program;
}

std::size_t seedc_program_error_count(const seedc_program* program) {
  const auto* found = find(program);
  return found == nullptr ? 0 : (*found)->compilation->diagnostics.error_count();
}

std::size_t seedc_program_finding_count(const seedc_program* program) {
  const auto* found = find(program);
  return found == nullptr ? 0 : (*found)->findings->size();
}

seedc_error* seedc_program_finding(const seedc_program* program, std::size_t number,
                                   seedc_finding* out) {
  return guarded([&] {
    const Findings& findings = *the(program)->findings;
    if (number >= findings.size()) fail_call<base::ErrorCode::NoSuchNumber>({}, "finding");
    give(findings.at(number), out);
  });
}

seedc_error* seedc_program_findings_text(const seedc_program* program, std::int32_t format,
                                         seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    const engine::Compilation& compilation = *the(program)->compilation;
    if (format == SEEDC_SARIF) {
      text = new_text(engine::findings_sarif(compilation, SEEDC_VERSION));
    } else if (format == SEEDC_JUNIT || format == SEEDC_GITHUB) {
      const auto cases =
          engine::cases_of_findings(compilation, compilation.diagnostics, the(program)->inputs);
      text = new_text(format == SEEDC_JUNIT ? report::junit("seedc check", cases)
                                            : report::github(cases));
    } else {
      text = new_text(is_json(format, ", SEEDC_SARIF, SEEDC_JUNIT, SEEDC_GITHUB")
                          ? engine::findings_json(compilation)
                          : engine::findings_text(compilation,
                                                  findings_layout(*the(program)->session, format)));
    }
  });
}

std::size_t seedc_program_request_count(const seedc_program* program) {
  const auto* found = find(program);
  return found == nullptr ? 0 : (*found)->compilation->requests.size();
}

std::size_t seedc_program_formula_count(const seedc_program* program) {
  const auto* found = find(program);
  return found == nullptr ? 0 : (*found)->compilation->own_formulas;
}

seedc_str seedc_program_request_id(const seedc_program* program, std::size_t number) {
  if (number >= seedc_program_request_count(program)) return {};
  return str_of((*find(program))->compilation->requests[number].id);
}

seedc_str seedc_program_formula_name(const seedc_program* program, std::size_t number) {
  if (number >= seedc_program_formula_count(program)) return {};
  return str_of((*find(program))->compilation->formulas[number].name);
}

std::size_t seedc_program_scoring_count(const seedc_program* program) {
  const auto* found = find(program);
  return found == nullptr ? 0 : (*found)->compilation->formulas.size();
}

std::size_t seedc_program_field_count(const seedc_program* program) {
  std::size_t count = 0;
  if (const auto* found = find(program)) {
    for (const check::CheckedFormula& formula : (*found)->compilation->formulas)
      count += formula.fields.size();
  }
  return count;
}

std::size_t seedc_program_probable_fix_count(const seedc_program* program) {
  const auto* found = find(program);
  return found == nullptr ? 0 : lint::count_probable_fixes(*(*found)->compilation);
}

seedc_str seedc_program_source(const seedc_program* program, std::size_t number) {
  const auto* found = find(program);
  if (found == nullptr || number >= (*found)->inputs) return {};
  return str_of((*found)->compilation->sources.file(static_cast<source::FileId>(number)).text());
}

seedc_error* seedc_program_digests(const seedc_program* program, seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    text = new_text(engine::program_digests(the(program)->compilation->sources));
  });
}

namespace {

engine::EmitStage stage_of(std::int32_t stage) {
  switch (stage) {
    case SEEDC_STAGE_TOKENS:
      return engine::EmitStage::Tokens;
    case SEEDC_STAGE_AST:
      return engine::EmitStage::Ast;
    case SEEDC_STAGE_IR:
      return engine::EmitStage::Ir;
    case SEEDC_STAGE_OPT:
      return engine::EmitStage::Opt;
    case SEEDC_STAGE_PLAN:
      return engine::EmitStage::Plan;
    case SEEDC_STAGE_LLVM:
      return engine::EmitStage::Llvm;
    case SEEDC_STAGE_ASM:
      return engine::EmitStage::Asm;
    case SEEDC_STAGE_OBJ:
      return engine::EmitStage::Obj;
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_STAGE_TOKENS and so on", "stage");
  }
}

}  // namespace

seedc_error* seedc_program_emit(const seedc_program* program, const seedc_call* call,
                                std::int32_t stage, const seedc_data* data, seedc_text** out) {
  clear(out);
  return guarded([&] {
    const bool has_data = data != nullptr || the(program)->names;
    const auto emit = [&](const Program& used, engine::Host& host) {
      seedc_text*& text = place_for(out);
      engine::EvaluateOptions options{.threads = used.session->threads(), .host = &host};
      if (data != nullptr) options.data = the(data)->source;
      const std::scoped_lock lock(used.mutex);
      text = new_text(take(engine::emit(*used.compilation, stage_of(stage), options)));
    };
    call_on(program, call, emit, has_data ? Workers::OfSession : Workers::CallerAlone);
  });
}

namespace {

engine::Rewritten rewritten(const std::string& name, std::int32_t what,
                            const std::vector<std::string>& passes,
                            const engine::CompileOptions& compile) {
  switch (what) {
    case SEEDC_LAY_OUT:
      return take(engine::lay_out(name, compile));
    case SEEDC_TO_SHORTHAND:
      return take(engine::convert(name, engine::Notation::Shorthand, compile));
    case SEEDC_TO_JSONL:
      return take(engine::convert(name, engine::Notation::JsonLines, compile));
    case SEEDC_OPTIMISE_IR:
      return take(engine::run_passes(name, passes, compile));
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_LAY_OUT and so on",
                                                 "way of rewriting");
  }
}

}  // namespace

seedc_error* seedc_rewrite(seedc_session* session, const seedc_call* call, const seedc_input* input,
                           const seedc_compile_options* options, std::int32_t what,
                           const seedc_str* passes, std::size_t pass_count, seedc_text** text,
                           seedc_program** program) {
  clear(text);
  clear(program);
  return called_on(session, call, [&](Session& used, engine::Host& host) {
    Inputs inputs(used, span_of(input, 1), known(options));
    const ForwardingHost::Scope scope(inputs.program->host, host);
    engine::Rewritten done =
        rewritten(inputs.names.front(), what, texts_of(passes, pass_count), inputs.compile);
    if (const std::string losses = done.losses(); !losses.empty())
      host.warn("warning: JSON cannot hold " + losses);
    const std::shared_ptr<Program> kept = finished(inputs, std::move(done.compilation));
    std::unique_ptr<seedc_program> findings;
    if (program != nullptr) findings = std::make_unique<seedc_program>(kept);
    if (text != nullptr && done.text) *text = new_text(*std::move(done.text));
    if (program != nullptr) *program = findings.release();
  });
}

seedc_error* seedc_fix_file(seedc_session* session, const seedc_call* call, seedc_str path,
                            const seedc_compile_options* options, std::int32_t probable,
                            std::size_t* count) {
  return called_on(session, call, [&](Session& used, engine::Host& host) {
    const seedc_compile_options chosen = known(options);
    const std::shared_ptr<const data::Source> names = names_of(chosen);
    engine::CompileOptions compile = compile_options(chosen, names);
    compile.host = &host;
    const std::size_t fixed = take(lint::apply_fixes(
        path_of(path), compile,
        {.takes_probable = probable != 0, .lints = lint_options(used, chosen, names, host)}));
    if (count != nullptr) *count = fixed;
  });
}

seedc_error* seedc_apply_fixes(seedc_session* session, const seedc_call* call,
                               const seedc_input* input, const seedc_compile_options* options,
                               std::int32_t probable, seedc_text** text, std::size_t* count) {
  clear(text);
  return called_on(session, call, [&](Session& used, engine::Host& host) {
    seedc_text*& fixed = place_for(text);
    const seedc_compile_options chosen = known(options);
    const std::shared_ptr<const data::Source> names = names_of(chosen);
    engine::KeptFiles files(engine::disk_files());
    engine::CompileOptions compile = compile_options(chosen, names);
    compile.files = &files;
    compile.host = &host;
    put_overlays(chosen, files);
    const std::string name = put_inputs(span_of(input, 1), files).front();
    lint::FixedProgram program = take(lint::fixed_program(
        name, compile,
        {.takes_probable = probable != 0, .lints = lint_options(used, chosen, names, host)}));
    if (count != nullptr) *count = program.count;
    fixed = new_text(std::move(program.after));
  });
}

namespace {

engine::ProveOptions prove_options(const seedc_prove_options& given) {
  constexpr std::uint64_t kMostMilliseconds = std::uint64_t{1} << 40;
  engine::ProveOptions options{.is_strong = given.strong != 0};
  if (given.claim_milliseconds != 0)
    options.time_per_claim = std::chrono::milliseconds(
        static_cast<std::int64_t>(std::min(given.claim_milliseconds, kMostMilliseconds)));
  return options;
}

/// Whether a format is lines of JSON, as SEEDC_JSON is here, too; fails for one that is neither
/// these nor text.
bool is_lines(std::int32_t format) {
  return format == SEEDC_JSONL || is_json(format, ", SEEDC_JSONL");
}

void give_counts(const engine::VerdictCounts& counts, seedc_verdicts* verdicts) {
  if (verdicts == nullptr) return;
  give(seedc_verdicts{.size = 0,
                      .proved = counts.proved,
                      .refuted = counts.refuted,
                      .undecided = counts.undecided},
       verdicts);
}

}  // namespace

seedc_error* seedc_prove(seedc_session* session, const seedc_call* call, const seedc_input* inputs,
                         std::size_t input_count, const seedc_compile_options* options,
                         const seedc_prove_options* prove, seedc_text** text,
                         seedc_verdicts* verdicts, seedc_program** program) {
  clear(text);
  clear(program);
  return called_on(session, call, [&](Session& used, engine::Host& host) {
    seedc_text*& out = place_for(text);
    const seedc_prove_options asked = known(prove);
    const std::vector<std::string> claims = texts_of(asked.claims, asked.claim_count);
    const bool is_for_programs = is_lines(asked.format);
    Inputs given(used, span_of(inputs, input_count), known(options));
    const std::shared_ptr<Program> kept = given.program;
    const ForwardingHost::Scope scope(kept->host, host);
    engine::DecidedClaims decided =
        take(engine::decide_claims(given.names, claims, given.compile, prove_options(asked)));
    if (decided.refused) {
      const std::shared_ptr<Program> refused = finished(given, std::move(decided.refused));
      if (program != nullptr) *program = new seedc_program(refused);
    }
    give_counts(engine::count(decided.claims), verdicts);
    out = new_text(engine::claims_text(decided.claims, is_for_programs));
  });
}

seedc_error* seedc_compare(const seedc_program* older, const seedc_program* newer,
                           const seedc_call* call, const seedc_prove_options* options,
                           seedc_text** text, seedc_verdicts* verdicts) {
  clear(text);
  return called_on(older, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& out = place_for(text);
    const seedc_prove_options asked = known(options);
    const bool is_for_programs = is_lines(asked.format);
    const auto compared = take(engine::compare_programs(*used.compilation, *the(newer)->compilation,
                                                        prove_options(asked), host));
    give_counts(engine::count(compared), verdicts);
    out = new_text(engine::comparison_text(compared, is_for_programs));
  });
}
