// Keys of what occurs in texts: a bit per search, and one for texts that nothing is known of.
#include "runtime/data/model/searched_texts.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace seedc::data {
namespace {

using Outcome = text::LiteralSearch::Outcome;

bool has_bit(std::string_view key, std::size_t bit) {
  std::uint64_t word = 0;
  if (!key.empty()) std::memcpy(&word, key.data() + bit / 64 * sizeof word, sizeof word);
  return (word >> (bit % 64) & 1) != 0;
}

}  // namespace

TextSearcher::TextSearcher(std::shared_ptr<const text::LiteralSearch> search)
    : search_(std::move(search)) {}

std::string_view TextSearcher::key_of(std::string_view text) {
  const Outcome outcome = search_->look(text, search_->with_literals(), scratch_, hits_);
  const bool is_odd = outcome != Outcome::Complete;
  is_decided_ = !is_odd;
  bool is_any = is_odd;
  for (std::size_t word = 0; word < hits_.size(); ++word) {
    is_any = is_any || hits_[word] != 0;
    is_decided_ = is_decided_ && (hits_[word] & ~search_->exact()[word]) == 0;
  }
  if (!is_any) return {};
  hits_.resize(search_->size() / 64 + 1);
  if (is_odd) text::set_bit(hits_, search_->size());
  return {reinterpret_cast<const char*>(hits_.data()), hits_.size() * sizeof hits_[0]};
}

text::PossibleTexts SearchedTexts::possible(const language::RequiredLiterals& literals,
                                            const base::Call& call) const {
  std::size_t search = 0;
  while (search < search_->size() && search_->required(search) != literals) ++search;
  if (search == search_->size()) throw std::logic_error("texts were not searched for this");
  text::PossibleTexts possible{.texts = texts_with(search, call),
                               .odd = texts_with(search_->size(), call),
                               .is_exact = literals.exact};
  for (std::size_t word = 0; word < possible.texts.size(); ++word)
    possible.texts[word] |= possible.odd[word];
  return possible;
}

text::TextBits SearchedTexts::texts_with(std::size_t bit, const base::Call& call) const {
  constexpr std::size_t kBits = 64;
  text::TextBits texts((codes_.size() + kBits - 1) / kBits);
  std::vector<std::uint8_t> has(keys_.size());
  for (std::size_t code = 0; code < has.size(); ++code) has[code] = has_bit(keys_[code], bit);
  if (std::ranges::find(has, 1) == has.end()) return texts;
  const auto word_of = [&](std::size_t word) {
    const std::size_t end = std::min((word + 1) * kBits, codes_.size());
    std::uint64_t bits = 0;
    for (std::size_t text = word * kBits; text < end; ++text)
      bits |= std::uint64_t{has[codes_[text]]} << (text % kBits);
    return bits;
  };
  call.in_steps(texts.size(), base::Call::kElementsPerStep / kBits,
                [&](std::size_t begin, std::size_t end) {
                  for (std::size_t word = begin; word < end; ++word) texts[word] = word_of(word);
                });
  return texts;
}

}  // namespace seedc::data
