// Composes texts: an opening, sentences on subjects and stories in turn, a closing.
#include "tools/gen/review_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "tools/gen/vocabulary.h"

namespace seedc::gen {
namespace {

using Texts = std::vector<std::string_view>;

constexpr int kStars = 5;
constexpr std::size_t kTones = 3;

constexpr std::string_view kTopics[] = {
#define SUBJECT(name, topic, attribute, praised_if, blamed_if) topic,
#include "tools/gen/subjects.def"
#undef SUBJECT
};

struct Phrasebook {
  std::array<std::array<Texts, kTones>, kSubjectCount> sentences;
  std::array<Texts, kStars> openings;
  std::array<Texts, kStars> closings;
  Texts stories;
  std::array<Texts, kTones> allergies;
};

Phrasebook make_phrasebook() {
  Phrasebook book;
#define SENTENCE(subject, tone, text)                                                              \
  book.sentences[static_cast<std::size_t>(Subject::subject)][static_cast<std::size_t>(Tone::tone)] \
      .push_back(text);
#include "tools/gen/sentences.def"
#undef SENTENCE
#define OPENING(stars, text) book.openings[stars - 1].push_back(text);
#define STORY(text) book.stories.push_back(text);
#define CLOSING(stars, text) book.closings[stars - 1].push_back(text);
#include "tools/gen/stories.def"
#undef OPENING
#undef STORY
#undef CLOSING
#define ALLERGY(tone, severity, account, interaction, text) \
  book.allergies[static_cast<std::size_t>(Tone::tone)].push_back(text);
#include "tools/gen/allergies.def"
#undef ALLERGY
  return book;
}

const Phrasebook& phrasebook() {
  static const Phrasebook book = make_phrasebook();
  return book;
}

// The probability of praise and of blame, in percent; the remaining opinions are mixed.
struct Mood {
  int praise;
  int blame;
};
constexpr Mood kMoods[kStars] = {{8, 80}, {18, 55}, {38, 22}, {75, 7}, {94, 1}};

Tone tone_of_opinion(int stars, Random& random) {
  const Mood& mood = kMoods[stars - 1];
  const int roll = random.between(0, 99);
  if (roll < mood.praise) return Tone::Praise;
  return roll < mood.praise + mood.blame ? Tone::Blame : Tone::Mixed;
}

constexpr int kSubjectPercent = 68;         // of the sentences; the others are stories
constexpr int kSecondSentencePercent = 30;  // on a subject just mentioned
constexpr int kUnlikelyFactPercent = 40;    // that a fact contradicts the mood
constexpr int kParagraphPercent = 12;
constexpr int kClosingPercent = 60;
constexpr int kEmojiPercent = 7;
constexpr int kCurlyQuotesPercent = 9;

template <class T>
T take(std::vector<T>& from, Random& random) {
  std::swap(from[random.below(from.size())], from.back());
  T taken = from.back();
  from.pop_back();
  return taken;
}

class Composer {
 public:
  Composer(const Venue& venue, int stars, Random& random);

  ReviewText compose(std::size_t bytes);

 private:
  void add_subject(std::size_t subject);
  void add(std::string_view pattern);
  void expand(std::string_view pattern);
  void append_slot(std::string_view slot);
  Tone tone_of(Standing standing);
  bool goes_with_stars(Standing standing);
  void curl_quotes();

