// Compares two trees node by node. If one has more arguments, arguments that look equal are
// matched first.
#include "engine/lint/shorthand_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/check/evidence_check.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "engine/lint/spelling.h"

namespace seedc::lint {
namespace {

using ast::Expr;
using Kind = ast::Expr::Kind;

/// Arguments are matched one with each up to this many pairs.
constexpr std::size_t kMostPairs = std::size_t{1} << 16;

bool is_logic(const ast::Expr& expr) {
  return expr.kind == Kind::And || expr.kind == Kind::Or || expr.kind == Kind::Not ||
         expr.kind == Kind::AtLeast;
}

const ast::Expr& unwrapped(const ast::Expr& expr) {
  const bool is_wrapper =
      (expr.kind == Kind::And || expr.kind == Kind::Or) && expr.args.size() == 1;
  return is_wrapper ? unwrapped(expr.args.front()) : expr;
}

/// The condition of a hop or call; std::nullopt if it has errors.
std::optional<ir::Inst> condition_of_call(const ast::Expr& call) {
  diag::Diagnostics ignored;
  ir::Module module;
  ir::Builder builder(module);
  const auto id = check::check_evidence(resolve::evidence_of(call, ignored), builder, ignored,
                                        [](const language::Pattern&) { return std::nullopt; });
  if (!id || ignored.has_errors()) return std::nullopt;
  return module.insts[*id];
}

/// Index pairs (of `a`, of `b`) of a longest common subsequence.
std::vector<std::pair<std::size_t, std::size_t>> common(const std::vector<std::string>& a,
                                                        const std::vector<std::string>& b) {
  std::vector<std::vector<std::size_t>> length(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i][j] =
          a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      pairs.emplace_back(i++, j++);
    } else {
      (length[i + 1][j] >= length[i][j + 1] ? i : j) += 1;
    }
  }
  return pairs;
}

std::vector<std::string> spellings(const std::vector<ast::Expr>& args) {
  std::vector<std::string> texts;
  for (const ast::Expr& arg : args)
    texts.push_back(spelling(unwrapped(arg), {}, /*simplify=*/true));
  return texts;
}

class Matching {
 public:
  Matching(const ir::Module& module, const check::ExprValues& values,
           diag::Diagnostics& diagnostics)
      : module_(module), values_(values), diagnostics_(diagnostics) {}

  void compare(const ast::Expr& written, const ast::Expr& meant) {
    const ast::Expr& shorthand = unwrapped(written);
    const ast::Expr& structure = unwrapped(meant);
    const bool is_same_operator =
        shorthand.kind == structure.kind && shorthand.k.text == structure.k.text;
    if (is_logic(shorthand) && is_same_operator) {
      compare_arguments(shorthand, structure);
    } else if (is_logic(shorthand) || is_logic(structure)) {
      report_other(shorthand, structure);
    } else if (shorthand.kind == Kind::Name) {
      compare_names(shorthand, structure);
    } else {
      compare_conditions(shorthand, structure);
    }
  }

  std::vector<NamedEvidence> take_named() { return std::move(named_); }

 private:
  void compare_arguments(const ast::Expr& shorthand, const ast::Expr& structure) {
    const std::vector<ast::Expr>& a = shorthand.args;
    const std::vector<ast::Expr>& b = structure.args;
    const bool is_small = a.size() * b.size() <= kMostPairs;
    if (a.size() == b.size()) {
      if (is_small && is_reordered(shorthand, structure)) return;
      for (std::size_t i = 0; i < a.size(); ++i) compare(a[i], b[i]);
    } else if (is_small) {
      align(shorthand, structure);
    } else {
      report(shorthand.head_span,
             fmt::format("the shorthand has {} arguments here, the structure has {}", a.size(),
                         b.size()));
    }
  }

  /// Whether the arguments are the same in another order (reported).
  bool is_reordered(const ast::Expr& shorthand, const ast::Expr& structure) {
    std::vector<std::string> a = spellings(shorthand.args);
    std::vector<std::string> b = spellings(structure.args);
    if (a == b) return false;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a != b) return false;
    report(shorthand.head_span, "the structure has these arguments in a different order").help =
        fmt::format("the structure is `{}`", spelling(structure));
    return true;
  }

  /// Matches equal arguments; those between them are paired in order.
  void align(const ast::Expr& shorthand, const ast::Expr& structure) {
    const std::size_t a_size = shorthand.args.size();
    const std::size_t b_size = structure.args.size();
    auto pairs = common(spellings(shorthand.args), spellings(structure.args));
    pairs.emplace_back(a_size, b_size);
    std::size_t i = 0;
    std::size_t j = 0;
    for (const auto& [a, b] : pairs) {
      for (; i < a && j < b; ++i, ++j) compare(shorthand.args[i], structure.args[j]);
      for (; i < a; ++i) {
        report(shorthand.args[i].span,
               mention(shorthand.args[i]) + " is in the shorthand but not in the structure");
      }
      for (; j < b; ++j) {
        report(shorthand.head_span,
               mention(structure.args[j]) + " is in the structure but not in the shorthand");
      }
      if (a < a_size) compare(shorthand.args[i++], structure.args[j++]);
    }
  }

  void compare_names(const ast::Expr& shorthand, const ast::Expr& structure) {
    const bool is_nameless = structure.name.empty() || structure.kind == Kind::Call;
    if (!is_nameless && structure.name != shorthand.name) return report_other(shorthand, structure);
    const auto value = values_.find(&structure);
    if (structure.kind == Kind::Evidence && value != values_.end())
      named_.push_back({shorthand.name, shorthand.span, &structure, value->second});
  }

  void compare_conditions(const ast::Expr& shorthand, const ast::Expr& structure) {
    const auto value = values_.find(&structure);
    const auto condition = condition_of_call(shorthand);
    if (!condition || value == values_.end()) return report_other(shorthand, structure);
    const ir::Inst& other = module_.insts[value->second];
    if (ir::is_same_operation(*condition, other)) return;
    report(shorthand.span,
           fmt::format("{} means that {}", mention(shorthand), in_words(*condition)))
        .help = fmt::format("the structure has {} there, which means that {}", mention(structure),
                            in_words(other));
  }

  void report_other(const ast::Expr& shorthand, const ast::Expr& structure) {
    report(shorthand.span, fmt::format("the shorthand has {}, but the structure has {}",
                                       mention(shorthand), mention(structure)));
  }

  diag::Diagnostic& report(source::Span span, const std::string& text) {
    return diagnostics_.report(diag::DiagCode::ShorthandDiffers, span, text);
  }

  const ir::Module& module_;
  const check::ExprValues& values_;
  diag::Diagnostics& diagnostics_;
  std::vector<NamedEvidence> named_;
};

}  // namespace

std::vector<NamedEvidence> match_shorthand(const ast::Request& request, const ir::Module& module,
                                           const check::ExprValues& values,
                                           const source::SourceManager& sources,
                                           diag::Diagnostics& diagnostics) {
  if (!request.shorthand || request.shorthand->text.empty()) return {};
  const parse::EmbeddedShorthand parsed =
      parse::parse_embedded_shorthand(*request.shorthand, sources);
  if (!parsed.expr) {
    diagnostics.report(diag::DiagCode::ShorthandSyntax, parsed.place, parsed.mistake).help =
        parsed.help;
    return {};
  }
  Matching matching(module, values, diagnostics);
  matching.compare(*parsed.expr, *request.structure);
  return matching.take_named();
}

}  // namespace seedc::lint
