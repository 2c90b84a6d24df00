// Streams through the C ABI: results leave item by item, limits hold while they are pulled, and
// whatever fails in the middle is an error value after which the next call is right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "include/seedc/parts.h"
#include "include/seedc/seedc.h"
#include "test/support/arrow_arrays.h"

namespace seedc::library {
namespace {

using namespace support;

std::string text_of(seedc_str text) { return {text.data, text.size}; }

/// `KIND: message`, and releases it; empty if there is no error.
std::string kind_and_message(seedc_error* error) {
  if (error == nullptr) return "";
  std::string message =
      fmt::format("{}: {}", seedc_error_kind(error), text_of(seedc_error_message(error)));
  seedc_error_release(error);
  return message;
}

/// A text that is read in parts, and may fail or cancel after some.
struct Source {
  std::string text;
  std::size_t at = 0, part = 10;
  std::int64_t fails_at_end = 0;
  seedc_cancel* cancels = nullptr;

  static std::int64_t read(void* context, char* buffer, std::size_t size) {
    auto& source = *static_cast<Source*>(context);
    if (source.cancels != nullptr && source.at > source.text.size() / 2)
      seedc_cancel_request(source.cancels);
    const std::size_t count = std::min({source.part, size, source.text.size() - source.at});
    if (count == 0) return source.fails_at_end;
    source.text.copy(buffer, count, source.at);
    source.at += count;
    return static_cast<std::int64_t>(count);
  }
  seedc_stream_input input() {
    seedc_stream_input input = SEEDC_STRUCT(seedc_stream_input);
    input.kind = SEEDC_STREAM_READ;
    input.read = &read;
    input.context = this;
    return input;
  }
};

/// What was written, and how often; refuses from some time on.
struct Written {
  std::string lines;
  int count = 0, refuses_at = 1000;

  static std::int32_t write(void* context, seedc_str lines) {
    auto& written = *static_cast<Written*>(context);
    written.lines += text_of(lines);
    return ++written.count >= written.refuses_at ? 1 : 0;
  }
  seedc_sink sink(bool by_item = true) {
    seedc_sink sink = SEEDC_STRUCT(seedc_sink);
    sink.write = &write;
    sink.context = this;
    sink.by_item = by_item ? 1 : 0;
    return sink;
  }
};

std::string bundle_of(int items) {
  std::string lines;
  for (int i = 0; i < items; ++i) {
    lines += fmt::format(
        R"({{"business": {{"business_id": "b{}", "stars": {}}}, "reviews": [{{"review_id": "r{}", "text": "cozy"}}]}})"
        "\n",
        i, i % 5, i);
  }
  return lines;
}

seedc_stream_input input_of(const seedc_tables& tables) {
  seedc_stream_input input = SEEDC_STRUCT(seedc_stream_input);
  input.kind = SEEDC_STREAM_TABLES;
  input.tables = &tables;
  return input;
}

class StreamTest : public testing::Test {
 protected:
  StreamTest() {
    EXPECT_EQ(kind_and_message(seedc_session_new(nullptr, &session_)), "");
    prepared_ = prepared(
        "test.req", "R1: item_meta(stars, gte: 3)\nR2: item_meta(stars, is: 1) \nR3: oh(no)\n");
    formula_ =
        prepared("n.json",
                 R"({"filter": {"keywords": ["cozy"]}, "compute": [{"name": "N", "op": "count"}],
                            "output": ["N"]})");
  }
  ~StreamTest() override {
    seedc_prepared_release(prepared_);
    seedc_prepared_release(formula_);
    seedc_session_release(session_);
    EXPECT_EQ(live_arrow_count(), 0) << "something is not released";
  }

  seedc_prepared* prepared(const char* name, const char* text) {
    const seedc_input input{seedc_str_of(name), seedc_str_of(text)};
    seedc_program* program = nullptr;
    EXPECT_EQ(kind_and_message(seedc_compile(session_, nullptr, &input, 1, nullptr, &program)), "");
    seedc_prepared* made = nullptr;
    EXPECT_EQ(kind_and_message(seedc_prepare(program, nullptr, nullptr, &made)), "");
    seedc_program_release(program);
    return made;
  }