  const Venue& venue_;
  int stars_;
  Random& random_;
  std::string_view dish_, other_dish_, drink_, person_;
  std::vector<std::size_t> subjects_;  // not mentioned yet
  Texts stories_;                      // not told yet
  ReviewText result_;
};

Composer::Composer(const Venue& venue, int stars, Random& random)
    : venue_(venue), stars_(stars), random_(random), stories_(phrasebook().stories) {
  const Words dishes = venue.kind->dishes;
  const std::size_t dish = random.below(dishes.size());
  dish_ = dishes[dish];
  other_dish_ = dishes[(dish + 1) % dishes.size()];
  drink_ = random.pick(venue.kind->drinks);
  person_ = random.pick(kCompanions);
  for (std::size_t subject = 0; subject < kSubjectCount; ++subject) {
    if (goes_with_stars(venue.standings[subject])) subjects_.push_back(subject);
  }
}

bool Composer::goes_with_stars(Standing standing) {
  switch (standing) {
    case Standing::Unmentioned:
      return false;
    case Standing::Opinion:
      return true;
    case Standing::Praised:
      return stars_ > 2 || random_.chance(kUnlikelyFactPercent);
    case Standing::Blamed:
      return stars_ < 4 || random_.chance(kUnlikelyFactPercent);
  }
  return false;
}

Tone Composer::tone_of(Standing standing) {
  if (standing == Standing::Praised) return Tone::Praise;
  if (standing == Standing::Blamed) return Tone::Blame;
  return tone_of_opinion(stars_, random_);
}

ReviewText Composer::compose(std::size_t bytes) {
  const Phrasebook& book = phrasebook();
  add(random_.pick<std::string_view>(book.openings[stars_ - 1]));
  while (result_.text.size() < bytes && !(subjects_.empty() && stories_.empty())) {
    const bool on_subject = random_.chance(kSubjectPercent);
    if (stories_.empty() || (on_subject && !subjects_.empty())) {
      add_subject(take(subjects_, random_));
    } else {
      add(take(stories_, random_));
    }
  }
  if (random_.chance(kClosingPercent))
    add(random_.pick<std::string_view>(book.closings[stars_ - 1]));
  if (random_.chance(kEmojiPercent)) add(random_.pick(kEmoji));
  if (random_.chance(kCurlyQuotesPercent)) curl_quotes();
  return std::move(result_);
}

void Composer::add_subject(std::size_t subject) {
  const Tone tone = tone_of(venue_.standings[subject]);
  Texts sentences = phrasebook().sentences[subject][static_cast<std::size_t>(tone)];
  add(take(sentences, random_));
  if (!sentences.empty() && random_.chance(kSecondSentencePercent)) add(take(sentences, random_));

  const std::string_view topic = kTopics[subject];
  const std::string_view named = topic == "{dish}" ? dish_ : topic == "{drink}" ? drink_ : topic;
  result_.mentions.push_back({std::string(named), tone});
}

void Composer::add(std::string_view pattern) {
  std::string& text = result_.text;
  if (!text.empty()) text += random_.chance(kParagraphPercent) ? "\n\n" : " ";
  const std::size_t start = text.size();
  expand(pattern);
  char& first = text[start];
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
}

void Composer::expand(std::string_view pattern) {
  std::string& text = result_.text;
  while (true) {
    const std::size_t open = pattern.find('{');
    text += pattern.substr(0, open);
    if (open == std::string_view::npos) return;
    const std::size_t close = pattern.find('}', open);
    append_slot(pattern.substr(open + 1, close - open - 1));
    pattern.remove_prefix(close + 1);
  }
}

void Composer::append_slot(std::string_view slot) {
  std::string& text = result_.text;
  if (slot == "dish") {
    text += dish_;
  } else if (slot == "other_dish") {
    text += other_dish_;
  } else if (slot == "drink") {
    text += drink_;
  } else if (slot == "person") {
    text += person_;
  } else if (slot == "venue") {
    text += venue_.name;
  } else if (slot == "city") {
    text += venue_.city->name;
  } else if (slot == "day") {
    text += random_.pick(kWeekdays);
  } else {  // count
    text += fmt::format_int(random_.between(2, 9)).str();
  }
}

void Composer::curl_quotes() {
  std::string& text = result_.text;
  for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at)) {
    text.replace(at, 1, "’");
  }
}

}  // namespace

ReviewText make_text(const Venue& venue, int stars, std::size_t bytes, Random& random) {
  return Composer(venue, stars, random).compose(bytes);
}

std::string_view make_allergy_remark(int stars, Random& random) {
  const Tone tone = tone_of_opinion(stars, random);
  const Texts& remarks = phrasebook().allergies[static_cast<std::size_t>(tone)];
  return random.pick<std::string_view>(remarks);
}

}  // namespace seedc::gen
