// Parses JSON programs: detects the form of a file, and finds the requests and formulas in it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/parse/expression/expression.h"
#include "compiler/parse/json/formula.h"
#include "compiler/parse/json/json_rank.h"
#include "compiler/parse/json/json_reader.h"
#include "compiler/parse/json/json_structure.h"
#include "compiler/parse/parse.h"
#include "compiler/source/utf8.h"
#include "runtime/base/nearest.h"

namespace seedc::parse {
namespace {

using ast::Json;

constexpr std::string_view kBlanks = " \t\r\n";

/// The range without surrounding blanks; empty if it is blank.
Stretch trim(std::string_view text, Stretch stretch) {
  const std::string_view part = text.substr(stretch.begin, stretch.end - stretch.begin);
  const auto first = part.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {stretch.end, stretch.end};
  return {stretch.begin + first, stretch.begin + part.find_last_not_of(kBlanks) + 1};
}

/// Takes the next non-blank line off `rest`, trimmed; empty at the end.
Stretch take_line(std::string_view text, Stretch& rest) {
  while (rest.begin < rest.end) {
    const auto end = std::min(text.find('\n', rest.begin), rest.end);
    const Stretch line = trim(text, {rest.begin, end});
    rest.begin = std::min(end + 1, rest.end);
    if (line.begin < line.end) return line;
  }
  return {rest.end, rest.end};
}

/// Whether every bracket opened in a line is closed in it.
bool is_balanced(std::string_view line) {
  long depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else {
      in_string = c == '"';
      depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
  }
  return depth == 0 && !in_string;
}

/// Whether each line is a JSON text of its own. The first line decides; if it is broken, the second
/// one does.
bool is_json_lines(std::string_view text, Stretch stretch) {
  const Stretch first = take_line(text, stretch);
  const Stretch second = take_line(text, stretch);
  const std::string_view first_line = text.substr(first.begin, first.end - first.begin);
  if (!first_line.starts_with('{')) return false;
  if (is_balanced(first_line)) return true;
  const bool goes_on = std::string_view("{[:,").find(first_line.back()) != std::string_view::npos;
  return second.begin < second.end && text[second.begin] == '{' && !goes_on;
}

/// The value in `"id": "value"`, found without parsing.
std::optional<Stretch> find_id(std::string_view text, Stretch stretch) {
  constexpr std::string_view kKey = "\"id\"";
  text = text.substr(0, stretch.end);
  const auto key = text.find(kKey, stretch.begin);
  if (key == std::string_view::npos) return std::nullopt;
  const auto colon = text.find_first_not_of(kBlanks, key + kKey.size());
  if (colon == std::string_view::npos || text[colon] != ':') return std::nullopt;
  const auto quote = text.find_first_not_of(kBlanks, colon + 1);
  if (quote == std::string_view::npos || text[quote] != '"') return std::nullopt;
  const auto end = text.find_first_of("\"\\\r\n", quote + 1);
  if (end == std::string_view::npos || text[end] != '"') return std::nullopt;
  return Stretch{quote + 1, end};
}

/// The key that shows an object to be a line of a dataset, not of a program; a null pointer if none
/// does.
const char* key_of_data(const ast::Json& json) {
  for (const char* key : {"id", "structure", "op", "args", "evidence"}) {
    if (json.find(key)) return nullptr;
  }
  for (const char* key : {"business_id", "review_id", "user_id", "business"}) {
    if (json.find(key)) return key;
  }
  return nullptr;
}

class ProgramReader {
 public:
  ProgramReader(const source::SourceFile& source, source::FileId file,
                diag::Diagnostics& diagnostics, const ParseLimits& limits, bool keeps_objects)
      : text_(source.text()),
        keeps_objects_(keeps_objects),
        diagnostics_(diagnostics),
        reader_(source, file, diagnostics, limits),
        expressions_(source, diagnostics, limits) {
    program_.file = file;
  }

  JsonProgram read(Stretch stretch) {
    stretch = without_fence(stretch);
    if (is_json_lines(text_, stretch)) {
      read_lines(stretch);
    } else {
      read_document(trim(text_, stretch));
    }
    const std::size_t errors = diagnostics_.errors_within(span_of(stretch));
    if (program_.requests.empty() && program_.formulas.empty() && errors == 0) {
      diagnostics_.report(diag::DiagCode::EmptyProgram, span_of({stretch.begin, stretch.begin}));
    }
    return {std::move(program_), std::move(objects_)};
  }

