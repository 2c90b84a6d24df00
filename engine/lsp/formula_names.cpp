// Walks a formula's JSON and the expressions in its strings. Steps of a group are known inside of
// it, and where a step goes over it.
#include "engine/lsp/formula_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

/// By name: its definition.
using Names = std::map<std::string, FormulaName, std::less<>>;

constexpr std::string_view kExtraction = "extraction";
/// The member whose string names a parameter, whatever a group calls so.
constexpr std::string_view kParam = "param";
/// Members whose strings name a step, a field or a value of rows.
constexpr std::array<std::string_view, 6> kNaming = {"source", "field",  "by",
                                                     "over",   "output", "order_by"};

/// Whether the byte is part of a name: beyond ASCII there are only letters in valid formulas.
bool is_plain(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Whether a string is written otherwise than it reads.
bool has_escapes(std::string_view text, source::Span quoted) {
  return quoted.end - quoted.begin != text.size() + 2;
}

/// What is between the quotes of a string; all of one with escapes.
source::Span inside(std::string_view text, source::Span quoted) {
  if (has_escapes(text, quoted)) return quoted;
  return {quoted.file, quoted.begin + 1, quoted.end - 1};
}

class Walk {
 public:
  explicit Walk(const ast::Formula& formula) : formula_(formula) {
    if (const ast::Json* params = formula.json.find("params")) {
      for (const ast::Json::Member& param : params->members)
        define(param.key, inside(param.key, param.key_span), top_, {});
    }
    const ast::Json* extract = formula.json.find("extract");
    if (const ast::Json* fields = extract == nullptr ? nullptr : extract->find("fields")) {
      for (const ast::Json& field : fields->elements)
        define_named(field, fields_, {.is_field = true});
    }
    if (const ast::Json* compute = formula.json.find("compute")) define_steps(*compute, top_, {});
  }

  std::vector<FormulaName> go() {
    for (const ast::Json::Member& member : formula_.json.members)
      walk_member(member, /*inner=*/nullptr);
    return std::move(found_);
  }

 private:
  void define(const std::string& name, source::Span span, Names& names, FormulaName definition) {
    definition.name = name;
    definition.defined = definition.span = span;
    if (span.is_known() && names.emplace(name, definition).second) found_.push_back(definition);
  }

  void define_named(const ast::Json& object, Names& names, const FormulaName& definition) {
    const ast::Json* name = object.find("name");
    if (name != nullptr && name->kind == ast::Json::Kind::String)
      define(name->text, inside(name->text, name->span), names, definition);
  }

  void define_steps(const ast::Json& compute, Names& names, const FormulaName& definition) {
    for (const ast::Json& step : compute.elements) {
      define_named(step, names, definition);
      const ast::Json *inner = step.find("compute"), *name = step.find("name");
      if (inner != nullptr && name != nullptr)
        define_steps(*inner, groups_[name->text], {.is_of_group = true});
    }
  }

  /// `inner`: the names of the group that the value is about; or a null pointer.
  void walk(const ast::Json& value, const Names* inner) {
    for (const ast::Json& element : value.elements) walk(element, inner);
    for (const ast::Json::Member& member : value.members) {
      const bool is_name = member.key.starts_with('$') || member.key.starts_with("extraction.");
      if (is_name) use_text(member.key, member.key_span, inner);
      walk_member(member, group_of(value, member.key, inner));
    }
    if (const ast::FormulaExpr* expr = formula_.expression(value)) use_expr(*expr, inner);
  }

  void walk_member(const ast::Json::Member& member, const Names* inner) {
    if (member.key == kExtraction) {
      for (const ast::Json::Member& field : member.value.members)
        use(field.key, inside(field.key, field.key_span), fields_);
    }
    if (std::ranges::find(kNaming, member.key) != kNaming.end()) use_texts(member, inner);
    if (member.key == kParam && member.value.kind == ast::Json::Kind::String)
      use(member.value.text, inside(member.value.text, member.value.span), top_);
    walk(member.value, inner);
  }

  /// A group's own steps are known in its `compute`, those of another group where a step goes over
  /// it.
  const Names* group_of(const ast::Json& step, const std::string& key, const Names* inner) const {
    const ast::Json* group = step.find(key == "compute" ? "name" : "over");
    if (group == nullptr || key == "over") return inner;
    const auto found = groups_.find(group->text);
    return found == groups_.end() ? inner : &found->second;
  }

  /// A name, a list of them, or of what is listed an object of them.
  void use_texts(const ast::Json::Member& member, const Names* inner) {
    const auto use_one = [&](const ast::Json& value) {
      if (value.kind == ast::Json::Kind::String && formula_.expression(value) == nullptr)
        use_text(value.text, value.span, inner);
    };
    use_one(member.value);
    for (const ast::Json& element : member.value.elements) use_one(element);
    if (member.key != "field") return;
    for (const ast::Json::Member& each : member.value.members) use_one(each.value);
  }

  /// `N`, `$V`, `V desc`, `G.good.N`, `extraction.FIELD`, in quotes.
  void use_text(const std::string& text, source::Span quoted, const Names* inner) {
    use_word(text, inside(text, quoted), inner, has_escapes(text, quoted));
  }

  /// `is_whole`: the span is that of all parts, as nobody can say where each is.
  void use_word(std::string_view text, source::Span span, const Names* inner,
                bool is_whole = false) {
    const auto part = [&](std::size_t begin, std::size_t length) {
      const auto first = static_cast<std::uint32_t>(span.begin + begin);
      return is_whole ? span
                      : source::Span{span.file, first, static_cast<std::uint32_t>(first + length)};
    };
    const std::size_t sign = text.starts_with('$') ? 1 : 0;
    text.remove_prefix(sign);
    const auto end_of = [](std::string_view part) {
      return static_cast<std::size_t>(std::ranges::find_if_not(part, is_plain) - part.begin());
    };
    const std::size_t size = end_of(text);
    const std::string_view word = text.substr(0, size);
    if (word != kExtraction || sign > 0) {
      const bool is_inner = inner != nullptr && inner->contains(word);
      use(word, part(sign, size), is_inner ? *inner : top_);
    } else if (text.substr(size).starts_with('.')) {
      const std::string_view field = text.substr(size + 1);
      const std::size_t length = end_of(field);
      use(field.substr(0, length), part(sign + size + 1, length), fields_);
    }
  }

  void use(std::string_view name, source::Span span, const Names& names) {
    const auto found = names.find(name);
    if (found == names.end() || !span.is_known()) return;
    found_.push_back(found->second);
    found_.back().span = span;
  }

  void use_expr(const ast::FormulaExpr& expr, const Names* inner) {
    if (expr.kind == ast::FormulaExpr::Kind::Name && !expr.keys.empty()) {
      std::string text = expr.keys.front();
      if (expr.keys.size() > 1) text += "." + expr.keys[1];
      use_word(text, expr.span, inner);
    }
    for (const ast::FormulaExpr& arg : expr.args) use_expr(arg, inner);
  }

  const ast::Formula& formula_;
  Names top_, fields_;
  std::map<std::string, Names, std::less<>> groups_;
  std::vector<FormulaName> found_;
};

}  // namespace

std::vector<FormulaName> locations_of_names(const ast::Formula& formula) {
  return Walk(formula).go();
}

std::vector<FormulaName> formula_names_at(const ast::Program& program, std::size_t offset) {
  for (const ast::Formula& formula : program.formulas) {
    if (!contains(formula.span, offset)) continue;
    std::vector<FormulaName> names = locations_of_names(formula);
    const auto here = std::ranges::find_if(
        names, [&](const FormulaName& each) { return contains(each.span, offset); });
    if (here == names.end()) return {};
    const source::Span defined = here->defined;
    std::erase_if(names, [&](const FormulaName& each) { return each.defined != defined; });
    return names;
  }
  return {};
}

}  // namespace seedc::lsp
