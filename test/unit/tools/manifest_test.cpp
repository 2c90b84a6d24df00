// The parts of records: statements as they are written and read, and signatures by the vectors of
// their standards.
#include <gtest/gtest.h>

#include <string>

#include "include/seedc/seedc.hpp"
#include "runtime/base/sha256.h"
#include "tools/manifest/base64.h"
#include "tools/manifest/envelope.h"
#include "tools/manifest/key.h"
#include "tools/manifest/ssh_wire.h"
#include "tools/manifest/statement.h"

namespace seedc::manifest {
namespace {

TEST(Sha256Test, IsThatOfTheStandardInPiecesToo) {
  EXPECT_EQ(base::sha256_hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  base::Sha256 hash;
  hash.add("a");
  hash.add("bc");
  EXPECT_EQ(base::hex_of(hash.finish()), base::sha256_hex("abc"));
  EXPECT_EQ(base::hex_of(hash.finish()), base::sha256_hex(""));
}

TEST(Base64Test, TakesBothAlphabetsAndRejectsWhatIsNone) {
  for (const std::string text : {"", "f", "fo", "foo", "foob", "\xff\xfe\xfd"})
    EXPECT_EQ(bytes_of_base64(base64_of(text)), text);
  EXPECT_EQ(base64_of("foob"), "Zm9vYg==");
  EXPECT_EQ(bytes_of_base64("__79"), "\xff\xfe\xfd");
  EXPECT_EQ(bytes_of_base64("Zm9v\nYg"), "foob");
  EXPECT_EQ(bytes_of_base64("Z"), std::nullopt);
  EXPECT_EQ(bytes_of_base64("Zm9v*g=="), std::nullopt);
}

TEST(SshWireTest, WhatIsCutShortIsEmptyFromThereOn) {
  const std::string text = ssh_string("one") + ssh_string("two");
  SshReader whole(text);
  EXPECT_EQ(whole.string(), "one");
  EXPECT_EQ(whole.string(), "two");
  EXPECT_TRUE(whole.is_whole());
  SshReader cut(std::string_view(text).substr(0, text.size() - 1));
  EXPECT_EQ(cut.string(), "one");
  EXPECT_EQ(cut.string(), "");
  EXPECT_EQ(cut.number(), 0U);
  EXPECT_FALSE(cut.is_whole());
}

/// The second key of RFC 8032, section 7.1.
KeyBytes seed() {
  return {0x4c, 0xcd, 0x08, 0x9b, 0x28, 0xff, 0x96, 0xda, 0x9d, 0xb6, 0xc3,
          0x46, 0xec, 0x11, 0x4e, 0x0f, 0x5b, 0x8a, 0x31, 0x9f, 0x35, 0xab,
          0xa6, 0x24, 0xda, 0x8c, 0xf6, 0xed, 0x4f, 0xb8, 0xa6, 0xfb};
}

TEST(KeyTest, SignsAsTheStandardDoes) {
  const PrivateKey key(seed());
  const std::string signature = key.sign("\x72");
  EXPECT_EQ(base64_of(signature.substr(0, 9)), "kqAJqfDUyrhy");
  EXPECT_TRUE(key.public_key().has_signed("\x72", signature));
  EXPECT_FALSE(key.public_key().has_signed("\x73", signature));
  EXPECT_FALSE(key.public_key().has_signed("\x72", signature.substr(1)));
  EXPECT_FALSE(key.public_key().has_signed("\x72", ""));
}

TEST(EnvelopeTest, SignsLengthsTypeAndPayload) {
  EXPECT_EQ(signed_bytes("http://example.com/HelloWorld", "hello world"),
            "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
  const PrivateKey key(seed());
  const Envelope envelope = read_envelope("e", envelope_of("{\"a\":\xc3\xa4}", key));
  EXPECT_EQ(envelope.payload, "{\"a\":\xc3\xa4}");
  EXPECT_EQ(envelope.signatures.at(0).key_id, key.public_key().fingerprint());
  EXPECT_TRUE(envelope.is_signed_by(key.public_key()));
  KeyBytes other = seed();
  other[0] ^= 1;
  EXPECT_FALSE(envelope.is_signed_by(PrivateKey(other).public_key()));
}

TEST(StatementTest, IsReadAsItWasWritten) {
  Statement statement;
  statement.outputs = {{.role = {}, .name = "out.jsonl", .bytes = 3, .digest = "ab"}};
  statement.command = "extract";
  statement.options = {{"--data", {"cafes"}}, {"--strict", {}}};
  statement.default_parameters = {"K=3"};
  statement.inputs = {
      {.role = "data", .name = "a\xff", .bytes = 1, .algorithm = "seedc-snapshot", .digest = "cd"}};
  statement.limits = {{"tokens", UINT64_MAX}};
  statement.versions = {{"libc", "glibc 2.36"}};
  statement.model = AskedModel{.name = "m",
                               .host = "h:1",
                               .prompts = {{"p", "ef"}},
                               .requests = 3,
                               .stored = 1,
                               .calls = 2,
                               .usd = 0.5};
  statement.ledger = {"data: 1 item"};
  statement.columns = 80;
  statement.is_coloured = true;
  statement.exit_status = 5;
  statement.caller = {{"user", "ann"}};
  statement.begun = "2026-01-01T00:00:00Z";
  statement.seconds = 1.5;
  const std::string json = to_json(statement);
  const Statement read = read_statement("s", json);
  EXPECT_EQ(read.outputs, statement.outputs);
  EXPECT_EQ(read.inputs.at(0).name, "a\xef\xbf\xbd");  // what is no UTF-8 is replaced
  EXPECT_EQ(to_json(read), json);
}

TEST(StatementTest, EveryMemberThatIsMissingIsAnError) {
  const std::string json = to_json(Statement{.outputs = {}, .command = "run"});
  for (const char* member :
       {"command", "options", "default_parameters", "inputs", "limits", "versions", "ledger",
        "view", "exit_status", "times", "columns", "color", "begun", "seconds"}) {
    std::string less = json;
    const std::string key = '"' + std::string(member) + "\":";
    less.replace(less.find(key), key.size(), "\"x\":");
    EXPECT_THROW(read_statement("s", less), Error) << member;
  }
}

}  // namespace
}  // namespace seedc::manifest
