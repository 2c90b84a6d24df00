// The peer that only parses: simdjson's on-demand interface reads what the sample requests read of
// JSON lines, on as many threads as there are cores, and keeps nothing. What loading takes beyond
// it is its own: ids, dictionaries, searches, errors and their lines.
//
//   seedc-on-demand DATA
//
// Prints a JSON object of the answer and its seconds, as duckdb_peer.py does.
#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
namespace ondemand = simdjson::ondemand;

/// What was read, so that nothing of it may be left out.
struct Sums {
  std::uint64_t records = 0, bytes = 0;
  double numbers = 0;

  void add(std::string_view text) { bytes += text.size(); }
  void add(const Sums& other) {
    records += other.records;
    bytes += other.bytes;
    numbers += other.numbers;
  }
};

void read_text(ondemand::value value, Sums& sums) {
  if (value.type() == ondemand::json_type::string) {
    sums.add(std::string_view(value.get_string()));
  } else {
    sums.add(std::string_view(value.raw_json_token()));
  }
}

void read_user(ondemand::object user, Sums& sums) {
  for (auto field : user) {
    const ondemand::raw_json_string key = field.key();
    if (key == "name" || key == "elite") {
      read_text(field.value(), sums);
    } else if (key == "fans" || key == "review_count" || key == "average_stars") {
      sums.numbers += double(field.value());
    }
  }
}

void read_review(ondemand::object review, Sums& sums) {
  for (auto field : review) {
    const ondemand::raw_json_string key = field.key();
    if (key == "review_id" || key == "business_id" || key == "text" || key == "date") {
      read_text(field.value(), sums);
    } else if (key == "stars" || key == "useful") {
      sums.numbers += double(field.value());
    } else if (key == "user") {
      read_user(field.value(), sums);
    }
  }
}

void read_item(ondemand::object item, Sums& sums) {
  for (auto field : item) {
    const ondemand::raw_json_string key = field.key();
    if (key == "business_id") {
      read_text(field.value(), sums);
    } else if (key == "attributes") {
      for (auto attribute : ondemand::object(field.value())) read_text(attribute.value(), sums);
    }
  }
}

/// Parts of a file that begin and end with a line, taken by several threads.
class Parts {
 public:
  explicit Parts(const fs::path& path)
      : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)), size_(fs::file_size(path)) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() { close(file_); }

  /// The next part, in the memory; empty at the end. It is followed by simdjson's padding.
  std::string_view next(std::string& memory) {
    const std::uint64_t begin = next_.fetch_add(kPart);
    if (begin >= size_) return {};
    memory.resize(kPart + kLongestLine + simdjson::SIMDJSON_PADDING);
    // One byte before the part tells whether it begins with a line.
    const std::uint64_t first = begin == 0 ? 0 : begin - 1;
    const ssize_t read =
        pread(file_, memory.data(), kPart + kLongestLine, static_cast<off_t>(first));
    const std::string_view bytes(memory.data(), read < 0 ? 0 : static_cast<std::size_t>(read));
    const std::size_t from = begin == 0 ? 0 : bytes.find('\n') + 1;
    const std::size_t last = begin + kPart - 1 - first;
    const std::size_t until = last >= bytes.size() ? bytes.size() : bytes.find('\n', last) + 1;
    return bytes.substr(from, until - from);
  }

 private:
  static constexpr std::size_t kPart = std::size_t{256} << 10;
  static constexpr std::size_t kLongestLine = std::size_t{64} << 10;
  int file_;
  std::uint64_t size_;
  std::atomic<std::uint64_t> next_ = 0;
};

template <class ReadRecord>
Sums read_file(const fs::path& path, const ReadRecord& read_record) {
  Parts parts(path);
  std::vector<Sums> sums(std::max(1U, std::thread::hardware_concurrency()));
  {
    std::vector<std::jthread> threads;
    for (Sums& of_thread : sums) {
      threads.emplace_back([&] {
        ondemand::parser parser;
        std::string memory;
        Sums read;
        for (std::string_view part = parts.next(memory); !part.empty(); part = parts.next(memory)) {
          ondemand::document_stream lines =
              parser.iterate_many(part.data(), part.size(), part.size());
          for (auto line : lines) {
            read_record(line.get_object().value(), read);
            ++read.records;
          }
        }
        of_thread = read;
      });
    }
  }
  Sums all;
  for (const Sums& one : sums) all.add(one);
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: seedc-on-demand DATA\n";
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const fs::path folder = arguments[1];
  const Sums items = read_file(folder / "restaurants.jsonl", read_item);
  const Sums reviews = read_file(folder / "reviews.jsonl", read_review);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::cout << "{\"answer\":{\"items\":" << items.records << ",\"reviews\":" << reviews.records
            << ",\"bytes\":" << items.bytes + reviews.bytes
            << ",\"numbers\":" << items.numbers + reviews.numbers
            << "},\"seconds\":{\"first\":" << seconds << "}}\n";
}
