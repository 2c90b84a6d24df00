// Turns arguments into options one by one, in the order in which they are written.
#include "compiler/resolve/comparing_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/ast/json_text.h"

namespace seedc::resolve {
namespace {

using ast::Json;

Json text_json(std::string text, source::Span span) {
  return {.kind = Json::Kind::String, .span = span, .text = std::move(text)};
}

class ComparingCall {
 public:
  ComparingCall(Json& evidence, const language::EvidenceInfo& kind, diag::Diagnostics& diagnostics)
      : evidence_(evidence), kind_(kind), diagnostics_(diagnostics) {}

  void add(const ast::Argument& argument) {
    if (argument.comparison && is_turned(argument)) {
      report_turned(argument);
    } else if (argument.comparison) {
      add_test(argument.value, &*argument.comparison);
    } else if (!argument.key.empty()) {
      add_option(argument);
    } else if (argument.value.kind == Json::Kind::Word) {
      add_test(argument.value, nullptr);
    } else {
      add_once(evidence_, std::string(kind_.leading.front()), argument.value.span, argument);
    }
  }

  /// Reports objects whose members alone say nothing.
  void finish() {
    for (const language::OptionInfo* option : spread_) {
      const Json& object = *evidence_.find(option->name);
      const language::OptionInfo& needed = option->members.front();
      if (object.find(needed.name) != nullptr) continue;
      const Json::Member& member = object.members.front();
      diagnostics_.report(diag::DiagCode::MissingOption, member.key_span, member.key,
                          needed.is_leading ? option->name : needed.name);
      std::erase_if(evidence_.members,
                    [&](const Json::Member& each) { return each.key == option->name; });
    }
  }

 private:
  /// `4 <= stars`: a literal and a field.
  static bool is_turned(const ast::Argument& argument) {
    const Json::Kind kind = argument.value.kind;
    return (kind == Json::Kind::Number || kind == Json::Kind::String) &&
           argument.comparison->operand.kind == Json::Kind::Word;
  }

