// Fills the structs of the Arrow C interfaces, each with an object that owns what it points to.
#include "engine/report/arrow/c_interface.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace seedc::report::arrow {
namespace {

/// Releases structs that their reader has not moved away.
template <class Struct>
void release_all(std::span<Struct> structs) {
  for (Struct& each : structs) {
    if (each.release != nullptr) each.release(&each);
  }
}

/// What a schema or an array points to, with children and a dictionary of the same struct.
template <class Struct>
struct Owner {
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    release_all(std::span(children));
    release_all(std::span(&dictionary, 1));
  }

  template <class Source>
  void add_children(const std::vector<Source>& sources) {
    children.resize(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      children[i] = exported(sources[i]);
      child_pointers.push_back(&children[i]);
    }
  }
  template <class Source>
  void add_dictionary(const std::shared_ptr<const Source>& source) {
    if (source) dictionary = exported(*source);
  }
  Struct* dictionary_pointer() { return dictionary.release != nullptr ? &dictionary : nullptr; }

  std::vector<Struct> children;
  std::vector<Struct*> child_pointers;
  Struct dictionary{};
};

struct SchemaOwner : Owner<ArrowSchema> {
  std::string format, name, metadata;
};

struct ArrayOwner : Owner<ArrowArray> {
  std::vector<Buffer> buffers;
  std::vector<const void*> addresses;
};

template <class TheOwner, class Struct>
void release(Struct* released) {
  delete static_cast<TheOwner*>(released->private_data);
  released->release = nullptr;
}

std::string without_nul(const std::string& name) {
  std::string out;
  for (const char byte : name) {
    if (byte == '\0') {
      out += "\u2400";
    } else {
      out += byte;
    }
  }
  return out;
}

void append_count(std::string& out, std::size_t count) {
  const auto number = static_cast<std::int32_t>(count);
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

/// The number of pairs, then of each its key and value with their lengths.
std::string encoded(const std::vector<std::pair<std::string, std::string>>& metadata) {
  std::string out;
  append_count(out, metadata.size());
  for (const auto& [key, value] : metadata) {
    for (const std::string* text : {&key, &value}) {
      append_count(out, text->size());
      out += *text;
    }
  }
  return out;
}

/// A buffer that is there has an address, even if it has no bytes.
const void* address_of(const Buffer& buffer) {
  alignas(std::max_align_t) static constexpr char kNoBytes[sizeof(std::max_align_t)] = {};
  return buffer.data == nullptr && buffer.owner != nullptr ? kNoBytes : buffer.data;
}

/// The object behind a stream.
class StreamOwner {
 public:
  explicit StreamOwner(std::unique_ptr<BatchSource> source) : source_(std::move(source)) {}

  int schema(ArrowSchema* out) {
    return guarded(schema_text_, [&] { *out = exported(source_->schema()); });
  }

  int next(ArrowArray* out) {
    if (failure_ == 0) {
      failure_ = guarded(failure_text_, [&] {
        auto batch = source_->next();
        *out = batch ? exported(*std::move(batch)) : ArrowArray{};
      });
      failure_error_ = error_;
    }
    error_ = failure_error_;
    return failure_;
  }

  int refuse_null() {
    error_ = "the struct to fill is a null pointer";
    return EINVAL;
  }
  const char* error() const { return error_; }

 private:
  /// Calls `action`; `text` holds the message of what it throws.
  template <class Action>
  int guarded(std::string& text, Action action) noexcept {
    error_ = nullptr;
    try {
      action();
      return 0;
    } catch (const std::bad_alloc&) {
      error_ = kNoMemory;
      return ENOMEM;
    } catch (const StreamFailure& error) {
      return fail(error.code(), text, error.what());
    } catch (const std::overflow_error& error) {
      return fail(EOVERFLOW, text, error.what());
    } catch (const std::exception& error) {
      return fail(EIO, text, error.what());
    } catch (...) {
      return fail(EIO, text, "an error that has no text");
    }
  }

  int fail(int code, std::string& text, const char* message) noexcept {
    try {
      text = message;
      error_ = text.c_str();
    } catch (const std::bad_alloc&) {
      error_ = kNoMemory;
    }
    return code;
  }

  static constexpr const char* kNoMemory = "out of memory";

  std::unique_ptr<BatchSource> source_;
  const char* error_ = nullptr;  ///< of the last call
  std::string schema_text_;
  /// Of `next`, which is not called again then.
  int failure_ = 0;
  std::string failure_text_;
  const char* failure_error_ = nullptr;
};

StreamOwner& owner_of(const ArrowArrayStream* stream) {
  return *static_cast<StreamOwner*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return out == nullptr ? owner_of(stream).refuse_null() : owner_of(stream).schema(out);
}
int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return out == nullptr ? owner_of(stream).refuse_null() : owner_of(stream).next(out);
}
const char* get_last_error(ArrowArrayStream* stream) { return owner_of(stream).error(); }

}  // namespace

ArrowSchema exported(const Field& field) {
  auto owner = std::make_unique<SchemaOwner>();
  owner->format = field.format;
  owner->name = without_nul(field.name);
  if (!field.metadata.empty()) owner->metadata = encoded(field.metadata);
  owner->add_children(field.children);
  owner->add_dictionary(field.dictionary);
  return {.format = owner->format.c_str(),
          .name = owner->name.c_str(),
          .metadata = owner->metadata.empty() ? nullptr : owner->metadata.data(),
          .flags = field.is_nullable ? ARROW_FLAG_NULLABLE : 0,
          .n_children = static_cast<std::int64_t>(owner->children.size()),
          .children = owner->child_pointers.data(),
          .dictionary = owner->dictionary_pointer(),
          .release = release<SchemaOwner, ArrowSchema>,
          .private_data = owner.release()};
}

ArrowArray exported(Column column) {
  auto owner = std::make_unique<ArrayOwner>();
  owner->buffers = std::move(column.buffers);
  for (const Buffer& buffer : owner->buffers) owner->addresses.push_back(address_of(buffer));
  owner->add_children(column.children);
  owner->add_dictionary(column.dictionary);
  return {.length = column.length,
          .null_count = column.null_count,
          .offset = 0,
          .n_buffers = static_cast<std::int64_t>(owner->buffers.size()),
          .n_children = static_cast<std::int64_t>(owner->children.size()),
          .buffers = owner->addresses.data(),
          .children = owner->child_pointers.data(),
          .dictionary = owner->dictionary_pointer(),
          .release = release<ArrayOwner, ArrowArray>,
          .private_data = owner.release()};
}

ArrowArrayStream exported(std::unique_ptr<BatchSource> source) {
  return {.get_schema = get_schema,
          .get_next = get_next,
          .get_last_error = get_last_error,
          .release = release<StreamOwner, ArrowArrayStream>,
          .private_data = new StreamOwner(std::move(source))};
}

}  // namespace seedc::report::arrow
