// Collects inputs from the source tree.
#include "test/fuzz/seeds.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "test/fuzz/target.h"

namespace seedc::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path kTree = SEEDC_SOURCE_DIR;

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  require(in.good(), "there is " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// In the same order on every machine.
std::vector<fs::path> files_beneath(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// Adds the parts of a text with the given extension; the text before the first part belongs to
/// `name`.
void add_parts(const std::string& name, const std::string& text, std::string_view extension,
               std::vector<std::string>& parts) {
  std::istringstream lines(text);
  bool is_wanted = name.ends_with(extension);
  std::string part;
  const auto end_part = [&] {
    if (is_wanted && !part.empty() && part.size() <= kMostSeedBytes) parts.push_back(part);
    part.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#--- ") || line.starts_with("//--- ")) {
      end_part();
      is_wanted = line.ends_with(extension);
    } else {
      part += line + '\n';
    }
  }
  end_part();
}

}  // namespace

std::string tree_file(const std::string& path) { return bytes_of(kTree / path); }

std::vector<std::string> tree_files(const std::string& folder, std::string_view extension) {
  std::vector<std::string> files;
  for (const fs::path& file : files_beneath(kTree / folder)) {
    if (file.string().ends_with(extension) && fs::file_size(file) <= kMostSeedBytes)
      files.push_back(bytes_of(file));
  }
  return files;
}

std::vector<std::string> golden_inputs(std::string_view extension) {
  std::vector<std::string> parts;
  for (const fs::path& file : files_beneath(kTree / "test" / "golden"))
    add_parts(file.filename().string(), bytes_of(file), extension, parts);
  return parts;
}

}  // namespace seedc::fuzz