  void report_turned(const ast::Argument& argument) {
    constexpr std::pair<std::string_view, std::string_view> kTurned[] = {
        {"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}};
    std::string_view sign = argument.comparison->sign.text;
    for (const auto& [written, turned] : kTurned) {
      if (written == argument.comparison->sign.text) sign = turned;
    }
    const std::string literal = ast::json_text(argument.value);
    const std::string right =
        fmt::format("{} {} {}", argument.comparison->operand.text, sign, literal);
    diag::Diagnostic& report =
        diagnostics_.report(diag::DiagCode::BadValue, argument.value.span, "path",
                            "a field of reviews", "`" + literal + "`");
    report.help = "write the field first: " + right;
    report.fix =
        diag::FixIt{source::join(argument.value.span, argument.comparison->operand.span), right};
  }

  /// Adds `stars >= 4` as `{"path": ["stars"], "op": "gte", "value": 4}`; without a comparison the
  /// first operation.
  void add_test(const Json& path, const ast::Comparison* comparison) {
    const std::vector<language::OptionInfo>& members = kind_.comparisons->members;
    const auto word = comparison == nullptr
                          ? members[1].words.begin()
                          : std::ranges::find(members[1].words, comparison->sign.text,
                                              &language::ChoiceWord::sign);
    if (word == members[1].words.end()) return;  // reported by the parser
    const source::Span sign = comparison == nullptr ? path.span : comparison->sign.span;
    Json test{.kind = Json::Kind::Object, .span = path.span};
    test.members.push_back({std::string(members[0].name), path.span, path});
    test.members.push_back(
        {std::string(members[1].name), sign, text_json(std::string(word->word), sign)});
    if (comparison != nullptr) {
      const Json& operand = comparison->operand;
      test.span = source::join(path.span, operand.span);
      test.members.push_back({std::string(members[2].name), operand.span, operand});
    }
    Json* tests = tests_at(test.span);
    if (tests != nullptr) tests->elements.push_back(std::move(test));
  }

  /// The list of conditions, which is created for the first; a null pointer if what was written for
  /// it is no such list, which the checker reports.
  Json* tests_at(source::Span span) {
    Json* tests = member(kind_.comparisons->name);
    if (tests == nullptr) {
      evidence_.members.push_back({std::string(kind_.comparisons->name), span, {}});
      tests = &evidence_.members.back().value;
    }
    if (tests->kind == Json::Kind::Null) {
      tests->kind = Json::Kind::Array;
      tests->span = span;
      return tests;
    }
    if (tests->kind != Json::Kind::Array || tests->elements.empty()) return nullptr;
    tests->span = source::join(tests->span, span);
    return tests;
  }

  void add_option(const ast::Argument& argument) {
    if (argument.key == kind_.comparisons->name) return add_written_tests(argument);
    for (const language::OptionInfo& option : kind_.options) {
      const auto name = member_of(option, argument);
      if (!name) continue;
      const bool is_absent = argument.value.kind == Json::Kind::Null;
      return is_absent ? void() : add_spread(option, std::string(*name), argument);
    }
    add_once(evidence_, argument.key, argument.key_span, argument);
  }

  /// `conditions: […]`, beside which comparisons count too.
  void add_written_tests(const ast::Argument& argument) {
    if (are_tests_written_) {
      report_repeated(argument.key, argument.key_span,
                      *std::ranges::find(evidence_.members, argument.key, &Json::Member::key));
      return;
    }
    are_tests_written_ = true;
    Json* tests = member(argument.key);
    if (tests == nullptr) {
      evidence_.members.push_back({argument.key, argument.key_span, argument.value});
    } else if (argument.value.kind == Json::Kind::Array && !argument.value.elements.empty()) {
      tests->elements.insert(tests->elements.end(), argument.value.elements.begin(),
                             argument.value.elements.end());
    } else if (argument.value.kind != Json::Kind::Null) {
      *tests = argument.value;
    }
  }

  /// The member of a spread object that the argument gives by itself.
  static std::optional<std::string_view> member_of(const language::OptionInfo& option,
                                                   const ast::Argument& argument) {
    const Json::Kind kind = argument.value.kind;
    if (!option.is_spread) return std::nullopt;
    const language::OptionInfo& first = option.members.front();
    if (argument.key == option.name) {
      const bool is_leading =
          first.is_leading && kind != Json::Kind::Object && kind != Json::Kind::Null;
      return is_leading ? std::optional(first.name) : std::nullopt;
    }
    const language::OptionInfo* found = language::find_option(option.members, argument.key);
    return found != nullptr && !found->is_leading ? std::optional(found->name) : std::nullopt;
  }

  void add_spread(const language::OptionInfo& option, const std::string& name,
                  const ast::Argument& argument) {
    Json* object = member(option.name);
    if (object == nullptr) {
      const source::Span span = argument.value.span;
      evidence_.members.push_back({std::string(option.name),
                                   argument.key_span,
                                   {.kind = Json::Kind::Object, .span = span}});
      object = &evidence_.members.back().value;
      spread_.insert(&option);
    } else if (!spread_.contains(&option)) {
      report_repeated(argument.key, argument.key_span,
                      *std::ranges::find(evidence_.members, option.name, &Json::Member::key));
      return;
    }
    object->span = source::join(object->span, argument.value.span);
    add_once(*object, name, argument.key_span, argument);
  }

  void add_once(Json& object, const std::string& name, source::Span place,
                const ast::Argument& argument) {
    const auto first = std::ranges::find(object.members, name, &Json::Member::key);
    if (first != object.members.end()) {
      report_repeated(argument.key.empty() ? name : argument.key, place, *first);
    } else {
      object.members.push_back({name, place, argument.value});
    }
  }

  void report_repeated(std::string_view key, source::Span place, const Json::Member& first) {
    diagnostics_.report(diag::DiagCode::RepeatedOption, place, key)
        .note(first.key_span, "first given here");
  }

  Json* member(std::string_view key) {
    const auto found = std::ranges::find(evidence_.members, key, &Json::Member::key);
    return found == evidence_.members.end() ? nullptr : &found->value;
  }

  Json& evidence_;
  const language::EvidenceInfo& kind_;
  diag::Diagnostics& diagnostics_;
  bool are_tests_written_ = false;
  std::set<const language::OptionInfo*> spread_;  ///< those of which members were given
};

}  // namespace

void add_comparing_arguments(ast::Json& evidence, const ast::Expr& call,
                             const language::EvidenceInfo& kind, diag::Diagnostics& diagnostics) {
  ComparingCall made(evidence, kind, diagnostics);
  for (const ast::Argument& argument : call.arguments) made.add(argument);
  made.finish();
}

}  // namespace seedc::resolve