  std::string run(const seedc_stream_input& input, Written& written, bool by_item = true,
                  const seedc_call* call = nullptr) {
    const seedc_sink sink = written.sink(by_item);
    return kind_and_message(
        seedc_run_stream(prepared_, call, &input, nullptr, &sink, nullptr, nullptr));
  }
  std::string pull(const seedc_stream_input& input, ArrowArrayStream& out,
                   std::int32_t what = SEEDC_PULL_REQUESTS, const seedc_call* call = nullptr) {
    return kind_and_message(seedc_pull_stream(what == SEEDC_PULL_FORMULA ? formula_ : prepared_,
                                              call, &input, nullptr, what, 0, &out));
  }

  /// `ID VALUE...` of each row, until the end or an error, which is given last.
  static std::string rows_of(ArrowArrayStream& stream) {
    std::string all;
    while (true) {
      ArrowArray batch{};
      const int status = stream.get_next(&stream, &batch);
      if (status != 0) return all + fmt::format("[{}] {}", status, stream.get_last_error(&stream));
      if (batch.release == nullptr) return all;
      const auto* offsets = static_cast<const std::int32_t*>(batch.children[0]->buffers[1]);
      const auto* ids = static_cast<const char*>(batch.children[0]->buffers[2]);
      for (std::int64_t row = 0; row < batch.length; ++row) {
        all.append(ids + offsets[row], ids + offsets[row + 1]);
        for (std::int64_t column = 1; column < batch.n_children; ++column)
          all += fmt::format(
              " {}", static_cast<const std::int8_t*>(batch.children[column]->buffers[1])[row]);
        all += "\n";
      }
      batch.release(&batch);
    }
  }

