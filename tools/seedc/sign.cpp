// The `sign` and `verify` commands: manifests with a signature.
#include <fmt/format.h>

#include "tools/manifest/envelope.h"
#include "tools/manifest/statement.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct SignOptions {
  std::string file, key;
  std::string output = "-";
  bool ssh = false;
};

int sign_command(const SignOptions& options) {
  const std::string text = read_text(options.file);
  static_cast<void>(manifest::read_statement(options.file, text));
  const auto key = manifest::PrivateKey::read(options.key, read_text(options.key));
  const std::string envelope = manifest::envelope_of(text, key);
  if (options.ssh) write_file(options.file + ".sig", manifest::ssh_signature_of(text, key));
  write_file(options.output, envelope);
  return kDone;
}

int verify_command(const SignOptions& options) {
  const manifest::Envelope envelope =
      manifest::read_envelope(options.file, read_text(options.file, ErrorKind::Data));
  const auto key = manifest::PublicKey::read(options.key, read_text(options.key, ErrorKind::Data));
  if (!envelope.is_signed_by(key)) {
    return print_result(fmt::format("not signed by {}\n", key.fingerprint()), kNo);
  }
  const manifest::Statement statement = manifest::read_statement(options.file, envelope.payload);
  if (!options.output.empty()) write_file(options.output, envelope.payload);
  if (options.output == "-") return kDone;
  return print_result(fmt::format("signed by {}: `{}` of {}, exit status {}\n", key.fingerprint(),
                                  statement.command, statement.begun, statement.exit_status));
}

}  // namespace

Command add_sign(CLI::App& app) {
  const auto settings = std::make_shared<SignOptions>();
  SignOptions& options = *settings;
  CLI::App* command = app.add_subcommand("sign", "sign a manifest with an Ed25519 key");
  command->add_option("MANIFEST", options.file, "what `--manifest` wrote")
      ->required()
      ->type_name("");
  command
      ->add_option("--key", options.key,
                   "the private key: PKCS#8 in PEM, or OpenSSH's form; without a passphrase")
      ->required()
      ->type_name("FILE");
  command->add_flag("--ssh", options.ssh,
                    "also write MANIFEST.sig, which `ssh-keygen -Y verify -n file` takes");
  add_output_option(*command, options.output);
  command->footer(
      "The result is an envelope of DSSE, with the manifest in it as it is.\n"
      "Example: seedc sign run.json --key key.pem -o run.signed.json");
  return {command, [settings] { return sign_command(*settings); }};
}

Command add_verify(CLI::App& app) {
  const auto settings = std::make_shared<SignOptions>();
  SignOptions& options = *settings;
  options.output = "";
  CLI::App* command = app.add_subcommand("verify", "check the signature of a manifest");
  command->add_option("ENVELOPE", options.file, "what `sign` wrote")->required()->type_name("");
  command
      ->add_option("--key", options.key,
                   "the public key: in PEM, or OpenSSH's line; or the private one")
      ->required()
      ->type_name("FILE");
  command->add_option("-o,--output", options.output, "the file to write the manifest to")
      ->type_name("FILE");
  command->footer(
      "Exit status 1 if no signature is of this key.\n"
      "Example: seedc verify run.signed.json --key key.pub -o run.json");
  return {command, [settings] { return verify_command(*settings); }};
}

}  // namespace seedc::tool
