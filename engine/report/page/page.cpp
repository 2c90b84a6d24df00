// Writes the page's frame, and the hashes of its script and its style.
#include "engine/report/page/page.h"

#include <fmt/format.h>

#include "runtime/base/sha256.h"

namespace seedc::report {
namespace {

/// `sha256-…`, as a content security policy has it.
std::string hash_of(std::string_view text) {
  base::Sha256 hash;
  hash.add(text);
  const base::Sha256Digest digest = hash.finish();
  return "sha256-" + base64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string policy() {
  return fmt::format(
      "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
      hash_of(kPageScript), hash_of(kPageStyle));
}

void add_data(std::string& out, std::string_view id, std::string_view type, const Embedded& data) {
  out += fmt::format("<script id=\"{}\" type=\"{}\"{}>", id, type,
                     data.is_compressed ? " data-gzip" : "");
  out += data.text;
  out += "</script>\n";
}

}  // namespace

std::string html_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string write_page(const Page& page) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", policy());
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  out += "<meta name=\"referrer\" content=\"no-referrer\">\n";
  out += fmt::format("<meta name=\"generator\" content=\"{}\">\n", html_of(page.made_by));
  out += fmt::format("<title>{}</title>\n<style>", html_of(page.title));
  out += kPageStyle;
  out += "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n";
  out += fmt::format("<header id=\"head\"><h1><bdi>{}</bdi></h1></header>\n", html_of(page.title));
  out += "<main id=\"main\" tabindex=\"-1\">\n" + page.tables + "</main>\n";
  out += fmt::format("<footer>Made by <bdi>{}</bdi>. This page needs no network.</footer>\n",
                     html_of(page.made_by));
  add_data(out, "core", "application/json", page.core);
  add_data(out, "details", "text/plain", page.details);
  add_data(out, "left-out", "application/json", {false, for_script(page.left_out)});
  out += "<script>";
  out += kPageScript;
  return out + "</script>\n</body>\n</html>\n";
}

std::uint64_t page_frame_bytes() {
  constexpr std::uint64_t kMarkup = 4'096;
  return kPageStyle.size() + kPageScript.size() + kMarkup;
}

}  // namespace seedc::report
