// ELF objects of x86-64 as LLVM makes them from kernels: code and constants, no data that is
// written, no exceptions, references relative to the code alone.
#include "compiler/native/jit/object_linker.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/native/codegen/kernel_names.h"
#include "compiler/native/codegen/score_helpers.h"

namespace seedc {
namespace {

/// Pages that are written first and run later.
class CodeMemory {
 public:
  explicit CodeMemory(std::size_t size)
      : size_(size),
        begin_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;
  ~CodeMemory() {
    if (is_mapped()) munmap(begin_, size_);
  }

  bool is_mapped() const { return begin_ != MAP_FAILED; }
  char* begin() const { return static_cast<char*>(begin_); }
  std::size_t size() const { return size_; }
  bool make_executable() { return mprotect(begin_, size_, PROT_READ | PROT_EXEC) == 0; }

 private:
  std::size_t size_;
  void* begin_;
};

struct LinkedKernels final : LoadedKernels {
  std::unique_ptr<CodeMemory> memory;
};

/// Reads parts of an object that may be anything.
class ObjectReader {
 public:
  explicit ObjectReader(std::string_view bytes) : bytes_(bytes) {}

  /// The value at an offset; nothing beyond the end.
  template <class T>
  std::optional<T> at(std::uint64_t offset) const {
    T value;
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof value) return std::nullopt;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::optional<std::string_view> part(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || bytes_.size() - offset < size) return std::nullopt;
    return bytes_.substr(offset, size);
  }

  /// The entries of a section that is a table; nothing if it is not one of T.
  template <class T>
  std::optional<std::vector<T>> table(const Elf64_Shdr& section) const {
    const auto bytes = part(section.sh_offset, section.sh_size);
    if (!bytes || section.sh_entsize != sizeof(T)) return std::nullopt;
    std::vector<T> entries(bytes->size() / sizeof(T));
    if (!entries.empty()) std::memcpy(entries.data(), bytes->data(), entries.size() * sizeof(T));
    return entries;
  }

 private:
  std::string_view bytes_;
};

/// A jump to a function anywhere: `jmp [rip + 0]` and the address.
constexpr std::size_t kTrampolineSize = 16;
std::array<char, kTrampolineSize> trampoline_to(const void* function) {
  std::array<char, kTrampolineSize> trampoline = {'\xFF', '\x25'};
  const auto address = reinterpret_cast<std::uint64_t>(function);
  std::memcpy(trampoline.data() + 6, &address, sizeof address);
  return trampoline;
}

const std::map<std::string, void*, std::less<>>& helper_addresses() {
  static const auto addresses = [] {
    std::map<std::string, void*, std::less<>> by_name;
    for (const codegen::Helper& helper : codegen::helpers())
      by_name.emplace(helper.name, helper.address);
    return by_name;
  }();
  return addresses;
}

/// One object on its way into memory. Each step says whether it succeeded.
class Linker {
 public:
  explicit Linker(std::string_view object) : reader_(object) {}

  std::unique_ptr<LoadedKernels> run(std::size_t program_count, std::size_t score_count) {
    if (!read_header() || !read_symbols() || !lay_out() || !copy() || !relocate()) return nullptr;
    if (!memory_->make_executable()) return nullptr;
    return kernels(program_count, score_count);
  }