 private:
  /// The range between the lines of a Markdown fence (reported), or the whole range if there is
  /// none. Text around the fence is not part of the program either.
  Stretch without_fence(Stretch stretch) {
    constexpr std::string_view kFence = "```";
    const Stretch whole = trim(text_, stretch);
    const std::string_view text = text_.substr(whole.begin, whole.end - whole.begin);
    const bool is_bare = text.starts_with('{') || text.starts_with('[');
    const std::size_t fence = text.starts_with(kFence) ? 0 : text.find("\n```") + 1;
    if (is_bare || !text.substr(fence).starts_with(kFence)) return stretch;
    const std::size_t opening = std::min(text.find('\n', fence), text.size());
    const std::size_t closing = text.rfind(kFence);
    const bool is_closed = closing > opening;
    const Stretch program =
        trim(text_, {whole.begin + opening, is_closed ? whole.begin + closing : whole.end});
    auto& report = diagnostics_.report(diag::DiagCode::Syntax,
                                       span_of({whole.begin + fence, whole.begin + opening}),
                                       "the program is inside a Markdown fence");
    const bool is_alone = fence == 0 && (!is_closed || closing + kFence.size() == text.size());
    report.help =
        is_alone ? "remove the lines with ```" : "leave only what is between the lines with ```";
    const bool is_only_one = text.find(kFence, opening) == closing;
    report.fix = diag::FixIt{span_of(whole),
                             std::string(text_.substr(program.begin, program.end - program.begin)),
                             is_alone || is_only_one};
    return program;
  }

  void read_lines(Stretch rest) {
    for (Stretch line = take_line(text_, rest); line.begin < line.end;
         line = take_line(text_, rest)) {
      if (auto json = reader_.read(line, "the line")) {
        add(*json);
      } else {
        add_broken_request(line);
      }
    }
  }

  void read_document(Stretch stretch) {
    if (stretch.begin == stretch.end) return;
    auto json = reader_.read(stretch, "the file");
    if (!json) {
      if (text_[stretch.begin] == '{') add_broken_request(stretch);
    } else if (json->kind == ast::Json::Kind::Array) {
      for (ast::Json& element : json->elements) add(element);
    } else {
      add(*json);
    }
  }

  void add(ast::Json& json) {
    if (json.kind != ast::Json::Kind::Object) {
      diagnostics_.report(diag::DiagCode::WrongType, json.span, "a request", "an object",
                          ast::type_phrase(json));
      return;
    }
    if (keeps_objects_) objects_.push_back(json);
    const bool is_of_formula = is_formula(json);
    if (const char* key = is_of_formula ? nullptr : key_of_data(json))
      return report_data(json, key);
    if (is_of_formula) {
      report_all_repeated_keys(json, diag::DiagCode::RepeatedKey, diagnostics_);
      program_.formulas.push_back(read_formula(std::move(json), expressions_));
    } else {
      report_all_repeated_keys(json, diag::DiagCode::DuplicateKey, diagnostics_);
      add_request(json);
    }
  }

  /// Once, however many lines of data there are.
  void report_data(const ast::Json& json, const char* key) {
    if (!is_data_) {
      diagnostics_
          .report(diag::DiagCode::WrongType, json.find(key)->span, "a program",
                  "requests and formulas", "data")
          .help =
          fmt::format("a line with `{}` is a record of a dataset: give the file as data", key);
    }
    is_data_ = true;
  }

  void add_request(ast::Json& json) {
    const bool is_bare_tree = !json.find("structure") && !json.find("id") &&
                              (json.find("op") || json.find("args") || json.find("evidence"));
    ast::Request request{.span = json.span};
    if (is_bare_tree) {
      request.structure = build_structure(json, diagnostics_);
    } else {
      read_fields(json, request);
    }
    program_.requests.push_back(std::move(request));
  }

