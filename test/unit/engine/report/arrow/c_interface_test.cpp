// The structs of the C interfaces: errors as codes, ownership of parts, names.
#include "engine/report/arrow/c_interface.h"

#include <functional>
#include <new>
#include <stdexcept>

#include "engine/report/arrow/columns.h"
#include "runtime/base/damaged_data.h"
#include "test/unit/engine/report/arrow/arrow_reader.h"

namespace seedc::report::arrow {
namespace {

/// A stream of what a function gives.
class FunctionSource : public BatchSource {
 public:
  explicit FunctionSource(std::function<std::optional<Column>()> next) : next_(std::move(next)) {}
  const Field& schema() const override { return schema_; }
  std::optional<Column> next() override {
    ++calls;
    return next_();
  }
  int calls = 0;

 private:
  std::function<std::optional<Column>()> next_;
  Field schema_{.format = format::kStruct};
};

/// The code and the message of what `next` throws.
template <class Error>
std::pair<int, std::string> failure_of(const Error& error) {
  auto source = std::make_unique<FunctionSource>([&]() -> std::optional<Column> { throw error; });
  const FunctionSource& watched = *source;
  unit::Stream stream(exported(std::move(source)));
  unit::Array array;
  const int code = stream->get_next(&*stream, &*array);
  const std::string text = stream->get_last_error(&*stream);
  EXPECT_EQ(stream->get_next(&*stream, &*array), code);
  EXPECT_EQ(stream->get_last_error(&*stream), text);
  EXPECT_EQ(watched.calls, 1) << "a source that failed is not asked again";
  EXPECT_TRUE(array.is_released());
  EXPECT_EQ(unit::text_of(*unit::schema_of(stream)), ": +s");
  EXPECT_EQ(stream->get_last_error(&*stream), nullptr) << "the last call succeeded";
  EXPECT_EQ(stream->get_next(&*stream, &*array), code);
  EXPECT_EQ(stream->get_last_error(&*stream), text);
  return {code, text};
}

TEST(ArrowInterface, ErrorsAreCodesAndMessages) {
  using Failure = std::pair<int, std::string>;
  EXPECT_EQ(failure_of(std::bad_alloc()), Failure(ENOMEM, "out of memory"));
  EXPECT_EQ(failure_of(std::overflow_error("too long")), Failure(EOVERFLOW, "too long"));
  EXPECT_EQ(failure_of(std::logic_error("")), Failure(EIO, ""));
  EXPECT_EQ(failure_of(base::DamagedData("x.snap")).first, EIO);
  EXPECT_NE(failure_of(base::DamagedData("x.snap")).second.find("`x.snap` is damaged"),
            std::string::npos);
  EXPECT_EQ(failure_of(7).first, EIO);
}

TEST(ArrowInterface, NamesHaveNoNul) {
  const Field field{.name = std::string("a\0b", 3),
                    .format = format::kInt64,
                    .metadata = {{"key", std::string("\0", 1)}, {"", "value"}}};
  unit::Schema schema(exported(field));
  EXPECT_STREQ(schema->name, "a\u2400b");
  const auto metadata = unit::metadata_of(*schema);
  EXPECT_EQ(metadata.at("key"), std::string("\0", 1));
  EXPECT_EQ(metadata.at(""), "value");
  EXPECT_EQ(unit::Schema(exported(Field{.format = "n"}))->metadata, nullptr);
}

/// Whatever is moved out of an array stays, and what it shares goes with the last that refers to
/// it.
TEST(ArrowInterface, PartsMayBeMovedOut) {
  const std::vector<std::string> words = {"low", "high"};
  auto dictionary = std::make_shared<const Column>(text_column(words));
  const std::weak_ptr<const void> bytes = dictionary->buffers[2].owner;
  const auto indices = [&] {
    return Column{.length = 2,
                  .buffers = {Buffer(), Buffer::of(std::vector<std::int32_t>{1, 0})},
                  .dictionary = dictionary};
  };
  const Field field = dictionary_field("word", "output");
  unit::Schema schema(exported(field));
  unit::Array first(exported(struct_column({indices(), indices()}, 2)));
  unit::Array second(exported(indices()));
  EXPECT_EQ(first->children[0]->dictionary->buffers[2], second->dictionary->buffers[2]);
  dictionary.reset();
  unit::Array child(std::exchange(*first->children[1], ArrowArray{}));
  first.release();
  unit::Array moved(std::exchange(*child->dictionary, ArrowArray{}));
  child.release();
  EXPECT_EQ(unit::value_of(*schema, *second, 0), "high");
  second.release();
  EXPECT_FALSE(bytes.expired());
  EXPECT_EQ(unit::value_of(*schema->dictionary, *moved, 0), "low");
  moved.release();
  EXPECT_TRUE(bytes.expired());
}

/// Readers may look at the address of a buffer even where an array has no rows.
TEST(ArrowInterface, EmptyBuffersHaveAddresses) {
  unit::Array texts(exported(TextBuilder().column()));
  EXPECT_EQ(texts->length, 0);
  EXPECT_EQ(texts->buffers[0], nullptr) << "no validity";
  EXPECT_NE(texts->buffers[1], nullptr);
  EXPECT_NE(texts->buffers[2], nullptr);
  unit::Array numbers(exported(column_of(contract::OutputType::Int, {})));
  EXPECT_NE(numbers->buffers[1], nullptr);
}

}  // namespace
}  // namespace seedc::report::arrow
