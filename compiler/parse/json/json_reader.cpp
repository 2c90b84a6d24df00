// Parses JSON by the grammar in grammar/Json.g4.
#include "compiler/parse/json/json_reader.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/parse/json/valid_json.h"
#include "compiler/parse/mistakes/foreign_quotes.h"
#include "compiler/parse/strings.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {
namespace {

using antlr4::Token;
using ast::Json;
using grammar::JsonParser;

constexpr std::string_view kJsonEscapeHelp = "write `\\\\` for a backslash";

Punctuation json_punctuation() {
  Punctuation punctuation{.openers = {}, .closers = {}, .comma = JsonParser::COMMA};
  punctuation.openers.set(JsonParser::LEFT_BRACE).set(JsonParser::LEFT_BRACKET);
  punctuation.closers.set(JsonParser::RIGHT_BRACE).set(JsonParser::RIGHT_BRACKET);
  return punctuation;
}

std::vector<TokenGroup> json_groups() {
  return {{"a value",
           {JsonParser::STRING, JsonParser::NUMBER, JsonParser::TRUE_WORD, JsonParser::FALSE_WORD,
            JsonParser::NULL_WORD, JsonParser::LEFT_BRACE, JsonParser::LEFT_BRACKET}},
          {"a key in double quotes", {JsonParser::STRING}}};
}

/// Converts the parse tree to `ast::Json`.
class JsonBuilder {
 public:
  JsonBuilder(std::string_view text, source::FileId file, diag::Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  ast::Json build(JsonParser::ValueContext& value) {
    switch (value.start->getType()) {
      case JsonParser::LEFT_BRACE:
        return build_object(*static_cast<JsonParser::ObjectContext*>(value.children[0]));
      case JsonParser::LEFT_BRACKET:
        return build_array(*static_cast<JsonParser::ArrayContext*>(value.children[0]));
      default:
        return build_scalar(*value.start);
    }
  }

 private:
  // The grammar puts an item, if there is one, at every odd index: after the bracket and after each
  // comma. Asking a context for its members would cost two dynamic casts each.
  static constexpr std::size_t kFirstItem = 1;
  static constexpr std::size_t kItemStep = 2;
  static std::size_t count_items(const antlr4::ParserRuleContext& brackets) {
    return (brackets.children.size() - 1) / kItemStep;
  }
  template <class Context>
  static Context& item(const antlr4::ParserRuleContext& brackets, std::size_t index) {
    return *static_cast<Context*>(brackets.children[kFirstItem + index * kItemStep]);
  }

  ast::Json build_object(JsonParser::ObjectContext& object) {
    ast::Json json{.kind = ast::Json::Kind::Object, .span = span_of(object)};
    json.members.reserve(count_items(object));
    for (std::size_t i = 0; i < count_items(object); ++i) {
      auto& member = item<JsonParser::MemberContext>(object, i);
      auto& value = *static_cast<JsonParser::ValueContext*>(member.children.back());
      const Token& key = *member.start;
      json.members.push_back({decode(key), seedc::parse::span_of(file_, key), build(value)});
    }
    return json;
  }

  ast::Json build_array(JsonParser::ArrayContext& array) {
    ast::Json json{.kind = ast::Json::Kind::Array, .span = span_of(array)};
    json.elements.reserve(count_items(array));
    for (std::size_t i = 0; i < count_items(array); ++i) {
      json.elements.push_back(build(item<JsonParser::ValueContext>(array, i)));
    }
    return json;
  }

  ast::Json build_scalar(const Token& token) {
    ast::Json json{.span = seedc::parse::span_of(file_, token)};
    switch (token.getType()) {
      case JsonParser::STRING:
        json.kind = ast::Json::Kind::String;
        json.text = decode(token);
        break;
      case JsonParser::NUMBER:
        json.kind = ast::Json::Kind::Number;
        json.text = spelling(token);
        break;
      case JsonParser::TRUE_WORD:
      case JsonParser::FALSE_WORD:
        json.kind = ast::Json::Kind::Bool;
        json.boolean = token.getType() == JsonParser::TRUE_WORD;
        break;
      default:
        break;
    }
    return json;
  }

  source::Span span_of(const antlr4::ParserRuleContext& context) const {
    return source::join(seedc::parse::span_of(file_, *context.start),
                        seedc::parse::span_of(file_, *context.stop));
  }

  std::string_view spelling(const Token& token) const {
    return text_.substr(token.getStartIndex(), token.getStopIndex() + 1 - token.getStartIndex());
  }

  std::string decode(const Token& token) {
    return decode_escaped(spelling(token), seedc::parse::span_of(file_, token), kJsonEscapeHelp,
                          diagnostics_);
  }

  std::string_view text_;
  source::FileId file_;
  diag::Diagnostics& diagnostics_;
};

/// What other languages write where JSON expects a value.
struct ForeignWord {
  std::string_view spelling;
  std::string_view help;
  std::string_view json = {};  ///< the JSON spelling that is certainly meant
};
constexpr ForeignWord kForeignWords[] = {
    {"True", "JSON writes `true`", "true"},
    {"False", "JSON writes `false`", "false"},
    {"None", "JSON writes `null`", "null"},
    {"NaN", "JSON has no such number; write `null`"},
    {"Infinity", "JSON has no such number; write `null`"},
    {"-Infinity", "JSON has no such number; write `null`"},
    {"'", "JSON strings use double quotes"},
    {"“", "JSON strings use plain double quotes"},
    {"”", "JSON strings use plain double quotes"},
    {"‘", "JSON strings use plain double quotes"},
    {"’", "JSON strings use plain double quotes"},
    {"#", "JSON has no comments"},
    {"/", "JSON has no comments"},
};

/// The fix for the word or sign at the reported location that is not part of JSON.
void explain_stray(diag::Diagnostic& report, std::string_view text) {
  const source::Span span = report.span;
  const std::string_view spelling = text.substr(span.begin, span.end - span.begin);
  const auto* found = std::ranges::find(kForeignWords, spelling, &ForeignWord::spelling);
  if (found == std::end(kForeignWords)) return;
  report.help = found->help;
  const std::string_view rest = text.substr(span.begin);
  if (!found->json.empty()) {
    report.fix = diag::FixIt{span, std::string(found->json), /*is_safe=*/true};
  } else if (rest.starts_with('#') || rest.starts_with("//")) {
    const auto end =
        static_cast<std::uint32_t>(span.begin + std::min(rest.find_first_of("\r\n"), rest.size()));
    report.fix = diag::FixIt{{span.file, span.begin, end}, "", /*is_safe=*/true};
  } else if (const auto end = rest.find("*/", 2); rest.starts_with("/*") && end != rest.npos) {
    const auto behind = static_cast<std::uint32_t>(span.begin + end + 2);
    report.fix = diag::FixIt{{span.file, span.begin, behind}, "", /*is_safe=*/true};
  } else {
    report.fix = rest.starts_with('\'') ? in_double_quotes_from(text, span.file, span.begin)
                                        : in_double_quotes(text, span.file, span.begin);
  }
}

}  // namespace

JsonReader::JsonReader(const source::SourceFile& source, source::FileId file,
                       diag::Diagnostics& diagnostics, const ParseLimits& limits)
    : source_(source),
      file_(file),
      diagnostics_(diagnostics),
      limits_(limits),
      tokens_left_(limits.max_tokens) {}

JsonReader::Grammar::Grammar(const source::SourceFile& source, const ParseLimits& limits)
    : input(source.text(), {}), lexer(&input), parser(nullptr) {
  lexer.removeErrorListeners();
  configure_parser(parser, limits.call);
}

std::optional<ast::Json> JsonReader::read(Stretch stretch, std::string_view end_phrase) {
  if (report_invalid_utf8(source_.text(), stretch, file_, diagnostics_)) return std::nullopt;
  if (auto json = read_valid_json(source_.text(), stretch, file_, tokens_left_, limits_))
    return json;
  return read_by_grammar(stretch, end_phrase);
}

std::optional<ast::Json> JsonReader::read_by_grammar(Stretch stretch, std::string_view end_phrase) {
  static const Punctuation kPunctuation = json_punctuation();
  if (!grammar_) grammar_.emplace(source_, limits_);
  end_ = stretch.end;
  grammar_->input = ByteStream(source_.text(), stretch);
  grammar_->lexer.setInputStream(&grammar_->input);  // resets it to offset 0
  grammar_->input.seek(stretch.begin);
  auto tokens = lex(grammar_->lexer, file_, diagnostics_, tokens_left_, limits_);
  if (!tokens) return std::nullopt;
  NestingCheck nesting(kPunctuation, file_, diagnostics_, limits_);
  for (const auto& token : *tokens) {
    if (!nesting.accept(*token)) return std::nullopt;
  }
  return parse(std::move(*tokens), end_phrase);
}

std::optional<ast::Json> JsonReader::parse(TokenList tokens, std::string_view end_phrase) {
  antlr4::ListTokenSource token_source(std::move(tokens));
  antlr4::CommonTokenStream stream(&token_source);
  grammar_->parser.setTokenStream(&stream);
  try {
    auto* document = grammar_->parser.document();
    return JsonBuilder(source_.text(), file_, diagnostics_).build(*document->value());
  } catch (const StoppedParse& stopped) {
    report(*stopped.found, stopped.expected, end_phrase, stream);
    return std::nullopt;
  }
}

void JsonReader::report(const Token& found, const antlr4::misc::IntervalSet& expected,
                        std::string_view end_phrase, antlr4::TokenStream& tokens) {
  static const Wording kWording{grammar_->parser.getVocabulary(), json_groups(), {}};
  const Token* before = tokens.LT(-1);
  const bool ends = found.getType() == Token::EOF;
  source::Span span = span_of(file_, found);
  if (ends && before) span.begin = span.end = span_of(file_, *before).end;
  const std::string_view spelling = source_.text().substr(span.begin, span.end - span.begin);
  if (found.getType() == JsonParser::UNTERMINATED_STRING) {
    diagnostics_.report(diag::DiagCode::Syntax, span, "the string is not closed").help =
        "close it with `\"`; a line break within it is written `\\n`";
    return;
  }
  const std::string found_phrase =
      ends ? fmt::format("the end of {}", end_phrase) : quote(spelling);
  const std::string expected_phrase =
      describe_expected(expected, kWording, fmt::format("the end of {}", end_phrase));
  diag::Diagnostic& diagnostic =
      diagnostics_.report(diag::DiagCode::Syntax, span,
                          fmt::format("expected {}, found {}", expected_phrase, found_phrase));
  const bool follows_comma = before && before->getType() == JsonParser::COMMA;
  const bool closes = spelling == "]" || spelling == "}";
  if (follows_comma && closes) {
    diagnostic.help = "JSON does not allow a comma before a closing bracket";
    diagnostic.fix = diag::FixIt{span_of(file_, *before), "", /*is_safe=*/true};
  } else {
    explain_stray(diagnostic, source_.text().substr(0, end_));
  }
}

void report_repeated_keys(const ast::Json& object, diag::CodeFor<std::string> code,
                          diag::Diagnostics& diagnostics) {
  std::vector<std::string_view> keys;
  for (const ast::Json::Member& member : object.members) keys.push_back(member.key);
  std::sort(keys.begin(), keys.end());
  if (std::adjacent_find(keys.begin(), keys.end()) == keys.end()) return;
  std::map<std::string_view, source::Span> seen;
  for (const ast::Json::Member& member : object.members) {
    const auto [first, is_new] = seen.emplace(member.key, member.key_span);
    if (is_new) continue;
    diagnostics.report(code, member.key_span, member.key).note(first->second, "first given here");
  }
}

void report_all_repeated_keys(const ast::Json& json, diag::CodeFor<std::string> code,
                              diag::Diagnostics& diagnostics) {
  report_repeated_keys(json, code, diagnostics);
  for (const ast::Json::Member& member : json.members)
    report_all_repeated_keys(member.value, code, diagnostics);
  for (const ast::Json& element : json.elements)
    report_all_repeated_keys(element, code, diagnostics);
}

}  // namespace seedc::parse
