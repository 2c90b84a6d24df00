// Reads targets, and finds the matches of requests.
#include "engine/until/targets.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "engine/bounds/open_outputs.h"
#include "engine/report/output_names.h"
#include "runtime/base/nearest.h"
#include "runtime/exec/needs.h"

namespace seedc::engine {
namespace {

/// A name and, if it is `top 10 by NAME`, the rest.
struct WrittenTarget {
  std::string name;
  std::optional<std::size_t> top;
  std::string direction;  ///< `asc`, `desc` or nothing
};

/// Takes a word and the blanks around it off the beginning of the text.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return word;
}

bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

base::Result<WrittenTarget> read_target(const std::string& text) {
  std::string_view rest = text;
  if (!rest.starts_with("top ")) return WrittenTarget{text, {}, {}};
  take_word(rest);
  const std::string_view number = take_word(rest);
  const bool has_by = take_word(rest) == "by";
  const std::string_view direction = take_end(rest, " asc")    ? "asc"
                                     : take_end(rest, " desc") ? "desc"
                                                               : "";
  std::size_t top = 0;
  const auto [end, failure] = std::from_chars(number.begin(), number.end(), top);
  const bool is_number = failure == std::errc() && end == number.end() && top > 0;
  if (!is_number || !has_by || rest.empty())
    return base::fail_with_help<base::ErrorCode::NotATop>("write it as `top 10 by OUTPUT`", text);
  return WrittenTarget{std::string(rest), top, std::string(direction)};
}

/// Whether the name is that of the output, or of a group that it is a part of.
bool is_named(const contract::Formula& formula, std::size_t output, const std::string& name) {
  return formula.outputs[output] == name || formula.output_keys[output].front() == name;
}

base::Result<Target> output_target(const contract::Formula& formula, const WrittenTarget& written) {
  Target target{.name = {}, .outputs = {}, .request = {}, .top = written.top};
  const auto first = report::find_output(formula, written.name);
  for (std::size_t output = 0; output < formula.outputs.size(); ++output) {
    const bool is_wanted = written.top ? first == output : is_named(formula, output, written.name);
    if (is_wanted) target.outputs.push_back(output);
  }
  if (target.outputs.empty())
    return tl::unexpected(base::not_found("output", written.name, formula.outputs));
  if (written.top && bounds::is_list(formula, target.outputs.front()))
    return base::fail<base::ErrorCode::OutputIsList>(written.name);
  target.descending = written.direction != "asc";
  return target;
}

base::Result<Target> request_target(const contract::Plan& plan, const WrittenTarget& written) {
  const auto found = std::ranges::find(plan.requests, written.name, &contract::Request::id);
  if (found == plan.requests.end()) {
    std::vector<std::string> ids;
    for (const contract::Request& request : plan.requests) ids.push_back(request.id);
    return tl::unexpected(base::not_found("request", written.name, ids));
  }
  if (!found->rank) {
    return base::fail_with_help<base::ErrorCode::NotRanked>("no answer of a model changes it",
                                                            written.name);
  }
  if (!written.direction.empty()) {
    return base::fail_with_help<base::ErrorCode::NotATop>(
        "the request has an order of its own: write `top 10 by REQUEST`",
        written.name + ' ' + written.direction);
  }
  return Target{.name = {},
                .outputs = {found->rank->output},
                .request = static_cast<std::size_t>(found - plan.requests.begin()),
                .top = written.top,
                .descending = found->rank->descending};
}

/// Of a program with requests: the one formula that those are ranked by which are named.
base::Result<ToExtract> ranked_by(const Compilation& compilation, const contract::Plan& plan,
                                  const std::vector<std::string>& names) {
  ToExtract wanted;
  for (const std::string& name : names) {
    auto target = read_target(name).and_then(
        [&](const WrittenTarget& written) { return request_target(plan, written); });
    if (!target) return tl::unexpected(target.error());
    const std::size_t formula = plan.requests[*target->request].rank->formula;
    if (!wanted.targets.empty() && wanted.formula != formula) {
      return base::fail_with_help<base::ErrorCode::NotOneFormula>(
          "name requests that are ranked by the same formula");
    }
    wanted.formula = formula;
    wanted.targets.push_back(*std::move(target));
    wanted.targets.back().name = name;
  }
  wanted.checked =
      &*std::ranges::find(compilation.formulas, wanted.formula, &check::CheckedFormula::compiled);
  return wanted;
}

base::Result<ToExtract> of_formula(const Compilation& compilation, const contract::Plan& plan,
                                   const std::vector<std::string>& names) {
  if (compilation.own_formulas != 1 || !compilation.requests.empty()) {
    return base::fail_with_help<base::ErrorCode::NotOneFormula>(
        "give the JSON file of one; of requests that are ranked by one, say which are to be "
        "settled");
  }
  const check::CheckedFormula& checked = compilation.formulas.front();
  if (!checked.compiled) {
    return base::fail_with_help<base::ErrorCode::FormulaHasErrors>(
        "they are among the program's findings", checked.name);
  }
  ToExtract wanted{.checked = &checked, .formula = *checked.compiled, .targets = {}};
  for (const std::string& name : names) {
    auto target = read_target(name).and_then([&](const WrittenTarget& written) {
      return output_target(plan.formulas[wanted.formula], written);
    });
    if (!target) return tl::unexpected(target.error());
    wanted.targets.push_back(*std::move(target));
    wanted.targets.back().name = name;
  }
  return wanted;
}

bool has_request(const std::vector<Target>& targets) {
  return std::ranges::any_of(targets,
                             [](const Target& target) { return target.request.has_value(); });
}

}  // namespace

