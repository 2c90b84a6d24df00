// Texts for services that run tests: JUnit's XML, and the commands by which GitHub annotates files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::report {

/// What is tested or found, and whether it is as it should be.
struct CiCase {
  std::string name;
  std::string file;  ///< where it is; empty: nowhere
  std::uint64_t line = 0, column = 0, end_line = 0, end_column = 0;  ///< from 1; line 0: unknown
  std::string kind;     ///< of the failure: `unknown-name`; empty: there is none
  std::string message;  ///< of the failure
  bool is_warning = false;
  bool is_broken = false;  ///< an error of what is tested itself, which could not be tried
};

/// A test suite for each file, with its cases in their order.
std::string junit(std::string_view name, const std::vector<CiCase>& cases);

/// A line for each failure: `::error file=F,line=L,col=C,title=T::MESSAGE`.
std::string github(const std::vector<CiCase>& cases);

}  // namespace seedc::report
