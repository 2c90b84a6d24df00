// The layout of --help: within eighty columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace seedc::tool {

class HelpFormatter : public CLI::Formatter {
 public:
  /// Without CLI11's marks of the names that turn a flag off.
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  /// An option and what it does beside it, in as many lines as that takes.
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  /// Without what it excludes and needs, which its description or the error says better.
  std::string make_option_opts(const CLI::Option* option) const override;
  /// The whole, with one blank line at a time.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace seedc::tool
