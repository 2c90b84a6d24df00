// Reads the text form of a module, so that passes can be tested alone. The grammar, one entry per
// line:
//
//   module   = "module" "{" entry* "}"
//   entry    = "%" N "=" mnemonic [operand {"," operand}] {name "=" json}
//              [":" type]
//            | "condition" string "=" operand
//            | "formula" string "=" operand
//            | "output" operand {string}              (of the formula above)
//            | "request" string "=" operand ["gold" "=" string] ["by" operand ("asc" | "desc")]
//
// Types are inferred; a written type must equal the inferred one. Comments begin with `;` or `//`
// and run to the end of the line. Values are numbered from 0 in order.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "compiler/ir/condition_text.h"
#include "compiler/ir/json_value.h"
#include "compiler/ir/text.h"
#include "compiler/ir/types.h"
#include "runtime/base/limits.h"

namespace seedc::ir {
namespace {

/// Thrown to abandon a line; the reader continues with the next one.
struct LineError {
  std::uint32_t begin;
  std::string text;
};

/// A type as written in the text.
struct WrittenType {
  ValueId id;
  source::Span span;
  std::string text;
};

class Reader {
 public:
  Reader(std::string_view text, source::FileId file, diag::Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  const std::vector<WrittenType>& written_types() const { return written_types_; }
  const UnreadFields& unread_fields() const { return unread_fields_; }

  Module run() {
    if (!header()) return {};
    while (skip_space(), at_ < text_.size() && text_[at_] != '}') read_entry();
    if (at_ >= text_.size()) {
      report(at_, "expected `}` at the end of the module");
      return std::move(module_);
    }
    ++at_;
    skip_space();
    if (at_ < text_.size()) report(at_, "unexpected text after the module");
    return std::move(module_);
  }

 private:
  bool header() {
    try {
      expect_word("module");
      expect('{');
      return true;
    } catch (const LineError& error) {
      report(error.begin, error.text);
      return false;
    }
  }

  void read_entry() {
    try {
      if (text_[at_] == '%') {
        read_inst();
      } else if (accept_word("condition")) {
        Condition condition{.name = string(), .root = 0};
        expect('=');
        condition.root = operand();
        module_.conditions.push_back(std::move(condition));
      } else if (accept_word("formula")) {
        Formula formula{.name = string(), .rows = 0, .relevant = {}, .kept = {}, .outputs = {}};
        expect('=');
        formula.rows = operand();
        module_.formulas.push_back(std::move(formula));
      } else if (accept_word("output")) {
        read_output(formula_of("an output"));
      } else if (accept_word("relevant")) {
        formula_of("a condition on its reviews").relevant = operand();
      } else if (accept_word("kept")) {
        formula_of("a condition on its rows").kept = operand();
      } else if (accept_word("request")) {
        read_request();
      } else {
        throw LineError{at_, "expected `%`, `condition`, `formula`, `output`, `request` or `}`"};
      }
      end_of_line();
    } catch (const LineError& error) {
      report(error.begin, error.text);
      at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
    }
  }

  /// The formula that a line is part of.
  Formula& formula_of(std::string_view part) {
    if (module_.formulas.empty()) throw LineError{at_, std::string(part) + " follows its formula"};
    return module_.formulas.back();
  }

  void read_output(Formula& formula) {
    Output output{.value = operand(), .keys = {}};
    skip_blanks();
    while (at_ < text_.size() && text_[at_] == '"') {
      output.keys.push_back(string());
      skip_blanks();
    }
    formula.outputs.push_back(std::move(output));
  }

  void read_request() {
    Request request{.id = string(), .root = 0, .gold = {}, .rank = {}};
    expect('=');
    request.root = operand();
    if (accept_word("gold")) {
      expect('=');
      request.gold = string();
    }
    if (accept_word("by")) {
      const ValueId value = operand();
      const bool descending = accept_word("desc");
      if (!descending && !accept_word("asc")) throw LineError{at_, "expected `asc` or `desc`"};
      request.rank = Rank{value, descending};
    }
    module_.requests.push_back(std::move(request));
  }

  void read_inst() {
    const std::uint32_t begin = at_;
    const ValueId id = operand();
    if (id != module_.insts.size()) {
      throw LineError{
          begin, fmt::format("expected %{}: values are numbered in order", module_.insts.size())};
    }
    module_.insts.emplace_back();  // holds the number, so that a mistake in this line is the only
                                   // one reported
    expect('=');
    const std::uint32_t op_begin = (skip_blanks(), at_);
    const std::string_view mnemonic = word();
    const auto condition = language::default_condition(mnemonic);
    const auto op = condition ? Op::Condition : find_op(mnemonic);
    if (!op) throw LineError{op_begin, fmt::format("unknown operation `{}`", mnemonic)};
    Inst inst{.op = *op, .operands = {}, .attributes = {}, .span = {}};
    if (skip_blanks(); peek() == '%') {
      inst.operands.push_back(operand());
      while (accept(',')) inst.operands.push_back(operand());
    }
    std::vector<std::string_view> names = condition ? attribute_names(*condition) : names_of(*op);
    std::vector<language::Value> attributes(names.size());
    while (skip_blanks(), is_word(peek())) read_attribute(mnemonic, names, attributes);
    if (condition) {
      set_condition(inst, id, *condition, attributes);
    } else {
      inst.attributes = std::move(attributes);
    }
    inst.span = {file_, begin, at_};
    if (accept(':')) {
      written_types_.push_back({id, inst.span, type_text()});
      if (written_types_.back().text.empty()) throw LineError{at_, "expected a type"};
    }
    module_.insts.back() = std::move(inst);
  }

  /// The text after the colon, without trailing spaces.
  std::string type_text() {
    skip_blanks();
    const std::uint32_t begin = at_;
    while (is_word(peek()) || peek() == ' ' || peek() == '?') ++at_;
    std::string_view text = text_.substr(begin, at_ - begin);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return std::string(text);
  }

  static std::vector<std::string_view> names_of(Op op) {
    std::vector<std::string_view> names;
    for (const AttrInfo& row : info(op).attributes) names.push_back(row.name);
    return names;
  }

  void read_attribute(std::string_view mnemonic, std::span<const std::string_view> names,
                      std::vector<language::Value>& attributes) {
    const std::uint32_t begin = at_;
    const std::string_view name = word();
    const auto row = std::ranges::find(names, name);
    if (row == names.end())
      throw LineError{begin, fmt::format("`{}` has no attribute `{}`", mnemonic, name)};
    language::Value& attribute = attributes[static_cast<std::size_t>(row - names.begin())];
    if (!attribute.is_null()) throw LineError{begin, fmt::format("`{}` is given twice", name)};
    expect('=');
    attribute = json();
  }

  void set_condition(Inst& inst, ValueId id, seedc::language::Condition condition,
                     std::span<const language::Value> attributes) {
    std::vector<std::string> wrong = set_fields(condition, attributes);
    if (!wrong.empty()) unread_fields_.emplace(id, std::move(wrong));
    inst.condition = std::make_shared<const seedc::language::Condition>(std::move(condition));
  }

  /// The JSON value that begins here, delimited by its brackets and quotes.
  language::Value json() {
    skip_blanks();
    const std::uint32_t begin = at_;
    std::size_t depth = 0;
    do {
      const char c = peek();
      if (c == '\0' || c == '\n') throw LineError{begin, "expected a JSON value"};
      if (c == '"') {
        skip_string();
        continue;
      }
      if (c == '[' || c == '{') ++depth;
      if (depth > base::limits::kIrNesting)
        throw LineError{at_, fmt::format("nested more than {} deep", base::limits::kIrNesting)};
      if ((c == ']' || c == '}') && depth-- == 0) throw LineError{at_, "expected a JSON value"};
      ++at_;
    } while (depth > 0 ||
             (at_ < text_.size() && !ends_value(text_[at_ - 1]) && !is_separator(peek())));
    auto value = value_of_json(text_.substr(begin, at_ - begin));
    if (!value) throw LineError{begin, "not a JSON value"};
    return *std::move(value);
  }

  void skip_string() {
    const std::uint32_t begin = at_++;
    while (peek() != '"') {
      if (peek() == '\n' || at_ >= text_.size()) throw LineError{begin, "the string has no end"};
      at_ += peek() == '\\' ? 2 : 1;
    }
    ++at_;
  }

  std::string string() {
    skip_blanks();
    const std::uint32_t begin = at_;
    if (peek() != '"') throw LineError{at_, "expected a string"};
    const language::Value value = json();
    const auto* text = value.as<std::string>();
    if (text == nullptr) throw LineError{begin, "expected a string"};
    return *text;
  }

  ValueId operand() {
    skip_blanks();
    const std::uint32_t begin = at_;
    if (peek() != '%') throw LineError{at_, "expected a value, such as %0"};
    ++at_;
    ValueId id = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), id);
    if (error != std::errc{}) throw LineError{begin, "expected a value, such as %0"};
    at_ = static_cast<std::uint32_t>(end - text_.data());
    return id;
  }

