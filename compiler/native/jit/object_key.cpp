// Keys of objects.
#include "compiler/native/jit/object_key.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <array>
#include <type_traits>

namespace seedc {
namespace {

/// Bytes with the length of everything whose length varies, so that no two keys run together.
class KeyWriter {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    const auto wide = static_cast<std::uint64_t>(value);
    const bool is_small = wide < 0xFF;  // most are
    if (is_small) {
      bytes_.push_back(static_cast<char>(wide));
    } else {
      bytes_.push_back('\xFF');
      bytes_.append(reinterpret_cast<const char*>(&wide), sizeof wide);
    }
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_.append(text);
  }
  void numbers(const std::vector<std::uint32_t>& values) {
    number(values.size());
    for (const std::uint32_t value : values) number(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// What instructions the processor has, and which of its registers the system keeps.
std::string describe_processor() {
  KeyWriter key;
#if defined(__x86_64__)
  constexpr std::array<std::array<unsigned, 2>, 4> kLeaves = {
      {{1, 0}, {7, 0}, {7, 1}, {0x80000001, 0}}};
  constexpr unsigned kSystemKeepsRegisters = 1U << 27;
  for (const auto [leaf, part] : kLeaves) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid_count(leaf, part, &a, &b, &c, &d) == 0) continue;
    if (leaf == 1) b = 0;  // the number of the core that asks
    for (const unsigned each : {a, b, c, d}) key.number(each);
    if (leaf != 1 || (c & kSystemKeepsRegisters) == 0) continue;
    unsigned low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    key.number(low);
  }
#endif
  return key.take();
}

void write(KeyWriter& key, const PlaneProgram& program) {
  key.number(program.code.size());
  for (const PlaneProgram::Inst& inst : program.code) {
    key.number(inst.op);
    key.number(inst.a);
    key.number(inst.b);
  }
  key.numbers(program.outputs);
  key.number(program.input_count);
}

void write(KeyWriter& key, const ScoreProgram& program) {
  key.number(program.code.size());
  for (const ScoreInst& inst : program.code) {
    key.number(inst.op);
    key.number(inst.kind);
    key.number(inst.is_nullable);
    key.number(inst.is_per_row);
    for (const std::uint32_t operand : {inst.a, inst.b, inst.c, inst.ledger}) key.number(operand);
  }
  key.number(program.phases.size());
  for (const ScorePhase& phase : program.phases) {
    key.number(phase.row_end);
    key.number(phase.item_end);
  }
  key.numbers(program.outputs);
}

}  // namespace

std::string object_key(const KernelSource& source, std::string_view compiler) {
  KeyWriter key;
  key.text(compiler);
  static const std::string processor = describe_processor();  // asking is slow in virtual machines
  key.text(processor);
  key.number(source.lookup_count);
  key.number(source.programs.size());
  for (const PlaneProgram& program : source.programs) write(key, program);
  key.number(source.scores.size());
  for (const ScoreProgram* program : source.scores) write(key, *program);
  return key.take();
}

}  // namespace seedc
