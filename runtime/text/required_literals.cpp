// Finding required literals: a sequence requires what any of its parts requires, an alternation
// what all branches do. What is not understood requires nothing.
#include "runtime/text/required_literals.h"

#include <algorithm>
#include <utility>

namespace seedc {
namespace {

constexpr int kMaxDepth = 50;
constexpr std::string_view kQuantifiers = "*+?{";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_printable(char c) { return c >= 0x20 && c < 0x7f; }
/// Whether looking for a literal pays: single letters, digits and blanks are in every text.
bool is_selective(std::string_view literal) {
  return literal.size() > 1 ||
         !(is_letter(literal[0]) || is_digit(literal[0]) || literal[0] == ' ');
}

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t shortest_of(const RequiredLiterals& required) {
  return std::ranges::min(required.literals, {}, &std::string::size).size();
}

/// The parts of one branch, from left to right.
class Branch {
 public:
  void add_character(char c) { run_ += to_lower(c); }

  /// A part that is no plain character. `required` may be nothing.
  void add_part(std::optional<RequiredLiterals> required) {
    end_run();
    ++parts_;
    if (required) offer(std::move(*required));
  }

  /// The last character was not one of its own: it is repeated.
  void repeat_last_character() {
    run_.pop_back();
    add_part(std::nullopt);
  }

  bool ends_in_character() const { return !run_.empty(); }

  std::optional<RequiredLiterals> finish() {
    end_run();
    if (best_) best_->exact = best_->exact && parts_ == 1;
    return std::move(best_);
  }

 private:
  void end_run() {
    if (run_.empty()) return;
    ++parts_;
    bool exact = run_.size() <= kMaxLiteralBytes;
    if (!exact) run_.resize(kMaxLiteralBytes);
    if (is_selective(run_)) offer({{std::move(run_)}, exact});
    run_.clear();
  }

  /// Long literals are rare in texts: the part with the longest shortest one is kept.
  void offer(RequiredLiterals required) {
    if (!best_ || shortest_of(required) > shortest_of(*best_)) best_ = std::move(required);
  }

  std::string run_;
  std::optional<RequiredLiterals> best_;
  int parts_ = 0;
};

class Reader {
 public:
  explicit Reader(std::string_view pattern) : pattern_(pattern) {}

  std::optional<RequiredLiterals> read() {
    auto required = read_alternation(0);
    if (failed_ || !at_end()) return std::nullopt;
    return required;
  }

 private:
  bool at_end() const { return next_ == pattern_.size(); }
  bool next_is(char c) const { return !at_end() && pattern_[next_] == c; }

  bool take_if(std::string_view text) {
    if (!pattern_.substr(next_).starts_with(text)) return false;
    next_ += text.size();
    return true;
  }

  void fail() {
    failed_ = true;
    next_ = pattern_.size();
  }

  std::optional<RequiredLiterals> read_alternation(int depth) {
    if (depth > kMaxDepth) fail();
    RequiredLiterals all{.exact = true};
    bool every_branch = true;
    do {
      std::optional<RequiredLiterals> one = read_branch(depth);
      every_branch = every_branch && one;
      if (!one) continue;
      std::ranges::move(one->literals, std::back_inserter(all.literals));
      all.exact = all.exact && one->exact;
    } while (take_if("|"));
    if (!every_branch || all.literals.size() > kMaxLiterals) return std::nullopt;
    return all;
  }

  std::optional<RequiredLiterals> read_branch(int depth) {
    Branch branch;
    while (!at_end() && !next_is('|') && !next_is(')')) read_item(branch, depth);
    return branch.finish();
  }

  void read_item(Branch& branch, int depth) {
    char c = pattern_[next_++];
    if (c == '(') {
      read_group(branch, depth);
    } else if (c == '[') {
      skip_set();
      branch.add_part(std::nullopt);
    } else if (c == '\\') {
      read_escape(branch);
    } else if (kQuantifiers.find(c) != kQuantifiers.npos) {
      read_quantifier(c, branch);
    } else if (is_printable(c) && std::string_view("^$.").find(c) == std::string_view::npos) {
      branch.add_character(c);
    } else {
      branch.add_part(std::nullopt);
    }
  }

  /// After a character, which it makes no literal, or after a part that requires nothing.
  void read_quantifier(char c, Branch& branch) {
    if (branch.ends_in_character()) branch.repeat_last_character();
    if (c == '{') skip_past('}');
  }

  bool quantifier_follows() const {
    return !at_end() && kQuantifiers.find(pattern_[next_]) != kQuantifiers.npos;
  }

  void skip_past(char c) {
    std::size_t found = pattern_.find(c, next_);
    if (found == pattern_.npos) return fail();
    next_ = found + 1;
  }

  void skip_set() {
    while (!at_end() && !next_is(']')) {
      if (next_is('[')) return fail();
      if (next_is('\\')) ++next_;
      if (!at_end()) ++next_;
    }
    if (!take_if("]")) fail();
  }

  void read_escape(Branch& branch) {
    if (at_end()) return fail();
    char c = pattern_[next_++];
    if (is_printable(c) && !is_letter(c) && !is_digit(c)) return branch.add_character(c);
    constexpr std::string_view kPlainEscapes = "dDwWbBAz";
    if (kPlainEscapes.find(c) == kPlainEscapes.npos) {
      bool braced = (c == 'x' || c == 'g') && take_if("{");
      if (!braced) return fail();
      skip_past('}');
    }
    branch.add_part(std::nullopt);
  }

  /// After the parenthesis.
  void read_group(Branch& branch, int depth) {
    GroupKind kind = read_opening();
    std::optional<RequiredLiterals> required = read_alternation(depth + 1);
    if (!take_if(")")) return fail();
    if (kind == GroupKind::Opaque || quantifier_follows()) required.reset();
    if (required && kind == GroupKind::Restricted) required->exact = false;
    branch.add_part(std::move(required));
  }

  enum class GroupKind {
    Plain,       ///< matches where its content does
    Restricted,  ///< matches its content, under further rules
    Opaque,      ///< look-arounds, conditions, callouts
  };

  GroupKind read_opening() {
    struct Opening {
      std::string_view text;
      GroupKind kind;
    };
    static constexpr Opening kOpenings[] = {
        {"?:", GroupKind::Plain},       {"?>", GroupKind::Restricted},
        {"?i:", GroupKind::Restricted}, {"?-i:", GroupKind::Restricted},
        {"?s:", GroupKind::Opaque},     {"?m:", GroupKind::Opaque},
        {"?=", GroupKind::Opaque},      {"?!", GroupKind::Opaque},
        {"?<=", GroupKind::Opaque},     {"?<!", GroupKind::Opaque},
        {"?C", GroupKind::Opaque},
    };
    for (const Opening& opening : kOpenings) {
      if (take_if(opening.text)) return opening.kind;
    }
    if (take_if("?(")) {
      skip_past(')');
      return GroupKind::Opaque;
    }
    if (next_is('?') || next_is('*')) fail();
    return GroupKind::Plain;
  }

  std::string_view pattern_;
  std::size_t next_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<RequiredLiterals> required_literals(std::string_view pcre2) {
  return Reader(pcre2).read();
}

}  // namespace seedc