base::Result<ToExtract> find_to_extract(const Compilation& compilation, const contract::Plan& plan,
                                        const std::vector<std::string>& names) {
  const bool is_ranked = !plan.requests.empty() && !names.empty();
  auto wanted =
      is_ranked ? ranked_by(compilation, plan, names) : of_formula(compilation, plan, names);
  if (!wanted) return wanted;
  const contract::Formula& formula = plan.formulas[wanted->formula];
  if (wanted->checked->fields.empty()) {
    return base::fail_with_help<base::ErrorCode::NoFields>("declare them in `extract.fields`",
                                                           formula.name);
  }
  if (!names.empty() && formula.is_too_large) {
    return base::fail_with_help<base::ErrorCode::FormulaTooLarge>(
        "use fewer sums that wait for other sums, or smaller filters in them", formula.name,
        contract::Formula::kMostInsts);
  }
  return wanted;
}

data::DataNeeds needs_of(const ToExtract& wanted, const contract::Plan& plan) {
  const contract::Formula& formula = plan.formulas[wanted.formula];
  data::DataNeeds needs =
      wanted.targets.empty() ? exec::needs_of(formula.rows) : exec::needs_of(formula);
  if (has_request(wanted.targets)) needs.add(exec::needs_of(plan));
  needs.texts = true;
  return needs;
}

base::Result<void> find_matches(std::vector<Target>& targets, const contract::Plan& plan,
                                const data::Dataset& dataset, const EvaluateOptions& options) {
  if (!has_request(targets)) return {};
  const auto prepared = Prepared::make(plan, options.backend, dataset.item_count(), dataset.call());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = evaluate(**prepared, dataset, options);
  if (!run) return tl::unexpected(run.error());
  for (Target& target : targets) {
    std::vector<std::uint32_t>& matches = target.items.emplace();
    for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
      if (run->value(*target.request, item) == language::Tri::Yes) matches.push_back(item);
    }
  }
  return {};
}

bool is_about(const Target& target, std::uint32_t item) {
  return !target.items || std::ranges::binary_search(*target.items, item);
}

}  // namespace seedc::engine