  std::string_view word() {
    skip_blanks();
    const std::uint32_t begin = at_;
    while (is_word(peek())) ++at_;
    if (at_ == begin) throw LineError{at_, "expected a name"};
    return text_.substr(begin, at_ - begin);
  }

  bool accept_word(std::string_view expected) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(expected)) return false;
    if (rest.size() > expected.size() && is_word(rest[expected.size()])) return false;
    at_ += static_cast<std::uint32_t>(expected.size());
    return true;
  }

  void expect_word(std::string_view expected) {
    skip_space();
    if (!accept_word(expected)) throw LineError{at_, fmt::format("expected `{}`", expected)};
  }

  bool accept(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) throw LineError{at_, fmt::format("expected `{}`", c)};
  }

  void end_of_line() {
    skip_blanks();
    if (at_ < text_.size() && peek() != '\n' && peek() != '}')
      throw LineError{at_, "expected the end of the line"};
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  }
  static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0' || c == ';' || c == '}';
  }
  static bool ends_value(char c) { return c == '"' || c == ']' || c == '}'; }

  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r') ++at_;
    if (peek() == ';' || text_.substr(at_).starts_with("//")) {
      at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
    }
  }

  void skip_space() {
    do {
      skip_blanks();
    } while (peek() == '\n' && ++at_ > 0);
  }

  void report(std::uint32_t begin, const std::string& text) {
    const auto end = std::min<std::size_t>(begin + 1, text_.size());
    diagnostics_.report(diag::DiagCode::IrSyntax, {file_, begin, static_cast<std::uint32_t>(end)},
                        text);
  }

  std::string_view text_;
  source::FileId file_;
  diag::Diagnostics& diagnostics_;
  std::uint32_t at_ = 0;
  Module module_;
  std::vector<WrittenType> written_types_;
  UnreadFields unread_fields_;
};

void check_types(const Module& module, const std::vector<WrittenType>& written,
                 diag::Diagnostics& diagnostics) {
  const std::vector<Type> types = types_of(module);
  for (const WrittenType& type : written) {
    const std::string inferred = to_string(types[type.id]);
    if (type.text == inferred) continue;
    diagnostics.report(diag::DiagCode::IrInvalid, type.span,
                       fmt::format("%{} is {}, not {}", type.id, inferred, type.text));
  }
}

}  // namespace

Module read(const source::SourceManager& sources, source::FileId file,
            diag::Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  Reader reader(sources.file(file).text(), file, diagnostics);
  Module module = reader.run();
  if (diagnostics.error_count() > errors_before) return module;
  for (const std::string& text : verify(module, reader.unread_fields()))
    diagnostics.report(diag::DiagCode::IrInvalid, {file, 0, 0}, text);
  if (diagnostics.error_count() == errors_before)
    check_types(module, reader.written_types(), diagnostics);
  return module;
}

}  // namespace seedc::ir
