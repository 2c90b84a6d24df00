// Names of attributes, their values and the entries of their dicts.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/resolve/meaning.h"
#include "runtime/base/text_hash.h"

namespace seedc::resolve {

/// An attribute of items that names can refer to.
struct Attribute {
  const language::SchemaPath* schema = nullptr;
  Words words;             ///< of its keys, below `attributes`
  bool is_listed = false;  ///< under `attributes`; else top-level, named with its key
  bool is_flag = false;    ///< has booleans
  bool is_price = false;   ///< its values are 1 to 4
  std::string nothing;     ///< the value that means none or no, or empty
  std::vector<const language::SchemaPath*> entries;  ///< the booleans of its dict
  /// Spellings of its values by their squashed words; several if they differ only in case or
  /// punctuation.
  std::map<std::string, std::vector<std::string>, std::less<>> values;
};

class AttributeNames {
 public:
  /// The schema must outlive it.
  explicit AttributeNames(const language::Schema& schema);

  void find(WordSpan words, Meanings& found) const;
  /// `stars_gte_4.5`: a bound of a number.
  void find_number(std::string_view name, Meanings& found) const;
  void add_all(Meanings& all) const;

 private:
  struct Spelled {
    std::size_t attribute;
    Tier tier;
  };
  /// A name's reference to an attribute.
  struct Said {
    const Attribute& attribute;
    Tier tier;
    bool negated;
  };

  void add_path(const language::SchemaPath& path);
  void add_values(Attribute& attribute);
  void index();

  void find_said(WordSpan words, bool negated, Meanings& found) const;
  void find_with_value(WordSpan attribute, WordSpan value, bool negated, Meanings& found) const;
  void find_alone(WordSpan words, bool negated, Meanings& found) const;

  void add_attribute(const Said& said, Meanings& found) const;
  void add_with(const Said& said, WordSpan value, Meanings& found) const;
  void add_flag(const Said& said, bool is_true, Meanings& found) const;
  void add_any_entry(const Said& said, Meanings& found) const;
  void add_never_true(const Said& said, Meanings& found) const;
  void add_entry(const Said& said, const language::SchemaPath& entry, Meanings& found) const;
  void add_value(const Said& said, const std::vector<std::string>& texts, Meanings& found) const;
  std::string earlier_of(const language::SchemaPath& path,
                         const std::vector<std::string>& texts) const;
  void add_number(const Attribute& attribute, std::string_view option, std::string_view number,
                  Meanings& found) const;
  void add_price(const Said& said, std::string_view word, Meanings& found) const;

  std::uint64_t items_;
  std::vector<Attribute> attributes_;
  std::map<language::Path, std::size_t> by_path_;
  std::unordered_map<std::string, std::vector<Spelled>, base::TextHash>
      spellings_;  ///< by squashed words
  /// The attributes that have a value or an entry with those squashed words.
  std::unordered_map<std::string, std::vector<std::size_t>, base::TextHash> owners_;
  std::vector<std::size_t> prices_;
};

}  // namespace seedc::resolve
