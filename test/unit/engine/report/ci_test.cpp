// Tests of texts for services that run tests.
#include "engine/report/ci.h"

#include <gtest/gtest.h>

namespace seedc::report {
namespace {

const std::vector<CiCase> kCases = {{.name = "R1", .file = "a.req"},
                                    {.name = "R<2>",
                                     .file = "b,1:%.req",
                                     .line = 2,
                                     .column = 3,
                                     .end_line = 2,
                                     .end_column = 7,
                                     .kind = "no_match",
                                     .message = "50% & \"more\"\nthan <that>\x01"},
                                    {.name = "R3",
                                     .file = "a.req",
                                     .line = 4,
                                     .column = 1,
                                     .end_line = 6,
                                     .end_column = 2,
                                     .kind = "unused",
                                     .message = "m",
                                     .is_warning = true}};

TEST(CiTest, GithubEscapesWhatWouldEndACommand) {
  EXPECT_EQ(github(kCases),
            "::error file=b%2C1%3A%25.req,line=2,endLine=2,col=3,endColumn=7,title=R<2>::50%25 & "
            "\"more\"%0Athan <that>\x01\n"
            "::warning file=a.req,line=4,endLine=6,title=R3::m\n");
  EXPECT_EQ(github({{.name = "R1", .file = "a.req"}}), "");
}

TEST(CiTest, JunitHasASuiteForEachFileAndValidXml) {
  const std::string xml = junit("seedc validate", kCases);
  EXPECT_NE(
      xml.find("<testsuites name=\"seedc validate\" tests=\"3\" failures=\"2\" errors=\"0\">"),
      xml.npos);
  EXPECT_NE(xml.find("<testsuite name=\"a.req\" tests=\"2\" failures=\"1\" errors=\"0\">"),
            xml.npos);
  EXPECT_NE(
      xml.find(
          "<testcase name=\"R&lt;2&gt;\" classname=\"b,1:%.req\" file=\"b,1:%.req\" line=\"2\">"),
      xml.npos);
  EXPECT_NE(xml.find("message=\"50% &amp; &quot;more&quot;\uFFFDthan &lt;that&gt;\uFFFD\""),
            xml.npos);
  EXPECT_EQ(xml.find('\x01'), xml.npos);
}

}  // namespace
}  // namespace seedc::report
