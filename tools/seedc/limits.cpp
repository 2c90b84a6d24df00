// The `limits` command: prints the table of limits on programs and data.
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

enum class Layout : std::uint8_t { Text, Markdown };
const std::map<std::string, Layout> kLayouts = {{"text", Layout::Text},
                                                {"markdown", Layout::Markdown}};

int limits_command(Layout layout) {
  return print_result(command_session().limits(layout == Layout::Markdown));
}

}  // namespace

Command add_limits(CLI::App& app) {
  const auto layout = std::make_shared<Layout>(Layout::Text);
  CLI::App* command = app.add_subcommand(
      "limits", "list the limits on programs and data, and what happens beyond them");
  add_choice(*command, "--format", *layout, kLayouts, "how to print them (default: text)");
  command->footer("Example: seedc limits");
  return {command, [layout] { return limits_command(*layout); }};
}

}  // namespace seedc::tool
