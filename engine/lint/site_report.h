// Reports about one condition, at the option that they are about.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"

namespace seedc::lint {

/// The site and the diagnostics outlive this.
class SiteReport {
 public:
  SiteReport(const ConditionSite& site, diag::Diagnostics& diagnostics)
      : site_(site), diagnostics_(diagnostics), evidence_(evidence_at(site)) {}

  /// Reports at `place`, or at the condition if it is a null pointer. The help names the other
  /// requests that use the condition.
  template <class... Args>
  diag::Diagnostic& add(diag::CodeFor<std::type_identity_t<Args>...> code, const ast::Json* place,
                        const Args&... args) const {
    diag::Diagnostic& made =
        diagnostics_.report(code, place != nullptr ? place->span : site_.span, args...);
    made.help = with_requests({});
    return made;
  }

  /// A help, with the other requests that use the condition, which is reported at its first
  /// location only.
  std::string with_requests(std::string help) const;

  /// Suggests a text in the place of the one that is written, unless it is empty.
  void suggest(diag::Diagnostic& report, const ast::Json* place, const std::string& near) const;

  /// The evidence object, if its locations are known.
  const std::optional<ast::Json>& evidence() const { return evidence_; }
  /// The option as the program has it, in the evidence or an object of it; a null pointer if its
  /// location is not known.
  const ast::Json* written(std::string_view option) const;

 private:
  const ConditionSite& site_;
  diag::Diagnostics& diagnostics_;
  std::optional<ast::Json> evidence_;
};

}  // namespace seedc::lint
