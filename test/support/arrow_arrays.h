// Arrow arrays and streams made by hand: each array is a node that says what the interface says of
// it, rightly or wrongly. What is exported counts as live until it is released.
//
//   ArrowStream stream({rows({texts("business_id", {"a", "b"}), fixed<double>("g", "stars", {4.5,
//   {}})})}); read_table(&stream, "items");
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "include/seedc/arrow_abi.h"

namespace seedc::support {

/// An array and its type.
struct ArrowNode {
  std::string format, name;
  std::int64_t length = 0, offset = 0, null_count = -1;
  std::vector<std::optional<std::string>> buffers;  ///< std::nullopt: a null pointer
  std::vector<ArrowNode> children;
  std::vector<ArrowNode> dictionary;  ///< one, or none
};

template <class T>
void append_raw(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A bitmap, or std::nullopt if all bits are set.
inline std::optional<std::string> bitmap(const std::vector<bool>& bits, bool is_needed = false) {
  std::string bytes((bits.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
    is_needed = is_needed || !bits[i];
  }
  return is_needed ? std::optional(bytes) : std::nullopt;
}

template <class T>
std::optional<std::string> validity(const std::vector<std::optional<T>>& values) {
  std::vector<bool> bits;
  for (const auto& value : values) bits.push_back(value.has_value());
  return bitmap(bits);
}

template <class T>
ArrowNode fixed(const std::string& format, const std::string& name,
                const std::vector<std::optional<T>>& values) {
  std::string bytes;
  for (const auto& value : values) append_raw(bytes, value.value_or(T{}));
  return {.format = format,
          .name = name,
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {validity(values), bytes}};
}

inline ArrowNode booleans(std::string name, const std::vector<std::optional<bool>>& values) {
  std::vector<bool> bits;
  for (const auto& value : values) bits.push_back(value.value_or(false));
  return {.format = "b",
          .name = std::move(name),
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {validity(values), bitmap(bits, /*is_needed=*/true)}};
}

using Texts = std::vector<std::optional<std::string>>;

/// utf8, or large_utf8 with offsets of 64 bits.
template <class Offset = std::int32_t>
ArrowNode texts(std::string name, const Texts& values) {
  std::string offsets, data;
  append_raw(offsets, Offset{0});
  for (const auto& value : values) {
    data += value.value_or("");
    append_raw(offsets, static_cast<Offset>(data.size()));
  }
  return {.format = sizeof(Offset) == 4 ? "u" : "U",
          .name = std::move(name),
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {validity(values), offsets, data}};
}

/// string_view, whose long texts are in two buffers in turn.
inline ArrowNode text_views(std::string name, const Texts& values) {
  std::string views, sizes;
  std::string data[2];
  std::int32_t next = 0;
  for (const auto& value : values) {
    const std::string text = value.value_or("");
    append_raw(views, static_cast<std::int32_t>(text.size()));
    std::string rest(12, '\0');
    if (text.size() <= rest.size()) {
      rest.replace(0, text.size(), text);
    } else {
      const auto offset = static_cast<std::int32_t>(data[next].size());
      rest = text.substr(0, 4);
      append_raw(rest, next);
      append_raw(rest, offset);
      data[next] += text;
      next = 1 - next;
    }
    views += rest;
  }
  for (const std::string& part : data) append_raw(sizes, static_cast<std::int64_t>(part.size()));
  return {.format = "vu",
          .name = std::move(name),
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {validity(values), views, data[0], data[1], sizes}};
}

/// Texts behind indices of that integer type and format.
template <class Index>
ArrowNode dictionary(const std::string& format, const std::string& name,
                     const std::vector<std::optional<Index>>& indices, ArrowNode values) {
  ArrowNode node = fixed<Index>(format, name, indices);
  node.dictionary.push_back(std::move(values));
  return node;
}

/// Lists of so many of the values, one after another; std::nullopt is a null.
using Sizes = std::vector<std::optional<std::int64_t>>;
template <class Offset = std::int32_t>
ArrowNode lists(std::string name, const Sizes& sizes, ArrowNode values) {
  std::string offsets;
  Offset end = 0;
  append_raw(offsets, end);
  for (const auto& size : sizes) {
    end = static_cast<Offset>(end + size.value_or(0));
    append_raw(offsets, end);
  }
  return {.format = sizeof(Offset) == 4 ? "+l" : "+L",
          .name = std::move(name),
          .length = static_cast<std::int64_t>(sizes.size()),
          .buffers = {validity(sizes), offsets},
          .children = {std::move(values)}};
}

/// list_view.
template <class Offset = std::int32_t>
ArrowNode list_views(std::string name, const Sizes& sizes, ArrowNode values) {
  ArrowNode node = lists<Offset>(std::move(name), sizes, std::move(values));
  node.format = sizeof(Offset) == 4 ? "+vl" : "+vL";
  std::string of_lists;
  for (const auto& size : sizes) append_raw(of_lists, static_cast<Offset>(size.value_or(0)));
  node.buffers[1]->resize(of_lists.size());
  node.buffers.emplace_back(of_lists);
  return node;
}

inline ArrowNode structs(std::string name, const std::vector<bool>& valid,
                         std::vector<ArrowNode> children) {
  return {.format = "+s",
          .name = std::move(name),
          .length = static_cast<std::int64_t>(valid.size()),
          .buffers = {bitmap(valid)},
          .children = std::move(children)};
}

/// Maps with so many of the entries each.
inline ArrowNode maps(std::string name, const Sizes& sizes, ArrowNode keys, ArrowNode values) {
  const std::vector<bool> valid(static_cast<std::size_t>(keys.length), true);
  ArrowNode node = lists(std::move(name), sizes,
                         structs("entries", valid, {std::move(keys), std::move(values)}));
  node.format = "+m";
  return node;
}

/// A batch of rows.
inline ArrowNode rows(std::vector<ArrowNode> columns) {
  const auto length = columns.empty() ? 0 : static_cast<std::size_t>(columns.front().length);
  return structs("", std::vector<bool>(length, true), std::move(columns));
}

/// How many exported schemas, arrays and streams have not been released.
inline std::int64_t& live_arrow_count() {
  static std::int64_t count = 0;
  return count;
}

namespace arrow_detail {

/// What an exported struct and those below it refer to.
template <class Struct>
struct Holder {
  ArrowNode node;
  std::deque<Struct> children;
  std::vector<Struct*> child_pointers;
  std::optional<Struct> dictionary;
  std::vector<std::unique_ptr<char[]>> memory;
  std::vector<const void*> buffers;
};

/// Each struct of a tree is released by the root alone, and marked.
template <class Struct>
void release(Struct* exported) {
  auto* holder = static_cast<Holder<Struct>*>(exported->private_data);
  for (Struct* child : holder->child_pointers) {
    if (child->release != nullptr) child->release(child);
  }
  if (holder->dictionary && holder->dictionary->release != nullptr)
    holder->dictionary->release(&*holder->dictionary);
  delete holder;
  exported->release = nullptr;
  --live_arrow_count();
}

template <class Struct, class Export>
Holder<Struct>* hold(const ArrowNode& node, Export export_below) {
  auto* holder = new Holder<Struct>{.node = node};
  for (const ArrowNode& child : node.children) {
    export_below(child, &holder->children.emplace_back());
    holder->child_pointers.push_back(&holder->children.back());
  }
  if (!node.dictionary.empty())
    export_below(node.dictionary.front(), &holder->dictionary.emplace());
  ++live_arrow_count();
  return holder;
}

}  // namespace arrow_detail

inline void export_schema(const ArrowNode& node, ArrowSchema* out) {
  auto* holder = arrow_detail::hold<ArrowSchema>(node, export_schema);
  *out = {.format = holder->node.format.c_str(),
          .name = holder->node.name.c_str(),
          .metadata = nullptr,
          .flags = ARROW_FLAG_NULLABLE,
          .n_children = static_cast<std::int64_t>(holder->children.size()),
          .children = holder->child_pointers.data(),
          .dictionary = holder->dictionary ? &*holder->dictionary : nullptr,
          .release = arrow_detail::release<ArrowSchema>,
          .private_data = holder};
}

/// Buffers are as long as they are said to be, to the byte.
inline void export_array(const ArrowNode& node, ArrowArray* out) {
  auto* holder = arrow_detail::hold<ArrowArray>(node, export_array);
  for (const auto& buffer : node.buffers) {
    holder->buffers.push_back(nullptr);
    if (!buffer) continue;
    holder->memory.push_back(std::make_unique<char[]>(buffer->size()));
    std::memcpy(holder->memory.back().get(), buffer->data(), buffer->size());
    holder->buffers.back() = holder->memory.back().get();
  }
  *out = {.length = node.length,
          .null_count = node.null_count,
          .offset = node.offset,
          .n_buffers = static_cast<std::int64_t>(holder->buffers.size()),
          .n_children = static_cast<std::int64_t>(holder->children.size()),
          .buffers = holder->buffers.data(),
          .children = holder->child_pointers.data(),
          .dictionary = holder->dictionary ? &*holder->dictionary : nullptr,
          .release = arrow_detail::release<ArrowArray>,
          .private_data = holder};
}

/// A stream of batches, which have the type of the first. It may fail before the batch of some
/// number.
class ArrowStream : public ArrowArrayStream {
 public:
  explicit ArrowStream(std::vector<ArrowNode> batches, std::size_t fails_before = SIZE_MAX)
      : ArrowArrayStream{give_schema, give_next, last_error, end, this},
        batches_(std::move(batches)),
        fails_before_(fails_before) {
    ++live_arrow_count();
  }
  ArrowStream(const ArrowStream&) = delete;
  ArrowStream& operator=(const ArrowStream&) = delete;
  ~ArrowStream() {
    if (release != nullptr) release(this);
  }

 private:
  static ArrowStream& self(ArrowArrayStream* stream) {
    return *static_cast<ArrowStream*>(stream->private_data);
  }
  static int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    export_schema(self(stream).batches_.front(), out);
    return 0;
  }
  static int give_next(ArrowArrayStream* stream, ArrowArray* out) {
    ArrowStream& all = self(stream);
    if (all.next_ == all.fails_before_) return 5;
    if (all.next_ == all.batches_.size()) {
      out->release = nullptr;
    } else {
      export_array(all.batches_[all.next_++], out);
    }
    return 0;
  }
  static const char* last_error(ArrowArrayStream*) { return "the disk is on fire"; }
  static void end(ArrowArrayStream* stream) {
    --live_arrow_count();
    stream->release = nullptr;
  }

  std::vector<ArrowNode> batches_;
  std::size_t next_ = 0, fails_before_;
};

}  // namespace seedc::support