  void read_fields(ast::Json& json, ast::Request& request) {
    warn_of_misspelt_keys(json);
    request.id = text_field(json, "id", diagnostics_);
    const auto optional_field = [&](const char* key, const char* name) {
      const ast::Json* value = json.find(key);
      if (value && value->kind == ast::Json::Kind::Null)
        request.nulls.push_back({name, value->span});
      return text_field(json, key, diagnostics_);
    };
    request.group = optional_field("group", "group");
    request.scenario = optional_field("scenario", "scenario");
    request.text = optional_field("text", "text");
    request.shorthand = optional_field("shorthand", "shorthand");
    request.gold = optional_field("gold_restaurant", "gold");
    request.rank = read_rank(json, diagnostics_);
    if (const ast::Json::Member* wrapped = wrapped_formula(json)) {
      report_missing(json, "a request", "structure").help =
          fmt::format("`{}` is a Formula Seed: write that object alone", wrapped->key);
      return;
    }
    if (!find_given(json, "id")) report_missing(json, "a request", "id");
    if (ast::Json* structure = find_given(json, "structure")) {
      request.structure = build_structure(*structure, diagnostics_);
    } else {
      diag::Diagnostic& report = report_missing(
          json, request.id ? "request `" + request.id->text + "`" : "a request", "structure");
      if (json.find("shorthand"))
        report.help =
            "its `shorthand` is only compared with a structure; alone it belongs in a .req file";
    }
  }

  /// A formula inside an object that is no request.
  static const ast::Json::Member* wrapped_formula(const ast::Json& json) {
    if (json.find("structure") != nullptr) return nullptr;
    const auto at = std::ranges::find_if(json.members, [](const ast::Json::Member& member) {
      return member.value.kind == ast::Json::Kind::Object &&
             member.value.find("compute") != nullptr;
    });
    return at == json.members.end() ? nullptr : &*at;
  }

  diag::Diagnostic& report_missing(const ast::Json& json, const std::string& owner,
                                   std::string_view key) {
    const source::Span opening{json.span.file, json.span.begin, json.span.begin + 1};
    return diagnostics_.report(diag::DiagCode::MissingKey, opening, owner, key);
  }

  /// A request may have any other keys, as published ones have; one that is nearly a key that the
  /// request lacks is probably misspelt.
  void warn_of_misspelt_keys(const ast::Json& json) {
    static const std::vector<std::string> kKeys = {
        "id", "group", "scenario", "text", "shorthand", "structure", "gold_restaurant", "rank_by"};
    for (const ast::Json::Member& member : json.members) {
      if (std::ranges::find(kKeys, member.key) != kKeys.end()) continue;
      // The shorthand's word is too far from the key to be near it.
      const std::string near =
          member.key == "gold" ? "gold_restaurant" : base::nearest(member.key, kKeys);
      if (near.empty() || json.find(near) != nullptr) continue;
      diag::Diagnostic& report =
          diagnostics_.report(diag::DiagCode::UnknownKey, member.key_span, "a request", member.key);
      report.help = fmt::format("did you mean `{}`?", near);
      report.fix = diag::FixIt{member.key_span, fmt::format("\"{}\"", near)};
    }
  }

  /// Keeps the id of a request that is not valid JSON, so that a run can report which one is wrong.
  void add_broken_request(Stretch stretch) {
    const auto id = find_id(text_, stretch);
    if (!id) return;
    ast::Field field{source::as_valid_utf8(text_.substr(id->begin, id->end - id->begin)),
                     span_of(*id)};
    program_.requests.push_back(ast::Request{.span = span_of(stretch), .id = std::move(field)});
  }

  source::Span span_of(Stretch stretch) const {
    return {program_.file, static_cast<std::uint32_t>(stretch.begin),
            static_cast<std::uint32_t>(stretch.end)};
  }

  std::string_view text_;
  bool keeps_objects_;
  bool is_data_ = false;
  std::vector<ast::Json> objects_;
  diag::Diagnostics& diagnostics_;
  JsonReader reader_;
  ExpressionReader expressions_;
  ast::Program program_;
};

JsonProgram read_program(const source::SourceManager& sources, source::FileId file,
                         diag::Diagnostics& diagnostics, const ParseLimits& limits,
                         bool keeps_objects) {
  const source::SourceFile& source = sources.file(file);
  const auto stretch = program_stretch(source, file, diagnostics, limits);
  if (!stretch) return {ast::Program{.file = file}, {}};
  return ProgramReader(source, file, diagnostics, limits, keeps_objects).read(*stretch);
}

}  // namespace

ast::Program parse_json_program(const source::SourceManager& sources, source::FileId file,
                                diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  return read_program(sources, file, diagnostics, limits, /*keeps_objects=*/false).program;
}

JsonProgram parse_json_objects(const source::SourceManager& sources, source::FileId file,
                               diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  return read_program(sources, file, diagnostics, limits, /*keeps_objects=*/true);
}

}  // namespace seedc::parse
