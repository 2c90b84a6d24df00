// Parses JSON straight into values: an intermediate JSON tree would search each key of an object
// among all the others.
#include "compiler/ir/json_value.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace seedc::ir {
namespace {

/// A list or an object that is still open.
struct Open {
  bool is_object = false;
  language::Dict entries;  ///< empty keys in a list
};

language::Value close(Open open) {
  if (open.is_object) return language::dict_of(std::move(open.entries));
  language::List list;
  list.reserve(open.entries.size());
  for (auto& [key, value] : open.entries) list.push_back(std::move(value));
  return list;
}

class ValueMaker final : public nlohmann::json_sax<nlohmann::json> {
 public:
  language::Value take() { return std::move(root_); }

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return add(static_cast<double>(value));
    return add(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string& /*text*/) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return begin(/*is_object=*/true); }
  bool start_array(std::size_t /*size*/) override { return begin(/*is_object=*/false); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(std::string& key) override {
    open_.back().entries.emplace_back().first = std::move(key);
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

 private:
  bool begin(bool is_object) {
    open_.push_back({is_object, {}});
    return true;
  }
  bool end() {
    language::Value value = close(std::move(open_.back()));
    open_.pop_back();
    return add(std::move(value));
  }
  bool add(language::Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().is_object) {
      open_.back().entries.back().second = std::move(value);
    } else {
      open_.back().entries.emplace_back(std::string(), std::move(value));
    }
    return true;
  }

  std::vector<Open> open_;
  language::Value root_;
};

}  // namespace

std::optional<language::Value> value_of_json(std::string_view text) {
  ValueMaker maker;
  if (!nlohmann::json::sax_parse(text, &maker)) return std::nullopt;
  return maker.take();
}

}  // namespace seedc::ir