 private:
  bool read_header() {
    const auto header = reader_.at<Elf64_Ehdr>(0);
    const bool is_ours = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                         header->e_ident[EI_CLASS] == ELFCLASS64 &&
                         header->e_ident[EI_DATA] == ELFDATA2LSB && header->e_type == ET_REL &&
                         header->e_machine == EM_X86_64 &&
                         header->e_shentsize == sizeof(Elf64_Shdr);
    if (!is_ours) return false;
    for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
      const auto section = reader_.at<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr));
      if (!section) return false;
      sections_.push_back(*section);
    }
    return true;
  }

  bool read_symbols() {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_SYMTAB) continue;
      const auto symbols = reader_.table<Elf64_Sym>(section);
      if (!symbols || section.sh_link >= sections_.size()) return false;
      const Elf64_Shdr& names = sections_[section.sh_link];
      const auto text = reader_.part(names.sh_offset, names.sh_size);
      if (!text) return false;
      symbols_ = *symbols;
      names_ = *text;
    }
    return !symbols_.empty();
  }

  /// Sections one after the other, then a trampoline for each helper that is called.
  bool lay_out() {
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;  // so that all is in reach
    std::uint64_t size = 0;
    offsets_.resize(sections_.size());
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Elf64_Shdr& section = sections_[i];
      if ((section.sh_flags & SHF_ALLOC) == 0) continue;
      const std::uint64_t align = std::max<std::uint64_t>(section.sh_addralign, 1);
      const bool is_plain = section.sh_type == SHT_PROGBITS &&
                            (section.sh_flags & SHF_WRITE) == 0 && (align & (align - 1)) == 0 &&
                            align <= 4096;
      if (!is_plain || section.sh_size > kMostBytes || size > kMostBytes) return false;
      size = (size + align - 1) & ~(align - 1);
      offsets_[i] = size;
      size += section.sh_size;
    }
    size = (size + kTrampolineSize - 1) & ~(kTrampolineSize - 1);
    for (std::size_t i = 1; i < symbols_.size(); ++i) {
      if (symbols_[i].st_shndx != SHN_UNDEF) continue;
      trampolines_.emplace(i, size);
      size += kTrampolineSize;
    }
    if (size == 0) return false;
    memory_ = std::make_unique<CodeMemory>(size);
    return memory_->is_mapped();
  }

  bool copy() {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (!offsets_[i]) continue;
      const auto bytes = reader_.part(sections_[i].sh_offset, sections_[i].sh_size);
      if (!bytes) return false;
      std::memcpy(memory_->begin() + *offsets_[i], bytes->data(), bytes->size());
    }
    for (const auto& [symbol, offset] : trampolines_) {
      const auto helper = helper_addresses().find(name_of(symbols_[symbol]));
      if (helper == helper_addresses().end()) return false;
      const auto trampoline = trampoline_to(helper->second);
      std::memcpy(memory_->begin() + offset, trampoline.data(), trampoline.size());
    }
    return true;
  }

  bool relocate() {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type == SHT_REL) return false;
      if (section.sh_type != SHT_RELA) continue;
      const bool is_of_code = section.sh_info < sections_.size() && offsets_[section.sh_info];
      if (!is_of_code) continue;
      const auto relocations = reader_.table<Elf64_Rela>(section);
      if (!relocations) return false;
      for (const Elf64_Rela& each : *relocations) {
        if (!apply(each, section.sh_info)) return false;
      }
    }
    return true;
  }

  /// Writes the distance from the place to the symbol.
  bool apply(const Elf64_Rela& relocation, std::size_t section) {
    const auto type = ELF64_R_TYPE(relocation.r_info);
    if (type != R_X86_64_PC32 && type != R_X86_64_PLT32) return false;
    const std::uint64_t size = sections_[section].sh_size;
    if (relocation.r_offset > size || size - relocation.r_offset < sizeof(std::int32_t))
      return false;
    const auto target = offset_of(ELF64_R_SYM(relocation.r_info));
    if (!target) return false;
    const std::uint64_t place = *offsets_[section] + relocation.r_offset;
    // Without a sign, as an addend may be anything.
    const auto distance = static_cast<std::int64_t>(
        *target + static_cast<std::uint64_t>(relocation.r_addend) - place);
    const auto narrow = static_cast<std::int32_t>(distance);
    if (narrow != distance) return false;
    std::memcpy(memory_->begin() + place, &narrow, sizeof narrow);
    return true;
  }

  /// Where a symbol is in memory.
  std::optional<std::uint64_t> offset_of(std::size_t symbol) const {
    if (const auto trampoline = trampolines_.find(symbol); trampoline != trampolines_.end())
      return trampoline->second;
    if (symbol >= symbols_.size()) return std::nullopt;
    const Elf64_Sym& found = symbols_[symbol];
    if (found.st_shndx >= sections_.size() || !offsets_[found.st_shndx]) return std::nullopt;
    if (found.st_value > sections_[found.st_shndx].sh_size) return std::nullopt;
    return *offsets_[found.st_shndx] + found.st_value;
  }

  std::string_view name_of(const Elf64_Sym& symbol) const {
    const std::string_view name =
        names_.substr(std::min<std::size_t>(symbol.st_name, names_.size()));
    return name.substr(0, name.find('\0'));
  }

  std::unique_ptr<LoadedKernels> kernels(std::size_t program_count, std::size_t score_count) {
    std::map<std::string_view, char*> functions;
    for (std::size_t i = 1; i < symbols_.size(); ++i) {
      const auto offset = trampolines_.contains(i) ? std::nullopt : offset_of(i);
      if (offset && ELF64_ST_TYPE(symbols_[i].st_info) == STT_FUNC)
        functions.emplace(name_of(symbols_[i]), memory_->begin() + *offset);
    }
    bool is_whole = true;
    const auto take = [&]<class Kernel>(const std::string& name, Kernel& into) {
      const auto found = functions.find(name);
      if (found == functions.end()) return void(is_whole = false);
      into = reinterpret_cast<Kernel>(found->second);
    };
    auto linked = std::make_unique<LinkedKernels>();
    take(codegen::kLookupName, linked->lookup);
    linked->programs.resize(program_count);
    for (std::size_t i = 0; i < program_count; ++i)
      take(codegen::program_name(i), linked->programs[i]);
    linked->scores.resize(score_count);
    for (std::size_t i = 0; i < score_count; ++i) take(codegen::score_name(i), linked->scores[i]);
    linked->memory = std::move(memory_);
    return is_whole ? std::move(linked) : nullptr;
  }

  ObjectReader reader_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::string_view names_;
  std::vector<std::optional<std::uint64_t>>
      offsets_;                                       ///< in memory, of the sections that are there
  std::map<std::size_t, std::uint64_t> trampolines_;  ///< by symbol
  std::unique_ptr<CodeMemory> memory_;
};

}  // namespace

std::unique_ptr<LoadedKernels> link_object(std::string_view object, std::size_t program_count,
                                           std::size_t score_count) {
#if defined(__x86_64__)
  return Linker(object).run(program_count, score_count);
#else
  return nullptr;
#endif
}

}  // namespace seedc
