// The page that a report is: one file of HTML with all that it shows, its script and its style,
// that asks nothing of anyone. docs/report.md describes it to its readers.
//
// The page has a table without its script. With it, the views are drawn from the data in it:
//
//   <script id="core" type="application/json">      an object: PageData in page_data.h
//   <script id="details" type="text/plain">         lines: `KIND NUMBER ITEM JSON`, see PageData
//   <script id="left-out" type="application/json">  an object: what is not in the details
//
// where content is gzip in base64 if the element has the attribute `data-gzip`. A content security
// policy allows the script and the style of the page by their hashes, and nothing else: whatever
// texts of data and programs contain, it is never run or fetched.
#pragma once

#include <string>
#include <string_view>

#include "engine/report/page/payload.h"

namespace seedc::report {

struct Page {
  std::string title;
  std::string made_by;  ///< `seedc 1.2.3`
  std::string tables;   ///< HTML, for readers without script
  Embedded core, details;
  std::string left_out;  ///< JSON
};

std::string write_page(const Page& page);
/// The size of a page without core, details and tables, roughly.
std::uint64_t page_frame_bytes();

/// Text as HTML shows it.
std::string html_of(std::string_view text);

/// The texts of page.css and page.js, made by the build.
extern const std::string_view kPageStyle;   // NOLINT(readability-identifier-naming)
extern const std::string_view kPageScript;  // NOLINT(readability-identifier-naming)

}  // namespace seedc::report
