// Applies small changes one after another.
#include "test/fuzz/mutation.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace seedc::fuzz {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at];
    } else if (text[++at] == 'x' && at + 2 < text.size()) {
      out += static_cast<char>(std::stoi(std::string(text.substr(at + 1, 2)), nullptr, 16));
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

/// A slice of a text, of at most that many bytes.
std::string_view piece_of(std::string_view text, std::size_t most, differential::Random& random) {
  const std::size_t begin = random.below(text.size() + 1);
  return text.substr(begin, random.below(most) + 1);
}

void insert(std::string& input, std::string_view piece, differential::Random& random) {
  input.insert(random.below(input.size() + 1), std::string(piece));
}

void change_byte(std::string& input, differential::Random& random) {
  static constexpr std::array<char, 12> kBytes = {'\0', '\n',   '"',    '\\',   '{', ']',
                                                  '9',  '\x7F', '\x80', '\xC3', '-', '\xFF'};
  if (input.empty()) return;
  char& byte = input[random.below(input.size())];
  byte = random.chance(50) ? kBytes[random.below(kBytes.size())]
                           : static_cast<char>(byte ^ (1 << random.below(8)));
}

/// A number of one to eight bytes, as binary formats have them.
void change_number(std::string& input, differential::Random& random) {
  static constexpr std::array<std::uint64_t, 6> kNumbers = {
      0, 1, UINT64_MAX, UINT32_MAX, std::uint64_t{1} << 31, std::uint64_t{1} << 63};
  const std::size_t bytes = std::size_t{1} << random.below(4);
  if (input.size() < bytes) return;
  const std::size_t begin = random.below(input.size() - bytes + 1);
  const std::uint64_t number = kNumbers[random.below(kNumbers.size())];
  for (std::size_t i = 0; i < bytes; ++i) input[begin + i] = static_cast<char>(number >> (8 * i));
}

void erase(std::string& input, differential::Random& random) {
  const std::size_t begin = random.below(input.size() + 1);
  input.erase(begin, random.below(16) + 1);
}

void change(std::string& input, const std::string& other, const std::vector<std::string>& words,
            differential::Random& random) {
  constexpr std::size_t kMostCopied = 64;
  switch (random.below(6)) {
    case 0:
      return change_byte(input, random);
    case 1:
      return change_number(input, random);
    case 2:
      return erase(input, random);
    case 3:
      return insert(input, std::string(piece_of(input, kMostCopied, random)), random);
    case 4:
      return insert(input, piece_of(other, kMostCopied, random), random);
    default:
      if (!words.empty()) insert(input, words[random.below(words.size())], random);
  }
}

}  // namespace

std::vector<std::string> dictionary_words(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind('"');
    if (line.starts_with('#') || begin == end) continue;
    words.push_back(unescaped(std::string_view(line).substr(begin + 1, end - begin - 1)));
  }
  return words;
}

std::string mutate(std::string input, const std::string& other,
                   const std::vector<std::string>& words, differential::Random& random) {
  for (std::size_t left = random.between(1, 6); left > 0; --left)
    change(input, other, words, random);
  return input;
}

}  // namespace seedc::fuzz
