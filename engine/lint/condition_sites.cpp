// Finds conditions by walking expressions, and below names by walking instructions.
#include "engine/lint/condition_sites.h"

#include <cstdint>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/resolve/resolve.h"
#include "engine/lint/spelling.h"

namespace seedc::lint {
namespace {

using Kind = ast::Expr::Kind;
using ir::ValueId;

class Gatherer {
 public:
  Gatherer(const LintInput& input, const ValueNumbers& numbers) : input_(input), numbers_(numbers) {
    for (const ir::Inst& inst : numbers.module.insts) {
      if (inst.op == ir::Op::Condition) by_place_.emplace(place_of(inst.span), nullptr);
    }
    for (const ast::Program& program : input.programs) {
      for (const ast::Let& let : program.lets) index(let.value);
      for (const ast::Request& request : program.requests) {
        if (request.structure) index(*request.structure);
      }
    }
  }

  std::vector<ConditionSite> run() {
    for_each_compiled(input_,
                      [&](const ast::Request& request, const check::CheckedRequest& checked) {
                        request_ = &checked.id;
                        walk(*request.structure);
                      });
    return std::move(sites_);
  }

 private:
  using Place = std::tuple<source::FileId, std::uint32_t, std::uint32_t>;
  static Place place_of(source::Span span) { return {span.file, span.begin, span.end}; }

  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      const auto [file, begin, end] = place;
      return std::hash<std::uint64_t>()((std::uint64_t{begin} << 32 | end) + file);
    }
  };

  /// Remembers what is written at the locations of instructions: evidence, or what stands for it.
  /// The location of a name resolved by convention is the name.
  void index(const ast::Expr& expr) {
    for (const ast::Expr& arg : expr.args) index(arg);
    if (expr.kind == Kind::Evidence) index_at(expr.evidence.span, expr);
    if (expr.kind == Kind::Call || expr.kind == Kind::Hop || expr.kind == Kind::Name)
      index_at(expr.span, expr);
  }

  void index_at(source::Span span, const ast::Expr& expr) {
    const auto found = by_place_.find(place_of(span));
    if (found != by_place_.end() && found->second == nullptr) found->second = &expr;
  }

  void walk(const ast::Expr& expr) {
    for (const ast::Expr& arg : expr.args) walk(arg);
    if (!expr.args.empty()) return;
    const auto value = input_.values.find(&expr);
    if (value == input_.values.end()) return;
    const ValueId id = numbers_.canonical[value->second];
    if (is_condition(id)) {
      add(id, &expr);
    } else {
      walk_behind(id);
    }
  }

  bool is_condition(ValueId id) const { return numbers_.module.insts[id].op == ir::Op::Condition; }

  /// The conditions of the tree that a name stands for, once.
  void walk_behind(ValueId root) {
    std::vector<ValueId> open = {root};
    while (!open.empty()) {
      const ValueId id = open.back();
      open.pop_back();
      if (!walked_.insert(id).second) continue;
      if (is_condition(id)) {
        add(id, expr_of(id));
      }
      for (const ValueId operand : numbers_.module.insts[id].operands) open.push_back(operand);
    }
  }

  const ast::Expr* expr_of(ValueId id) const {
    const auto found = by_place_.find(place_of(numbers_.module.insts[id].span));
    return found == by_place_.end() ? nullptr : found->second;
  }

  /// A condition, and where it is written; a null pointer if in an imported library.
  void add(ValueId id, const ast::Expr* written) {
    const auto [known, is_new] = site_of_.emplace(id, sites_.size());
    if (is_new) {
      sites_.push_back({.value = id,
                        .span = numbers_.module.insts[id].span,
                        .expr = expr_of(id),
                        .name = written ? mention(*written) : in_words(numbers_.module.insts[id])});
    }
    ConditionSite& site = sites_[known->second];
    if (!site.requests.empty() && site.requests.back() == *request_) return;
    ++site.request_count;
    if (site.requests.size() < ConditionSite::kMostRequests) site.requests.push_back(*request_);
  }

  const LintInput& input_;
  const ValueNumbers& numbers_;
  /// The locations of conditions, and the expressions found there.
  std::unordered_map<Place, const ast::Expr*, PlaceHash> by_place_;
  std::unordered_map<ValueId, std::size_t> site_of_;
  std::unordered_set<ValueId> walked_;
  std::vector<ConditionSite> sites_;
  const std::string* request_ = nullptr;
};

}  // namespace

std::vector<ConditionSite> condition_sites(const LintInput& input, const ValueNumbers& numbers) {
  return Gatherer(input, numbers).run();
}

std::optional<ast::Json> evidence_at(const ConditionSite& site) {
  if (!site.expr || site.expr->kind == ast::Expr::Kind::Name) return std::nullopt;
  if (site.expr->kind == ast::Expr::Kind::Evidence) return site.expr->evidence;
  diag::Diagnostics ignored;
  return resolve::evidence_of(*site.expr, ignored);
}

}  // namespace seedc::lint
