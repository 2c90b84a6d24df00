// Compiles what claims are about, and runs the items that refute them.
#include "engine/claims.h"

#include <fmt/format.h>

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

std::string error_text(const base::Error& error) {
  return "error: " + error.text + (error.help.empty() ? "" : "; " + error.help);
}

/// Decides claims about one module.
class Claims {
 public:
  static base::Result<Claims> make(const ir::Module& module, const std::vector<ir::ValueId>& roots,
                                   const ProveOptions& options, const base::Call& call) {
    auto runs = ItemRuns::make(module, roots, call);
    if (!runs) return tl::unexpected(runs.error());
    return Claims(module, std::move(*runs), options, call);
  }

  bool is_strong() const { return options_.is_strong; }

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
  explicit Sides(const Compilation& compilation) {
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
  std::size_t written() const { return written_; }

  bool is_id(std::string_view text) const { return std::ranges::find(ids_, text) != ids_.end(); }
  const std::vector<std::string>& ids() const { return ids_; }

 private:
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

/// The programs, and expressions of claims as one more.
base::Result<std::unique_ptr<Compilation>> with_expressions(const std::vector<std::string>& files,
                                                            const std::string& name,
                                                            const std::string& expressions,
                                                            CompileOptions compile) {
  KeptFiles kept(*compile.files);
  kept.put(name, expressions);
  compile.files = &kept;
  compile.last_sees_all = true;
  std::vector<std::string> all = files;
  all.push_back(name);
  return compile_files(all, compile);
}

/// Whether one of the `written` expressions behind the requests has errors.
bool has_errors_in_claims(const Compilation& compilation, const Sides& sides, std::size_t written) {
  return compilation.requests.size() != sides.request_count() + written ||
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

/// Claims in parts, and the mistakes in those that have one. Texts outlive it.
class GivenClaims {
 public:
  GivenClaims(const std::vector<std::string>& files, const std::vector<std::string>& claims,
              const CompileOptions& compile)
      : files_(files), texts_(claims), compile_(compile), mistakes_(claims.size()) {
    for (std::size_t i = 0; i < claims.size(); ++i) {
      auto parts = parse_claim(claims[i]);
      if (!parts) mistakes_[i] = error_text(parts.error());
      parts_.push_back(parts ? *parts : ClaimText());
    }
  }

  /// Empty for a claim without one.
  const std::string& mistake(std::size_t claim) const { return mistakes_[claim]; }
  void set_mistake(std::size_t claim, std::string text) { mistakes_[claim] = std::move(text); }
  std::unique_ptr<Compilation> take_refused() { return std::move(refused_); }

  /// Adds the sides of the claims without mistakes; of the others nothing is returned.
  std::vector<std::optional<ReadClaim>> read(Sides& sides) const {
    std::vector<std::optional<ReadClaim>> read(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const ClaimText& parts = parts_[i];
      if (!mistakes_[i].empty()) continue;
      read[i] = ReadClaim{parts.kind, sides.add(parts.left), std::nullopt};
      if (!parts.right.empty()) read[i]->right = sides.add(parts.right);
    }
    return read;
  }

  /// Compiles the conditions of claims one by one, to find those with errors.
  base::Result<void> find_mistakes(const Sides& sides) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (const std::string_view side : {parts_[i].left, parts_[i].right}) {
        if (!mistakes_[i].empty() || side.empty() || sides.is_id(side)) continue;
        auto mistake = mistake_in(i, side, sides);
        if (!mistake) return tl::unexpected(mistake.error());
        mistakes_[i] = std::move(*mistake);
      }
    }
    return {};
  }

 private:
  /// The side is compiled behind as many blanks as there are characters before it, so that its
  /// columns are those of the claim.
  base::Result<std::string> mistake_in(std::size_t claim, std::string_view side,
                                       const Sides& sides) {
    const std::string_view before(texts_[claim].data(), side.data());
    const auto column = std::ranges::count_if(before, [](char c) { return (c & 0xc0) != 0x80; });
    const std::string name = fmt::format("<claim {}>", claim + 1);
    auto whole = with_expressions(
        files_, name, std::string(static_cast<std::size_t>(column), ' ') + std::string(side),
        compile_);
    if (!whole) return tl::unexpected(whole.error());
    if (!has_errors_in_claims(**whole, sides, 1)) return std::string();
    const std::string place = fmt::format("claim {}, column ", claim + 1);
    if (!base::nearest(std::string(side), sides.ids()).empty()) {
      const auto error = base::not_found("request or condition", std::string(side), sides.ids());
      return fmt::format("{} ({}{})", error_text(error), place, column + 1);
    }
    const std::string text = first_error(**whole, name, place, sides);
    if (refused_ == nullptr) refused_ = std::move(*whole);
    return text;
  }

  static std::string first_error(const Compilation& compilation, std::string_view name,
                                 std::string_view place, const Sides& sides) {
    for (const diag::Diagnostic* found : compilation.diagnostics.sorted()) {
      if (found->severity != diag::Severity::Error || !found->span.is_known()) continue;
      const source::SourceFile& file = compilation.sources.file(found->span.file);
      if (file.name() != name) continue;
      const bool is_id = std::ranges::any_of(
          found->arguments, [&](const std::string& each) { return sides.is_id(each); });
      return fmt::format("error: {} ({}{}){}", found->text, place,
                         file.position(found->span.begin).column,
                         is_id ? "; the id of a request is a side of its own" : "");
    }
    return "error: it is not a condition";
  }

  const std::vector<std::string>& files_;
  const std::vector<std::string>& texts_;
  const CompileOptions& compile_;
  std::vector<ClaimText> parts_;
  std::vector<std::string> mistakes_;
  std::unique_ptr<Compilation> refused_;
};

/// The claim with the values that its sides have.
base::Result<prove::Claim> with_values(const ReadClaim& read, const Sides& sides,
                                       const Compilation& compilation) {
  const auto left = root_of(compilation, sides.number(read.left), sides.text(read.left));
  if (!left) return tl::unexpected(left.error());
  if (!read.right) return prove::Claim{.kind = read.kind, .left = *left, .right = *left};
  const auto right = root_of(compilation, sides.number(*read.right), sides.text(*read.right));
  if (!right) return tl::unexpected(right.error());
  return prove::Claim{.kind = read.kind, .left = *left, .right = *right};
}

/// Claims without mistakes, and the module of their values.
struct ReadyClaims {
  std::unique_ptr<Compilation> compilation;
  std::vector<std::optional<prove::Claim>> claims;  ///< std::nullopt: it has a mistake
};

base::Result<ReadyClaims> ready_claims(GivenClaims& given, const std::vector<std::string>& files,
                                       const CompileOptions& compile) {
  auto compiled = compile_files(files, compile);
  if (!compiled) return tl::unexpected(compiled.error());
  const Sides none(**compiled);
  Sides sides = none;
  auto read = given.read(sides);
  const auto compile_all = [&] {
    compiled = with_expressions(files, kClaimsName, sides.expressions(), compile);
    return compiled.has_value();
  };
  if (sides.written() > 0 && !compile_all()) return tl::unexpected(compiled.error());
  if (has_errors_in_claims(**compiled, sides, sides.written())) {
    if (auto done = given.find_mistakes(none); !done) return tl::unexpected(done.error());
    sides = none;
    read = given.read(sides);
    if (!compile_all()) return tl::unexpected(compiled.error());
  }
  ReadyClaims ready{.compilation = std::move(*compiled), .claims = {}};
  for (std::size_t i = 0; i < read.size(); ++i) {
    ready.claims.emplace_back();
    if (!read[i]) continue;
    auto claim = with_values(*read[i], sides, *ready.compilation);
    if (claim)
      ready.claims.back() = *claim;
    else
      given.set_mistake(i, error_text(claim.error()));
  }
  return ready;
}

}  // namespace

