// Keeps effects by the bytes of what they follow from.
#include "engine/until/effects.h"

#include "engine/bounds/open_outputs.h"

namespace seedc::engine {
namespace {

void append_key(std::string& key, const language::Cell& cell) {
  const bool is_text = !cell.is_null() && cell.kind == language::Kind::Str;
  const std::uint64_t payload = is_text ? cell.string().size() : cell.payload;
  key.append(reinterpret_cast<const char*>(&payload), sizeof payload);
  key.append(reinterpret_cast<const char*>(&cell.null), sizeof cell.null);
  key += static_cast<char>(cell.kind);
  if (is_text) key += cell.string();
}

}  // namespace

const bounds::RowEffect* Effects::find(const std::string& key,
                                       const std::function<bounds::RowEffect()>& make) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = effects_.find(key); known != effects_.end()) return &known->second;
  }
  const bounds::RowEffect made = make();
  const std::scoped_lock lock(mutex_);
  const auto [place, is_new] = effects_.try_emplace(key);
  for (std::size_t i = 0; is_new && i < made.size(); ++i)
    place->second.push_back(bounds::kept_in(strings_, made[i]));
  return &place->second;
}

std::string effect_key(const contract::Formula& formula, const bounds::ItemRows& rows,
                       const bounds::ItemRow& row) {
  if (!row.is_awaited && row.state != bounds::ItemRow::State::Row) return "-";
  // What an awaited row may be depends on more than its loads: the condition that rows must meet.
  if (row.is_awaited && formula.rows.kept) return "k" + std::to_string(row.review);
  std::string key(1, static_cast<char>(row.is_awaited ? 'a' : 'r'));
  for (std::size_t number = 0; number < row.loads.size(); ++number) {
    const bool is_field = formula.program.loads[number].source == contract::LoadSpec::Source::Field;
    if (!is_field || !row.is_awaited) append_key(key, row.loads[number]);
    append_key(key, rows.item_loads[number]);
  }
  return key;
}

}  // namespace seedc::engine
