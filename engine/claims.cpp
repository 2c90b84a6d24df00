// Compiles what claims are about, and runs the items that refute them.
#include "engine/claims.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "engine/claim_text.h"
#include "engine/item_runs.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

using prove::Budget;
using prove::ClaimKind;
using prove::Verdict;

constexpr const char* kClaimsName = "<claims>";

/// Decides claims about one module.
class Claims {
 public:
  static base::Result<Claims> make(const ir::Module& module, const std::vector<ir::ValueId>& roots,
                                   const ProveOptions& options, const base::Call& call) {
    auto runs = ItemRuns::make(module, roots, call);
    if (!runs) return tl::unexpected(runs.error());
    return Claims(module, std::move(*runs), options, call);
  }

  base::Result<Verdict> decide(prove::Claim claim) {
    claim.is_strong = options_.is_strong;
    Budget budget(call_, Budget::Clock::now() + options_.time_per_claim);
    return prover_.decide(claim, budget);
  }

 private:
  Claims(const ir::Module& module, ItemRuns runs, const ProveOptions& options, base::Call call)
      : options_(options),
        call_(std::move(call)),
        prover_(module, [runs = std::make_shared<const ItemRuns>(std::move(runs))](
                            const std::string& line, std::span<const ir::ValueId> values) {
          return runs->values(line, values);
        }) {}

  ProveOptions options_;
  base::Call call_;
  prove::Prover prover_;
};

/// A side of a claim: a request of the programs, or one of those that are compiled for the claims.
struct Side {
  std::string text;
  bool is_request = false;
  std::size_t number = 0;
};

/// The sides of all claims.
class Sides {
 public:
  explicit Sides(const Compilation& compilation) : compilation_(compilation) {
    for (const check::CheckedRequest& request : compilation.requests) ids_.push_back(request.id);
  }

  std::size_t add(std::string_view text) {
    const auto id = std::ranges::find(ids_, text);
    Side side{.text = std::string(text), .is_request = id != ids_.end()};
    side.number = side.is_request ? static_cast<std::size_t>(id - ids_.begin()) : written_++;
    if (!side.is_request) expressions_ += side.text + "\n";
    sides_.push_back(std::move(side));
    return sides_.size() - 1;
  }

  const std::string& expressions() const { return expressions_; }
  std::size_t request_count() const { return ids_.size(); }

  /// The number of a side among the requests of the compilation that has the expressions, too.
  std::size_t number(std::size_t side) const {
    return sides_[side].number + (sides_[side].is_request ? 0 : ids_.size());
  }
  const std::string& text(std::size_t side) const { return sides_[side].text; }
  bool is_request(std::size_t side) const { return sides_[side].is_request; }
  std::size_t written() const { return written_; }

  /// For a word that is no condition either: the error with the id that was meant, if one is near.
  std::optional<base::Error> misspelt_id() const {
    for (const Side& side : sides_) {
      if (!side.is_request && !base::nearest(side.text, ids_).empty())
        return base::not_found("request or condition", side.text, ids_);
    }
    return std::nullopt;
  }

 private:
  const Compilation& compilation_;
  std::vector<std::string> ids_;
  std::vector<Side> sides_;
  std::string expressions_;
  std::size_t written_ = 0;
};

base::Result<ir::ValueId> root_of(const Compilation& compilation, std::size_t number,
                                  const std::string& name) {
  const auto& compiled = compilation.requests[number].compiled;
  if (compiled) return compilation.module.requests[*compiled].root;
  return base::fail_with_help<base::ErrorCode::NotFound>(
      "it has errors, which are among the findings", "valid request", name);
}

/// The programs, and the expressions of claims as one more.
base::Result<std::unique_ptr<Compilation>> with_expressions(const std::vector<std::string>& files,
                                                            const std::string& expressions,
                                                            CompileOptions compile) {
  KeptFiles kept(*compile.files);
  kept.put(kClaimsName, expressions);
  compile.files = &kept;
  compile.last_sees_all = true;
  std::vector<std::string> all = files;
  all.emplace_back(kClaimsName);
  return compile_files(all, compile);
}

bool has_errors_in_claims(const Compilation& compilation, const Sides& sides) {
  const std::size_t count = sides.request_count() + sides.written();
  return compilation.requests.size() != count ||
         !std::ranges::all_of(
             compilation.requests.begin() + static_cast<std::ptrdiff_t>(sides.request_count()),
             compilation.requests.end(),
             [](const check::CheckedRequest& request) { return request.compiled.has_value(); });
}

/// A claim and its sides.
struct ReadClaim {
  ClaimKind kind;
  std::size_t left;
  std::optional<std::size_t> right;
};

base::Result<std::vector<ReadClaim>> read_claims(const std::vector<std::string>& claims,
                                                 Sides& sides) {
  std::vector<ReadClaim> read;
  for (const std::string& text : claims) {
    const auto claim = parse_claim(text);
    if (!claim) return tl::unexpected(claim.error());
    read.push_back({claim->kind, sides.add(claim->left), std::nullopt});
    if (!claim->right.empty()) read.back().right = sides.add(claim->right);
  }
  return read;
}