base::Result<DecidedClaims> decide_claims(const std::vector<std::string>& files,
                                          const std::vector<std::string>& claims,
                                          const CompileOptions& compile,
                                          const ProveOptions& options) {
  GivenClaims given(files, claims, compile);
  auto ready = ready_claims(given, files, compile);
  if (!ready) return tl::unexpected(ready.error());
  std::vector<ir::ValueId> roots;
  for (const auto& claim : ready->claims) {
    if (claim) roots.insert(roots.end(), {claim->left, claim->right});
  }
  const base::Call call = compile.host->call();
  auto prover = Claims::make(ready->compilation->module, roots, options, call);
  if (!prover) return tl::unexpected(prover.error());
  DecidedClaims decided;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!ready->claims[i]) {
      decided.claims.push_back({claims[i], {.reason = given.mistake(i)}});
      continue;
    }
    auto verdict = prover->decide(*ready->claims[i]);
    if (!verdict) return tl::unexpected(verdict.error());
    decided.claims.push_back({claims[i], std::move(*verdict)});
  }
  decided.refused = given.take_refused();
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

/// The roots of the requests, by id; none of those with errors.
using Roots = std::map<std::string, std::optional<ir::ValueId>>;

Roots roots_of(const Compilation& compilation, ir::ValueId shift) {
  Roots roots;
  for (const check::CheckedRequest& request : compilation.requests) {
    std::optional<ir::ValueId>& root = roots[request.id];
    if (request.compiled && !root)
      root = compilation.module.requests[*request.compiled].root + shift;
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
                          .gained = std::move(known->counterexample),
                          .is_strong = claims.is_strong()};
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
    for (const auto& [id, root] : *list) {
      if (root) roots.push_back(*root);
    }
  }
  auto claims = Claims::make(module, roots, options, host.call());
  if (!claims) return tl::unexpected(claims.error());
  std::vector<ComparedRequest> all;
  for (const check::CheckedRequest& request : newer.requests) {
    const auto before = old_roots.find(request.id);
    const std::optional<ir::ValueId> after = new_roots.at(request.id);
    if (before == old_roots.end()) {
      all.push_back({.id = request.id, .change = Change::Added});
      continue;
    }
    if (!before->second || !after) {
      all.push_back(
          {.id = request.id,
           .reason = fmt::format("it has errors in the {} program", after ? "older" : "newer")});
      continue;
    }
    auto one = compared(request.id, *before->second, *after, *claims);
    if (!one) return tl::unexpected(one.error());
    all.push_back(std::move(*one));
  }
  for (const check::CheckedRequest& request : older.requests) {
    if (!new_roots.contains(request.id))
      all.push_back({.id = request.id, .change = Change::Removed});
  }
  return all;
}

}  // namespace seedc::engine
