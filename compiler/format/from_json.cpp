// Converts request objects to the shorthand: names first, then the trees.
#include "compiler/format/from_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ast/same.h"
#include "compiler/format/spelling.h"
#include "compiler/parse/parse.h"
#include "runtime/base/text_hash.h"
#include "runtime/language/conditions.h"

namespace seedc::format {
namespace {

using ast::Argument;
using ast::Expr;

bool is_string(const ast::Json* json) { return json && json->kind == ast::Json::Kind::String; }

bool is_one_of(std::string_view key, std::initializer_list<std::string_view> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool are_keys(const ast::Json& json) {
  return json.kind == ast::Json::Kind::Array &&
         std::all_of(json.elements.begin(), json.elements.end(),
                     [](const ast::Json& element) { return is_string(&element); });
}

/// Writes a list of keys as `attributes.HasTV`, and one of a few fixed words as that word.
void use_words(ast::Json& json, std::string_view owner, std::string_view key) {
  if (language::is_option_of(language::OptionType::Path, owner, key) && are_keys(json) &&
      !json.elements.empty() && begins_path(json.elements.front().text)) {
    json.kind = ast::Json::Kind::Word;
    for (const ast::Json& element : json.elements) {
      json.text += (&element == json.elements.data() ? "" : ".") + element.text;
    }
  } else if (language::is_option_of(language::OptionType::Words, owner, key) && is_string(&json) &&
             parse::word_kind(json.text) == parse::WordKind::Name) {
    json.kind = ast::Json::Kind::Word;
    json.elements.push_back({.kind = ast::Json::Kind::String, .text = json.text});
  } else if (owner.empty()) {
    for (ast::Json::Member& member : json.members) use_words(member.value, key, member.key);
    for (ast::Json& element : json.elements) {
      for (ast::Json::Member& member : element.members) use_words(member.value, key, member.key);
    }
  }
}

/// `stars >= 4` for `{"path": ["stars"], "op": "gte", "value": 4}`; std::nullopt if the condition
/// cannot be written so.
std::optional<Argument> comparison_of(const ast::Json& test, const language::OptionInfo& option) {
  const std::vector<language::OptionInfo>& members = option.members;
  const ast::Json* path = test.find(members[0].name);
  const ast::Json* operation = test.find(members[1].name);
  const ast::Json* operand = test.find(members[2].name);
  if (!path || !is_string(operation)) return std::nullopt;
  if (test.members.size() != (operand ? 3 : 2)) return std::nullopt;
  const auto word =
      std::ranges::find(members[1].words, operation->text, &language::ChoiceWord::word);
  const bool is_first = word == members[1].words.begin();
  if (word == members[1].words.end() || is_first == (operand != nullptr)) return std::nullopt;
  Argument argument{.key = {}, .key_span = {}, .value = *path};
  use_words(argument.value, option.name, members[0].name);
  const bool is_path = argument.value.kind == ast::Json::Kind::Word ||
                       (!is_first && (is_string(path) || are_keys(*path)));
  if (!is_path) return std::nullopt;
  if (operand) argument.comparison = ast::Comparison{{std::string(word->sign), {}}, *operand};
  return argument;
}

/// The conditions of a list as comparisons; std::nullopt if one of them cannot be written so.
std::optional<std::vector<Argument>> comparisons_of(const ast::Json& tests,
                                                    const language::OptionInfo& option) {
  if (tests.kind != ast::Json::Kind::Array || tests.elements.empty()) return std::nullopt;
  std::vector<Argument> arguments;
  for (const ast::Json& test : tests.elements) {
    auto argument = comparison_of(test, option);
    if (!argument) return std::nullopt;
    arguments.push_back(*std::move(argument));
  }
  return arguments;
}

/// The members of an object that may be written beside it: `friends: […], hops: 2`.
std::optional<std::vector<Argument>> members_of(const ast::Json& object,
                                                const language::OptionInfo& option) {
  const language::OptionInfo& first = option.members.front();
  const ast::Json* needed = object.find(first.name);
  if (!needed || (first.is_leading && needed->kind == ast::Json::Kind::Object)) return std::nullopt;
  std::vector<Argument> arguments;
  for (const ast::Json::Member& member : object.members) {
    const bool is_known = language::find_option(option.members, member.key) != nullptr;
    if (!is_known || member.value.kind == ast::Json::Kind::Null) return std::nullopt;
    const bool is_leading = first.is_leading && member.key == first.name;
    Argument& argument =
        arguments.emplace_back(Argument{.key = is_leading ? std::string(option.name) : member.key,
                                        .key_span = {},
                                        .value = member.value});
    use_words(argument.value, option.name, member.key);
  }
  return arguments;
}

/// The arguments that a member of an evidence object is written as, where they are not one of that
/// name.
std::optional<std::vector<Argument>> short_form(const ast::Json::Member& member,
                                                const language::EvidenceInfo& kind) {
  const language::OptionInfo* option = language::find_option(kind.options, member.key);
  if (!option) return std::nullopt;
  if (option == kind.comparisons) return comparisons_of(member.value, *option);
  if (option->is_spread) return members_of(member.value, *option);
  return std::nullopt;
}

/// `1HOP` for a circle of 1 or 2 hops that has only friends and hops; otherwise empty.
std::string hop_of(const ast::Json& filter) {
  const ast::Json* friends = filter.find("friends");
  const ast::Json* hops = filter.find("hops");
  const bool is_whole = filter.members.size() == 2 && friends && hops;
  const bool are_names = is_whole && friends->kind == ast::Json::Kind::Array &&
                         std::all_of(friends->elements.begin(), friends->elements.end(),
                                     [](const ast::Json& name) { return is_string(&name); });
  const bool are_hops =
      are_names && hops->kind == ast::Json::Kind::Number && is_one_of(hops->text, {"1", "2"});
  return are_hops ? hops->text + "HOP" : std::string();
}

class Converter {
 public:
  explicit Converter(diag::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  ast::Program convert(parse::JsonProgram& json) {
    ast::Program program;
    for (const ast::Formula& formula : json.program.formulas)
      refuse(formula.span, "a Formula Seed");
    if (!json.program.formulas.empty()) return program;
    for (ast::Json& object : json.objects) remove_repeated_keys(object);
    for (std::size_t i = 0; i < json.objects.size(); ++i) {
      find_names(tree_of(json.program.requests[i], json.objects[i]));
    }
    for (std::size_t i = 0; i < json.objects.size(); ++i) {
      program.requests.push_back(request_of(json.program.requests[i], json.objects[i]));
    }
    program.lets = std::move(lets_);
    return program;
  }

 private:
  struct Meaning {
    const ast::Json* evidence;
    bool is_only_one = true;
    bool is_defined = false;
  };

  void refuse(source::Span span, const std::string& what, std::string help = {}) {
    diagnostics_.report(diag::DiagCode::NotConvertible, span, what, "the shorthand").help =
        std::move(help);
  }

  /// Reports the keys of an object that have no equivalent in the shorthand.
  void check_keys(const ast::Json& object, std::string_view owner,
                  std::initializer_list<std::string_view> known) {
    for (const ast::Json::Member& member : object.members) {
      const std::string key = "key `" + member.key + "` of " + std::string(owner);
      if (!is_one_of(member.key, known)) {
        refuse(member.key_span, key, "remove it, or keep the program in JSON");
      }
    }
  }

  static const ast::Json& tree_of(const ast::Request& request, const ast::Json& object) {
    return request.id ? *object.find("structure") : object;
  }

  void find_names(const ast::Json& node) {
    if (const ast::Json* args = node.find("args")) {
      for (const ast::Json& arg : args->elements) find_names(arg);
      return;
    }
    const ast::Json* evidence = node.find("evidence");
    const ast::Json* aspect = node.find("aspect");
    if (!evidence || !is_string(aspect) || parse::word_kind(aspect->text) != parse::WordKind::Name)
      return;
    const auto [entry, is_new] = meanings_.try_emplace(aspect->text, Meaning{evidence});
    if (is_new || !entry->second.is_only_one) return;
    entry->second.is_only_one = ast::same(*entry->second.evidence, *evidence);
  }

  ast::Request request_of(const ast::Request& request, const ast::Json& object) {
    ast::Request made = request;
    if (request.id) {
      check_keys(object, "a request",
                 {"id", "group", "scenario", "text", "shorthand", "structure", "gold_restaurant",
                  "rank_by"});
      if (const ast::Json* rank = object.find("rank_by")) check_rank(*rank);
    }
    made.structure = expr_of(tree_of(request, object));
    return made;
  }

  void check_rank(const ast::Json& rank) {
    if (rank.kind == ast::Json::Kind::Null)
      return refuse(rank.span, "`rank_by` of null", "remove it");
    check_keys(rank, "`rank_by`", {"formula", "output", "order"});
    const ast::Json* order = rank.find("order");
    if (order && !is_string(order)) refuse(order->span, "`order` of null", "remove it");
    const ast::Json* output = rank.find("output");
    if (output && !begins_path(output->text)) {
      refuse(output->span, "the output `" + output->text + "`", "its name is not a word there");
    }
  }

  ast::Expr expr_of(const ast::Json& node) {
    const ast::Json* args = node.find("args");
    if (!args || args->kind == ast::Json::Kind::Null) return condition_of(node);
    const std::string& op = node.find("op")->text;
    ast::Expr expr{.kind = op == "AND"   ? ast::Expr::Kind::And
                           : op == "OR"  ? ast::Expr::Kind::Or
                           : op == "NOT" ? ast::Expr::Kind::Not
                                         : ast::Expr::Kind::AtLeast};
    if (expr.kind == ast::Expr::Kind::AtLeast) {
      check_keys(node, "a node with `op`", {"op", "k", "args"});
      if (const ast::Json* k = node.find("k")) expr.k = *k;
      const bool is_number = expr.k.kind == ast::Json::Kind::Number;
      if (!is_number) refuse(node.span, "`AT_LEAST` without a number as its `k`");
    } else {
      check_keys(node, "a node with `op`", {"op", "args"});
    }
    for (const ast::Json& arg : args->elements) expr.args.push_back(expr_of(arg));
    return expr;
  }

  ast::Expr condition_of(const ast::Json& node) {
    check_keys(node, "a node with `evidence`", {"aspect", "evidence"});
    const ast::Json& evidence = *node.find("evidence");
    const ast::Json* aspect = node.find("aspect");
    if (aspect && !is_string(aspect)) refuse(aspect->span, "an `aspect` of null", "remove it");
    if (!is_string(aspect)) return call_of(evidence);
    const auto meaning = meanings_.find(aspect->text);
    if (meaning == meanings_.end() || !meaning->second.is_only_one) {
      ast::Expr call = call_of(evidence);
      call.label = ast::Field{aspect->text, {}};
      return call;
    }
    if (!std::exchange(meaning->second.is_defined, true)) {
      lets_.push_back({{aspect->text, {}}, call_of(evidence)});
    }
    return {.kind = ast::Expr::Kind::Name, .name = aspect->text};
  }

  ast::Expr call_of(const ast::Json& evidence) {
    const ast::Json* kind = evidence.find("kind");
    if (!is_string(kind) || parse::word_kind(kind->text) != parse::WordKind::Name) {
      refuse(kind ? kind->span : evidence.span, "evidence without a word as its `kind`");
      return {};
    }
    for (const ast::Json::Member& member : evidence.members) {
      if (member.key.empty()) refuse(member.key_span, "an option without a name");
    }
    if (auto hop = hop_call(evidence, kind->text)) return std::move(*hop);
    const auto known = language::find_evidence_kind(kind->text);
    ast::Expr call{.kind = ast::Expr::Kind::Call, .name = kind->text};
    if (known && language::info(*known).comparisons != nullptr) {
      add_comparing_arguments(call, evidence, language::info(*known));
      return call;
    }
    auto positional =
        known ? std::span(language::info(*known).leading) : std::span<const std::string_view>();
    add_arguments(call, evidence, positional, {"kind"});
    return call;
  }

  /// Adds the members of `evidence` except those in `apart`; as long as they are in the order of
  /// `positional`, they need no key.
  static void add_arguments(ast::Expr& call, const ast::Json& evidence,
                            std::span<const std::string_view> positional,
                            std::initializer_list<std::string_view> apart) {
    for (const ast::Json::Member& member : evidence.members) {
      if (is_one_of(member.key, apart)) continue;
      ast::Argument argument{.key = member.key, .key_span = {}, .value = member.value};
      use_words(argument.value, {}, member.key);
      if (!positional.empty() && member.key == positional.front()) {
        argument.key.clear();
        positional = positional.subspan(1);
      } else {
        positional = {};
      }
      call.arguments.push_back(std::move(argument));
    }
  }

  /// Adds the members of the evidence of a kind that takes comparisons.
  void add_comparing_arguments(ast::Expr& call, const ast::Json& evidence,
                               const language::EvidenceInfo& kind) {
    for (const ast::Json::Member& member : evidence.members) {
      if (member.key == "kind") continue;
      refuse_other_meaning(member, kind);
      if (auto arguments = short_form(member, kind)) {
        std::ranges::move(*arguments, std::back_inserter(call.arguments));
        continue;
      }
      const bool is_leading = member.key == kind.leading.front() && is_string(&member.value);
      Argument& argument = call.arguments.emplace_back(
          Argument{.key = is_leading ? "" : member.key, .key_span = {}, .value = member.value});
      use_words(argument.value, {}, member.key);
    }
  }

  /// Reports what the shorthand would take as a member of an object.
  void refuse_other_meaning(const ast::Json::Member& member, const language::EvidenceInfo& kind) {
    for (const language::OptionInfo& option : kind.options) {
      if (!option.is_spread || member.value.kind == ast::Json::Kind::Null) continue;
      const language::OptionInfo* inner = language::find_option(option.members, member.key);
      if (inner != nullptr && !inner->is_leading) {
        refuse(member.key_span, fmt::format("option `{}` of `{}`", member.key, kind.name),
               fmt::format("it belongs into `{}`", option.name));
      } else if (member.key == option.name && option.members.front().is_leading &&
                 member.value.kind != ast::Json::Kind::Object) {
        refuse(member.value.span, fmt::format("the text in `{}`", option.name),
               fmt::format("it is an object with `{}`", option.members.front().name));
      }
    }
  }

  /// `1HOP(['Alice'], 'cozy')`, `2HOP_STARS(['Alice'])`.
  static std::optional<ast::Expr> hop_call(const ast::Json& evidence, std::string_view kind) {
    const ast::Json* filter = evidence.find("social_filter");
    const ast::Json* pattern = evidence.find("pattern");
    const bool has_stars = kind == "social_rating";
    const bool may_be_hop = has_stars || (kind == "review_text" && is_string(pattern));
    const bool has_own_circle = evidence.find("friends") || evidence.find("hops");
    if (!filter || !may_be_hop || has_own_circle) return std::nullopt;
    const std::string hop = hop_of(*filter);
    if (hop.empty()) return std::nullopt;
    ast::Expr call{.kind = ast::Expr::Kind::Hop, .name = hop + (has_stars ? "_STARS" : "")};
    call.arguments.push_back({.key = {}, .key_span = {}, .value = *filter->find("friends")});
    if (has_stars) {
      add_arguments(call, evidence, {}, {"kind", "social_filter"});
    } else {
      call.arguments.push_back({.key = {}, .key_span = {}, .value = *pattern});
      add_arguments(call, evidence, {}, {"kind", "social_filter", "pattern"});
    }
    return call;
  }

  diag::Diagnostics& diagnostics_;
  std::unordered_map<std::string, Meaning, base::TextHash>
      meanings_;  ///< by aspect, for aspects that are valid names
  std::vector<ast::Let> lets_;
};

}  // namespace

void remove_repeated_keys(ast::Json& json) {
  for (ast::Json& element : json.elements) remove_repeated_keys(element);
  std::unordered_map<std::string, std::size_t, base::TextHash> places;
  std::vector<ast::Json::Member> kept;
  for (ast::Json::Member& member : json.members) {
    remove_repeated_keys(member.value);
    const auto [place, is_new] = places.try_emplace(member.key, kept.size());
    if (is_new) {
      kept.push_back(std::move(member));
    } else {
      kept[place->second].value = std::move(member.value);
    }
  }
  json.members = std::move(kept);
}

std::optional<ast::Program> from_json(parse::JsonProgram json, diag::Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  ast::Program program = Converter(diagnostics).convert(json);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return program;
}

}  // namespace seedc::format