/// The claims with the values that their sides have.
base::Result<std::vector<prove::Claim>> with_values(const std::vector<ReadClaim>& read,
                                                    const Sides& sides,
                                                    const Compilation& compilation) {
  std::vector<prove::Claim> claims;
  for (const ReadClaim& each : read) {
    const auto left = root_of(compilation, sides.number(each.left), sides.text(each.left));
    if (!left) return tl::unexpected(left.error());
    claims.push_back({.kind = each.kind, .left = *left, .right = *left});
    if (!each.right) continue;
    const auto right = root_of(compilation, sides.number(*each.right), sides.text(*each.right));
    if (!right) return tl::unexpected(right.error());
    claims.back().right = *right;
  }
  return claims;
}

}  // namespace

base::Result<DecidedClaims> decide_claims(const std::vector<std::string>& files,
                                          const std::vector<std::string>& claims,
                                          const CompileOptions& compile,
                                          const ProveOptions& options) {
  auto compilation = compile_files(files, compile);
  if (!compilation) return tl::unexpected(compilation.error());
  Sides sides(**compilation);
  const auto read = read_claims(claims, sides);
  if (!read) return tl::unexpected(read.error());
  DecidedClaims decided;
  if (sides.written() > 0) {
    auto whole = with_expressions(files, sides.expressions(), compile);
    if (!whole) return tl::unexpected(whole.error());
    if (has_errors_in_claims(**whole, sides)) {
      if (auto error = sides.misspelt_id()) return tl::unexpected(std::move(*error));
      decided.refused = std::move(*whole);
      return decided;
    }
    compilation = std::move(whole);
  }
  const auto values = with_values(*read, sides, **compilation);
  if (!values) return tl::unexpected(values.error());
  std::vector<ir::ValueId> roots;
  for (const prove::Claim& claim : *values) roots.insert(roots.end(), {claim.left, claim.right});
  const base::Call call = compile.host->call();
  auto prover = Claims::make((*compilation)->module, roots, options, call);
  if (!prover) return tl::unexpected(prover.error());
  for (std::size_t i = 0; i < claims.size(); ++i) {
    auto verdict = prover->decide((*values)[i]);
    if (!verdict) return tl::unexpected(verdict.error());
    decided.claims.push_back({claims[i], std::move(*verdict)});
  }
  return decided;
}

std::string_view word_of(Change change) {
  static constexpr std::array<std::string_view, 7> kWords = {
      "same", "narrower", "wider", "incomparable", "added", "removed", "undecided"};
  return kWords[static_cast<std::size_t>(change)];
}

namespace {

/// Appends the instructions of a module; returns by how much their numbers grow.
ir::ValueId append(ir::Module& module, const ir::Module& more) {
  const auto shift = static_cast<ir::ValueId>(module.insts.size());
  for (ir::Inst inst : more.insts) {
    for (ir::ValueId& operand : inst.operands) operand += shift;
    module.insts.push_back(std::move(inst));
  }
  return shift;
}

/// The roots of the requests that compile, by id.
std::map<std::string, ir::ValueId> roots_of(const Compilation& compilation, ir::ValueId shift) {
  std::map<std::string, ir::ValueId> roots;
  for (const check::CheckedRequest& request : compilation.requests) {
    if (request.compiled)
      roots.emplace(request.id, compilation.module.requests[*request.compiled].root + shift);
  }
  return roots;
}

base::Result<ComparedRequest> compared(const std::string& id, ir::ValueId older, ir::ValueId newer,
                                       Claims& claims) {
  auto kept = claims.decide({.kind = ClaimKind::Implies, .left = older, .right = newer});
  if (!kept) return tl::unexpected(kept.error());
  auto known = claims.decide({.kind = ClaimKind::Implies, .left = newer, .right = older});
  if (!known) return tl::unexpected(known.error());
  ComparedRequest request{.id = id,
                          .lost = std::move(kept->counterexample),
                          .gained = std::move(known->counterexample)};
  const bool keeps = kept->kind == Verdict::Kind::Proved;
  const bool adds_none = known->kind == Verdict::Kind::Proved;
  request.reason = !kept->reason.empty() ? kept->reason : known->reason;
  if (!request.reason.empty()) return request;
  request.change = keeps ? (adds_none ? Change::Same : Change::Wider)
                         : (adds_none ? Change::Narrower : Change::Incomparable);
  return request;
}

}  // namespace

base::Result<std::vector<ComparedRequest>> compare_programs(const Compilation& older,
                                                            const Compilation& newer,
                                                            const ProveOptions& options,
                                                            Host& host) {
  ir::Module module{.insts = older.module.insts};
  const ir::ValueId shift = append(module, newer.module);
  const auto old_roots = roots_of(older, 0), new_roots = roots_of(newer, shift);
  std::vector<ir::ValueId> roots;
  for (const auto* list : {&old_roots, &new_roots}) {
    for (const auto& [id, root] : *list) roots.push_back(root);
  }
  auto claims = Claims::make(module, roots, options, host.call());
  if (!claims) return tl::unexpected(claims.error());
  std::vector<ComparedRequest> all;
  for (const check::CheckedRequest& request : newer.requests) {
    const auto before = old_roots.find(request.id), after = new_roots.find(request.id);
    if (after == new_roots.end()) continue;
    if (before == old_roots.end()) {
      all.push_back({.id = request.id, .change = Change::Added});
      continue;
    }
    auto one = compared(request.id, before->second, after->second, *claims);
    if (!one) return tl::unexpected(one.error());
    all.push_back(std::move(*one));
  }
  for (const check::CheckedRequest& request : older.requests) {
    if (old_roots.contains(request.id) && !new_roots.contains(request.id))
      all.push_back({.id = request.id, .change = Change::Removed});
  }
  return all;
}

}  // namespace seedc::engine
