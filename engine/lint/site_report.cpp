// Finds options in evidence objects, and writes helps.
#include "engine/lint/site_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "runtime/language/json_string.h"

namespace seedc::lint {

std::string SiteReport::with_requests(std::string help) const {
  if (site_.request_count < 2) return help;
  const std::vector<std::string> others(site_.requests.begin() + 1, site_.requests.end());
  const std::size_t more = site_.request_count - site_.requests.size();
  const std::string also =
      fmt::format("also in {}{}", fmt::join(others, ", "),
                  more == 0 ? std::string() : fmt::format(" and {} more", more));
  return help.empty() ? also : help + "; " + also;
}

void SiteReport::suggest(diag::Diagnostic& report, const ast::Json* place,
                         const std::string& near) const {
  if (near.empty()) return;
  report.help = with_requests("did you mean `" + near + "`?");
  if (place != nullptr && place->kind == ast::Json::Kind::String)
    report.fix = diag::FixIt{place->span, language::json_string(near)};
}

const ast::Json* SiteReport::written(std::string_view option) const {
  if (!evidence_) return nullptr;
  if (const ast::Json* value = evidence_->find(option)) return value;
  if (option == "not_true") return evidence_->find("true_not");
  for (const ast::Json::Member& member : evidence_->members) {
    if (member.value.kind != ast::Json::Kind::Object) continue;
    if (const ast::Json* value = member.value.find(option)) return value;
  }
  return nullptr;
}

}  // namespace seedc::lint