  seedc_session* session_ = nullptr;
  seedc_prepared *prepared_ = nullptr, *formula_ = nullptr;
};

TEST_F(StreamTest, LinesArePushedAsTheyAreAnswered) {
  Source source{.text = bundle_of(4)};
  Written written;
  EXPECT_EQ(run(source.input(), written), "");
  EXPECT_EQ(written.lines,
            R"({"business_id":"b0","requests":{"R1":-1,"R2":-1}}
{"business_id":"b1","requests":{"R1":-1,"R2":1}}
{"business_id":"b2","requests":{"R1":-1,"R2":-1}}
{"business_id":"b3","requests":{"R1":1,"R2":-1}}
)");
  EXPECT_EQ(written.count, 4) << "a line each";
  Source again{.text = bundle_of(4), .part = 10'000};
  Written matches;
  EXPECT_EQ(run(again.input(), matches, /*by_item=*/false), "");
  EXPECT_EQ(matches.count, 1);
  EXPECT_NE(matches.lines.find(R"({"id":"R1","matches":["b3"],)"), std::string::npos)
      << matches.lines;
}

TEST_F(StreamTest, RequestsArePulledAsColumns) {
  Source source{.text = bundle_of(3)};
  ArrowArrayStream stream{};
  ASSERT_EQ(pull(source.input(), stream), "");
  EXPECT_EQ(source.at, 0u) << "nothing is read before a batch is asked for";
  ArrowSchema schema{};
  ASSERT_EQ(stream.get_schema(&stream, &schema), 0);
  ASSERT_EQ(schema.n_children, 3);
  EXPECT_STREQ(schema.children[0]->name, "business_id");
  EXPECT_STREQ(schema.children[2]->name, "R2");
  EXPECT_STREQ(schema.children[2]->format, "c");
  EXPECT_NE(std::string_view(schema.metadata, 40).find(R"(["R3"])"), std::string_view::npos);
  schema.release(&schema);
  EXPECT_EQ(rows_of(stream), "b0 -1 -1\nb1 -1 1\nb2 -1 -1\n");
  stream.release(&stream);
}

TEST_F(StreamTest, FormulasArePulledWithTheirSchemaBeforeTheFirstItem) {
  Source source{.text = bundle_of(2)};
  ArrowArrayStream stream{};
  ASSERT_EQ(pull(source.input(), stream, SEEDC_PULL_FORMULA), "");
  ArrowSchema schema{};
  ASSERT_EQ(stream.get_schema(&stream, &schema), 0);
  ASSERT_EQ(schema.n_children, 2);
  EXPECT_STREQ(schema.children[1]->name, "N");
  schema.release(&schema);
  ArrowArray batch{};
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  EXPECT_EQ(batch.length, 1);
  EXPECT_EQ(static_cast<const std::int64_t*>(batch.children[1]->buffers[1])[0], 1);
  stream.release(&stream);  // in the middle
  batch.release(&batch);
}

TEST_F(StreamTest, WhatFailsInTheMiddleIsAnError) {
  Source broken{.text = bundle_of(3), .fails_at_end = -EIO};
  Written written;
  EXPECT_EQ(run(broken.input(), written), "2: cannot read `<stream>`: Input/output error");
  EXPECT_EQ(written.count, 3);
  Source refused{.text = bundle_of(3)};
  Written once{.refuses_at = 2};
  EXPECT_EQ(run(refused.input(), once), "5: the function that takes the results refused");
  EXPECT_EQ(once.count, 2);
  Source empty;
  EXPECT_EQ(run(empty.input(), written), "2: there is no readable item in `<stream>`");
  Source lies{.text = bundle_of(1), .fails_at_end = 1 << 30};
  EXPECT_EQ(run(lies.input(), written),
            "1: the function that reads `<stream>` was asked for 262144 bytes and gave 1073741824");
  Source right{.text = bundle_of(3)};
  Written all;
  EXPECT_EQ(run(right.input(), all), "") << "the next call is right";
  EXPECT_EQ(all.count, 3);
}

TEST_F(StreamTest, LimitsOfTheCallHoldWhileItIsPulled) {
  seedc_call call = SEEDC_STRUCT(seedc_call);
  ASSERT_EQ(kind_and_message(seedc_cancel_new(&call.cancel)), "");
  Source source{.text = bundle_of(10), .cancels = call.cancel};
  ArrowArrayStream stream{};
  ASSERT_EQ(pull(source.input(), stream, SEEDC_PULL_REQUESTS, &call), "");
  const std::string rows = rows_of(stream);
  EXPECT_TRUE(rows.starts_with("b0 -1 -1\n")) << rows;
  EXPECT_NE(rows.find(fmt::format("[{}] ", ECANCELED)), std::string::npos) << rows;
  EXPECT_EQ(rows_of(stream), rows.substr(rows.find('['))) << "and again";
  stream.release(&stream);
  seedc_cancel_release(std::exchange(call.cancel, nullptr));

  call.time_limit = 1e-9;
  Source late{.text = bundle_of(2)};
  ASSERT_EQ(pull(late.input(), stream, SEEDC_PULL_REQUESTS, &call), "");
  EXPECT_TRUE(rows_of(stream).starts_with(fmt::format("[{}] ", ETIMEDOUT)));
  stream.release(&stream);

  call.time_limit = 0;
  call.memory_limit = 1 << 20;
  Source small{.text = bundle_of(200), .part = 1000};
  ASSERT_EQ(pull(small.input(), stream, SEEDC_PULL_REQUESTS, &call), "");
  EXPECT_EQ(rows_of(stream).find('['), std::string::npos);
  stream.release(&stream);
  Source large{.text = bundle_of(20'000), .part = 1 << 22};
  ASSERT_EQ(pull(large.input(), stream, SEEDC_PULL_REQUESTS, &call), "");
  EXPECT_NE(rows_of(stream).find(fmt::format("[{}] out of memory", ENOMEM)), std::string::npos);
  stream.release(&stream);
}

TEST_F(StreamTest, RowsOfArrow) {
  ArrowStream items(
      {rows({texts("business_id", {"a", "b"}), fixed<double>("g", "stars", {4.0, 1.0})}),
       rows({texts("business_id", {"c"}), fixed<double>("g", "stars", {{}})})});
  ArrowStream reviews({rows({texts("review_id", {"r1", "r2"}), texts("business_id", {"a", "c"}),
                             texts("text", {"cozy", "cozy"})})});
  seedc_tables tables = SEEDC_STRUCT(seedc_tables);
  tables.items = &items;
  tables.reviews = &reviews;
  const seedc_stream_input input = input_of(tables);
  ArrowArrayStream stream{};
  ASSERT_EQ(pull(input, stream), "");
  EXPECT_EQ(items.release, nullptr) << "taken over";
  EXPECT_EQ(rows_of(stream), "a 1 -1\nb -1 1\nc 0 0\n");
  stream.release(&stream);
}

TEST_F(StreamTest, TablesWithoutReviewsAreReported) {
  seedc_prepared* const reads = prepared("r.req", "R1: review_text(\"cozy\")");
  for (const bool strict : {false, true}) {
    ArrowStream items({rows({texts("business_id", {"a"})})});
    seedc_tables tables = SEEDC_STRUCT(seedc_tables);
    tables.items = &items;
    seedc_stream_input input = input_of(tables);
    input.strict = strict ? 1 : 0;
    Written written;
    seedc_sink sink = written.sink();
    sink.findings_format = SEEDC_JSON;
    seedc_text* findings = nullptr;
    const std::string error = kind_and_message(
        seedc_run_stream(reads, nullptr, &input, nullptr, &sink, &findings, nullptr));
    EXPECT_EQ(written.lines, "{\"business_id\":\"a\",\"requests\":{\"R1\":0}}\n");
    if (strict) {
      EXPECT_NE(error.find("there are no reviews beside them"), std::string::npos) << error;
    } else {
      EXPECT_EQ(error, "");
      EXPECT_NE(text_of(seedc_text_str(findings)).find("there are no reviews beside them"),
                std::string::npos);
    }
    seedc_text_release(findings);
  }
  seedc_prepared_release(reads);
}

TEST_F(StreamTest, RowsAreReleasedAlsoWhereNothingIsRun) {
  ArrowStream items({rows({texts("business_id", {"a"})})});
  seedc_tables tables = SEEDC_STRUCT(seedc_tables);
  tables.items = &items;
  const seedc_stream_input input = input_of(tables);
  EXPECT_NE(kind_and_message(
                seedc_run_stream(nullptr, nullptr, &input, nullptr, nullptr, nullptr, nullptr)),
            "");
  EXPECT_EQ(items.release, nullptr);
}

/// Rows of two items, a review, and one of an unknown item.
ArrowNode some_rows() {
  return rows(
      {structs("item", {true, false, true, false},
               {texts("business_id", {"a", {}, "b", {}}),
                fixed<double>("g", "stars", {4.0, {}, 1.0, {}})}),
       structs("review", {false, true, false, true},
               {texts("review_id", {{}, "r1", {}, "r2"}), texts("business_id", {{}, "a", {}, "c"}),
                texts("text", {{}, "cozy", {}, "cozy"})})});
}

ArrowNode no_rows() {
  return rows({structs("item", {}, {texts("business_id", {})}),
               structs("review", {}, {texts("review_id", {}), texts("business_id", {})})});
}

TEST_F(StreamTest, PartsOfDataSayWhereAllWent) {
  const auto answers = [&](const ArrowNode& batch, std::int32_t what) {
    ArrowStream stream({batch});
    seedc_part part = SEEDC_STRUCT(seedc_part);
    part.rows = &stream;
    std::string ledger;
    part.context = &ledger;
    part.ledger = [](void* context, seedc_str json) {
      *static_cast<std::string*>(context) += text_of(json);
    };
    ArrowArrayStream out{};
    EXPECT_EQ(kind_and_message(seedc_pull_part(what == SEEDC_PULL_FORMULA ? formula_ : prepared_,
                                               nullptr, &part, nullptr, what, 0, &out)),
              "");
    EXPECT_EQ(stream.release, nullptr) << "taken over";
    EXPECT_EQ(ledger, "");
    std::string all;
    if (what == SEEDC_PULL_REQUESTS) all = rows_of(out);
    for (bool is_done = what == SEEDC_PULL_REQUESTS; !is_done;) {
      ArrowArray pulled{};
      EXPECT_EQ(out.get_next(&out, &pulled), 0);
      is_done = pulled.release == nullptr;
      if (!is_done) pulled.release(&pulled);
    }
    out.release(&out);
    return all + ledger;
  };
  EXPECT_EQ(answers(some_rows(), SEEDC_PULL_REQUESTS),
            "a 1 -1\nb -1 1\n"
            R"({"items":2,"reviews":1,"left_out":{"count":1,"files":[)"
            R"({"file":"items","records":2,"used":2,"left_out":0},)"
            R"({"file":"reviews","records":2,"used":1,"left_out":1}],"examples":[)"
            R"({"file":"reviews","line":4,"reason":"a review of the unknown item `c`"}]},)"
            R"("formulas":[],"findings":{"diagnostics":[],"errors":0,"warnings":0}})");
  const std::string scored = answers(some_rows(), SEEDC_PULL_FORMULA);
  EXPECT_NE(
      scored.find(R"("formulas":[{"formula":"n","ledger":{"reviews":1,"relevant":1,"rows":1)"),
      std::string::npos)
      << scored;
  const std::string none = answers(no_rows(), SEEDC_PULL_REQUESTS);
  EXPECT_TRUE(none.starts_with(R"({"items":0,"reviews":0,)")) << none;
}

TEST_F(StreamTest, SchemasOfPartsAreJoined) {
  const auto part_of = [&](const ArrowNode& batch, bool with_judgements) {
    ArrowStream stream({batch});
    ArrowStream judgements({rows(
        {texts("review_id", {"r1"}), texts("topic", {"tea"}), texts("judgement", {"positive"})})});
    seedc_part given = SEEDC_STRUCT(seedc_part);
    given.rows = &stream;
    if (with_judgements) given.judgements = &judgements;
    seedc_text* text = nullptr;
    EXPECT_EQ(kind_and_message(seedc_part_schema(session_, nullptr, &given, &text)), "");
    std::string part = text_of(seedc_text_str(text));
    seedc_text_release(text);
    return part;
  };
  const std::string parts[] = {part_of(some_rows(), false), part_of(no_rows(), true)};
  const seedc_str strs[] = {{parts[0].data(), parts[0].size()}, {parts[1].data(), parts[1].size()}};
  seedc_schema* schema = nullptr;
  seedc_text* joined = nullptr;
  ASSERT_EQ(kind_and_message(seedc_schema_join(session_, nullptr, strs, 2, &joined, &schema)), "");
  seedc_text* text = nullptr;
  ASSERT_EQ(kind_and_message(seedc_schema_text(schema, SEEDC_JSON, &text)), "");
  const std::string json = text_of(seedc_text_str(text));
  EXPECT_TRUE(json.starts_with(R"({"items":2,"reviews":1,"item_paths":[{"path":["business_id"],)"))
      << json;
  EXPECT_NE(json.find(R"("topics":[{"text":"tea","count":1}])"), std::string::npos) << json;
  EXPECT_EQ(text_of(seedc_text_str(joined)), json) << "nothing is long";
  seedc_text_release(text);
  seedc_text_release(joined);
  seedc_schema_release(schema);
  const seedc_str broken = seedc_str_of("{}");
  EXPECT_TRUE(kind_and_message(seedc_schema_join(session_, nullptr, &broken, 1, nullptr, &schema))
                  .starts_with("2: `part` is not a schema"));
  EXPECT_EQ(schema, nullptr);
}

TEST_F(StreamTest, MistakesOfTheCallerReleaseTheStreams) {
  const auto refused = [&](std::int32_t kind, bool with_items, std::int32_t what) {
    ArrowStream items({rows({texts("business_id", {"a"})})});
    ArrowStream users({rows({texts("user_id", {"u"})})});
    seedc_tables tables = SEEDC_STRUCT(seedc_tables);
    tables.items = with_items ? &items : nullptr;
    tables.users = &users;
    seedc_stream_input input = SEEDC_STRUCT(seedc_stream_input);
    input.kind = kind;
    input.tables = &tables;
    ArrowArrayStream out{};
    const std::string error =
        kind_and_message(seedc_pull_stream(prepared_, nullptr, &input, nullptr, what, 0, &out));
    EXPECT_EQ(users.release, nullptr);
    EXPECT_EQ(out.release, nullptr);
    return error;
  };
  EXPECT_EQ(refused(9, true, 0), "1: there is no kind of stream of that number");
  EXPECT_EQ(refused(SEEDC_STREAM_READ, true, 0), "1: a stream has no function that reads it");
  EXPECT_EQ(refused(SEEDC_STREAM_TABLES, false, 0), "1: there is no stream of items");
  EXPECT_EQ(refused(SEEDC_STREAM_TABLES, true, 7), "1: there is no table of that number");
  EXPECT_EQ(refused(SEEDC_STREAM_TABLES, true, SEEDC_PULL_FORMULA),
            "1: there is no formula of that number");
  EXPECT_EQ(kind_and_message(
                seedc_run_stream(prepared_, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr)),
            "1: there is no kind of stream of that number");
  seedc_run_options options = SEEDC_STRUCT(seedc_run_options);
  options.top = 3;
  Source source{.text = bundle_of(1)};
  const seedc_stream_input input = source.input();
  Written written;
  const seedc_sink sink = written.sink();
  EXPECT_EQ(kind_and_message(
                seedc_run_stream(prepared_, nullptr, &input, &options, &sink, nullptr, nullptr)),
            "1: an order needs all items, and of a stream each is answered as it comes");
}

}  // namespace
}  // namespace seedc::library
