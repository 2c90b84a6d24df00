// Turns the values at one path of Arrow rows into codes of a column's dictionary.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/text_map.h"
#include "runtime/data/arrow/array.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/table.h"

namespace seedc::data::arrow {

/// The codes of values of at most eight bytes, by their bits.
class BitCodes {
 public:
  /// For new bits, `make_code()` is called.
  template <class MakeCode>
  std::uint32_t code_of(std::uint64_t bits, MakeCode make_code) {
    Entry& recent = recent_[bits * 0x9E37'79B9'7F4A'7C15 >> (64 - kRecentBits)];
    if (!recent.is_set || recent.bits != bits) [[unlikely]]
      recent = {bits, look_up(bits, make_code), true};
    return recent.code;
  }

 private:
  static constexpr unsigned kRecentBits = 8;
  struct Entry {
    std::uint64_t bits = 0;
    std::uint32_t code = 0;
    bool is_set = false;
  };

  template <class MakeCode>
  std::uint32_t look_up(std::uint64_t bits, MakeCode make_code) {
    const std::uint32_t hash = hashed({reinterpret_cast<const char*>(&bits), sizeof bits}).hash;
    const std::uint32_t known =
        index_.find(hash, [&](std::uint32_t entry) { return entries_[entry].bits == bits; });
    if (known != HashIndex::kNone) return entries_[known].code;
    const std::uint32_t code = make_code();
    index_.add(hash, static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({bits, code, true});
    return code;
  }

  std::array<Entry, std::size_t{1} << kRecentBits> recent_;  ///< the last of each short hash
  std::vector<Entry> entries_;
  HashIndex index_;
};

/// Codes one column, batch by batch, of arrays of one type. A dictionary's entries are coded once
/// for each batch that uses them, integers and other values of few bytes once each, texts by their
/// bytes. Not thread-safe: one coder per thread.
class ColumnCoder {
 public:
  /// `first_key`: how many keys of the path lead to the rows: 1 if the rows are users. The
  /// dictionary and `keys`, where its keys are stored, outlive the coder.
  ColumnCoder(const ColumnSpec& spec, std::size_t first_key, Dictionary& dictionary, Arena& keys,
              const base::Call& call)
      : spec_(spec),
        first_key_(first_key),
        dictionary_(dictionary),
        keys_(keys),
        known_json_(call) {}

  /// Appends a code for each of these slots of structs.
  void code(const Array& structs, std::span<const std::int64_t> slots,
            std::vector<std::uint32_t>& codes);

 private:
  using Slots = std::vector<std::int64_t>;  ///< kNowhere: there is no value
  static constexpr std::int64_t kNowhere = -1;

  void code_at(const Array& array, std::size_t depth, std::span<const std::int64_t> slots,
               std::uint32_t* codes);
  Slots& slots_below(std::size_t depth, std::size_t count);
  void code_field(const Array& array, std::size_t depth, std::span<const std::int64_t> slots,
                  std::uint32_t* codes);
  void code_entry_of_map(const Array& array, std::size_t depth, std::span<const std::int64_t> slots,
                         std::uint32_t* codes);
  void code_dictionary(const Array& array, std::size_t depth, std::span<const std::int64_t> slots,
                       std::uint32_t* codes);
  void code_texts(const Array& array, std::size_t depth, std::span<const std::int64_t> slots,
                  std::uint32_t* codes);
  void code_bits(const Array& array, std::span<const std::int64_t> slots, std::uint32_t* codes);
  void code_json(const Array& array, std::span<const std::int64_t> slots, std::uint32_t* codes);

  language::Value value_to_keep(language::Value value) const;
  std::uint32_t code_of_bits(const Array& array, std::int64_t slot, std::uint64_t bits);
  std::uint32_t code_of_text(std::string_view text, std::size_t depth);
  std::uint32_t code_of_json(const Array& array, std::int64_t slot);
  bool write_members(const Array& array, std::int64_t slot);
  std::uint32_t code_of_key(language::Value value);

  const ColumnSpec& spec_;
  std::size_t first_key_;
  Dictionary& dictionary_;
  Arena& keys_;
  std::vector<Slots> slots_;  ///< by depth
  BitCodes by_bits_;
  base::TextMap<std::uint32_t> by_json_;
  Arena known_json_;
  JsonParser parser_;
  std::string json_, key_;
};

}  // namespace seedc::data::arrow
