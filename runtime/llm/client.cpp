// The main loop of conversations: sends what may be sent, receives what has arrived.
#include "runtime/llm/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>

#include "runtime/language/display_text.h"
#include "runtime/llm/answer_check.h"
#include "runtime/llm/answer_text.h"
#include "runtime/llm/bounded_json.h"
#include "runtime/llm/completion.h"
#include "runtime/llm/estimate.h"

namespace seedc::llm {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
using Kind = ChatFailureKind;

/// The number of consecutive failures after which the service is given up.
constexpr int kMostFailuresInRow = 8;
/// The number of requests waiting for a retry, per concurrent call.
constexpr std::size_t kMostWaitingPerCall = 8;
/// The interval at which the loop checks for a stop and reports progress.
constexpr std::chrono::milliseconds kLongestWait{200};
constexpr int kMostLookUps = 256;
/// How long a claim lasts beyond the timeout of a call.
constexpr std::chrono::seconds kGrace{10};
constexpr std::int64_t kMoreRoom = 4;

/// The cost of a call; std::nullopt if the service did not report it: it may have been the maximum.
std::optional<ChatUsage> cost_of(const HttpResponse& response,
                                 const tl::expected<Completion, CallFailure>& completion) {
  const auto& stated = completion ? completion->usage : completion.error().usage;
  const bool may_have_cost = response.status == 200 ||
                             response.fault == HttpResponse::Fault::Disconnected ||
                             response.fault == HttpResponse::Fault::Timeout;
  return stated || may_have_cost ? stated : ChatUsage();
}

/// A request and the state of its calls.
struct Job {
  ChatRequest request;
  RequestKey key;
  std::vector<std::size_t> indices;  ///< the indices of the requests that are identical to this one
  RequestForm form;                  ///< of the last call
  bool has_more_room = false;        ///< the answer was cut off, and is requested once more
  std::int64_t max_answer_tokens = 0;  ///< of the last call
  int calls = 0;
  int calls_to_find_form = 0;  ///< of them, those that are no fault of the request
  int unusable_answers = 0;    ///< and those whose answers were of no use
  Clock::time_point begun;     ///< when first sent
  ChatUsage reserved;          ///< for the call in flight
  std::int64_t estimate = 0;   ///< the tokens that the rate limiter counts for it
  ChatUsage usage;             ///< of all its calls
};

}  // namespace

struct ChatClient::State {
  ChatClientOptions options;
  std::unique_ptr<AnswerStore> store;
  std::optional<CallLog> log;
  CurlTransport transport;
  RateLimiter limiter;
  Budget budget;
  ChatTally tally;
  FormSearch search;
  /// Whether a call has ended otherwise than by a refusal of its form: calls may be made at once.
  bool is_probed = false;
  std::minstd_rand random{std::random_device{}()};
  bool was_heard = false;  ///< whether the service ever responded
  int failures_in_row = 0;
  std::optional<ChatFailure> stop;  ///< why nothing more is sent
};

/// One call of `converse`.
class ChatClient::Conversation {
 public:
  Conversation(State& state, const std::function<std::optional<ChatRequest>()>& next,
               const std::function<void(std::size_t, ChatResult)>& done)
      : state_(state), next_(next), done_(done) {}

  void run() {
    try {
      converse();
    } catch (const base::Stopped&) {
      abandon();
      throw;
    }
  }

 private:
  using JobNumber = std::uint64_t;

  void converse() {
    while (true) {
      state_.options.call.check();
      const std::chrono::milliseconds pause = send_what_may_go();
      if (is_exhausted_ && jobs_.empty()) break;
      for (auto& [number, response] : state_.transport.wait(std::min(pause, longest_wait())))
        take(number, response);
      tell_watch();
    }
    tell_watch();
  }

  /// Leaves the calls in flight, which may cost what was set aside for them, and ends all claims.
  void abandon() {
    for (const JobNumber number : state_.transport.abandon())
      settle(jobs_.at(number), std::nullopt);
    for (const auto& [number, job] : jobs_) state_.store->release(job.key);
  }

  std::chrono::milliseconds longest_wait() const {
    return state_.options.call.has_limits() ? base::Call::kLongestWait : kLongestWait;
  }

  /// How long nothing can be sent unless a call ends.
  std::chrono::milliseconds send_what_may_go() {
    if (state_.options.is_cancelled && state_.options.is_cancelled())
      stop({Kind::Cancelled, "stopped before it was answered"});
    int look_ups = 0;
    while (may_send_more()) {
      if (look_ups == kMostLookUps) return std::chrono::milliseconds(0);
      if (!ready_ && !take_due() && !is_exhausted_ && has_room()) {
        look_up_next();
        ++look_ups;
      }
      if (state_.stop) fail_waiting();
      if (!ready_) {
        if (is_exhausted_ || !has_room()) break;
        continue;
      }
      const auto wait = try_send();
      if (wait.count() > 0) return wait;
    }
    return may_send_more() ? until_due() : kLongestWait;
  }

  /// Calls are made one at a time until it is known that the service takes them.
  bool may_send_more() const {
    const std::size_t most = state_.is_probed ? state_.options.concurrency : 1;
    return state_.transport.in_flight() < most;
  }

  bool has_room() const {
    return jobs_.size() < state_.options.concurrency * (1 + kMostWaitingPerCall);
  }

  /// Makes the next request a job that is ready, or answers it immediately.
  void look_up_next() {
    std::optional<ChatRequest> request = next_();
    if (!request) {
      is_exhausted_ = true;
      return;
    }
    const std::size_t index = next_index_++;
    const RequestKey key = key_of(*request, state_.options.endpoint.model, state_.options.choice);
    if (auto answer = state_.store->find_for(*request, key))
      return deliver(index, ChatAnswer{*std::move(answer), {}, true});
    if (state_.stop) return deliver(index, tl::unexpected(unsent()));
    if (const auto same = under_way_.find(key); same != under_way_.end())
      return jobs_.at(same->second).indices.push_back(index);
    const JobNumber number = next_number_++;
    under_way_.emplace(key, number);
    jobs_.emplace(number, Job{.request = *std::move(request), .key = key, .indices = {index}});
    ready_ = number;
  }

  bool take_due() {
    if (waiting_.empty() || waiting_.begin()->first > Clock::now()) return false;
    ready_ = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    return true;
  }

  std::chrono::milliseconds until_due() const {
    return waiting_.empty() ? kLongestWait : rounded(waiting_.begin()->first - Clock::now());
  }

  /// Rounded up, so that the loop does not wake too early; at most the loop's maximum sleep.
  static std::chrono::milliseconds rounded(Seconds wait) {
    const Seconds longest = kLongestWait;
    return std::chrono::ceil<std::chrono::milliseconds>(std::clamp(wait, Seconds(0), longest));
  }

  /// The tokens that the answer of the next call may have. Not limited, it has those that are
  /// expected of it.
  std::int64_t room_for(const Job& job) const {
    if (state_.options.choice.answer_limit) return *state_.options.choice.answer_limit;
    const std::int64_t room =
        job.request.max_answer_tokens + (state_.search.form().has_room_to_think ? kRoomToThink : 0);
    return job.has_more_room ? room * kMoreRoom : room;
  }

  /// Sends the job that is ready; returns how long it has to wait if it cannot be sent now.
  std::chrono::milliseconds try_send() {
    Job& job = jobs_.at(*ready_);
    job.form = state_.search.form();
    job.max_answer_tokens = room_for(job);
    const std::int64_t estimate = estimated_prompt_tokens(job.request) + job.max_answer_tokens;
    const auto wait = state_.limiter.wait_for(estimate, Clock::now());
    if (wait.count() > 0) return rounded(wait);
    if (!may_ask(job)) return std::chrono::milliseconds(0);
    const ChatUsage most{most_prompt_tokens(job.request), job.max_answer_tokens};
    if (!state_.budget.reserve(most)) {
      // Calls in flight may cost less than their maximum.
      if (state_.transport.in_flight() > 0) return kLongestWait;
      stop_at_budget(most);
      return std::chrono::milliseconds(0);
    }
    state_.limiter.take(estimate);
    job.reserved = most;
    job.estimate = estimate;
    if (job.calls++ == 0) job.begun = Clock::now();
    ++state_.tally.calls;
    const ChatClientOptions& options = state_.options;
    state_.transport.start(*ready_,
                           completion_body(job.request,
                                           {job.request.opinion.model_or(options.endpoint.model),
                                            options.choice, job.form},
                                           job.max_answer_tokens));
    ready_.reset();
    return std::chrono::milliseconds(0);
  }

  void stop_at_budget(const ChatUsage& most) {
    const auto limit = state_.budget.limit_against(most);
    if (!limit) return;
    state_.tally.reached = limit;
    stop({Kind::Budget, state_.budget.describe(*limit, most)});
  }

  /// Claims the answer of the job that is ready. False if the answer has arrived meanwhile, or
  /// another process is requesting it: then the job is no longer ready.
  bool may_ask(Job& job) {
    const auto lease = std::chrono::ceil<std::chrono::seconds>(state_.options.timeout) + kGrace;
    if (!state_.store->claim(job.key, lease)) {
      waiting_.emplace(Clock::now() + kLongestWait, *std::exchange(ready_, std::nullopt));
      return false;
    }
    auto answer = state_.store->find_for(job.request, job.key);
    if (!answer) return true;
    finish(*std::exchange(ready_, std::nullopt), ChatAnswer{*std::move(answer), {}, true});
    return false;
  }

  void take(JobNumber number, const HttpResponse& response) {
    Job& job = jobs_.at(number);
    auto completion = read_completion(response);
    const std::optional<ChatUsage> cost = cost_of(response, completion);
    settle(job, cost);
    state_.was_heard = state_.was_heard || response.status != 0;
    if (completion) accept_form(job);
    const bool goes_on = !completion && finds_form(job, response.status, completion.error());
    auto answer =
        completion ? answer_of(job, *completion)
                   : tl::expected<Json, CallFailure>(tl::unexpected(std::move(completion.error())));
    if (!answer) clean(answer.error().failure.message);
    write_log(job, response, answer, cost.value_or(ChatUsage()));
    if (answer) return finish(number, ChatAnswer{*std::move(answer), job.usage, false});
    if (goes_on) return send_again(job, number);
    take_failure(number, std::move(answer.error()), response.retry_after);
  }

  /// The form of a call that was answered is the service's.
  void accept_form(const Job& job) {
    const bool was_known = state_.search.is_known();
    const std::string change = state_.search.accept(job.form);
    if (!state_.search.is_known() || (was_known && change.empty())) return;
    state_.is_probed = true;
    const ChatEndpoint& endpoint = state_.options.endpoint;
    state_.store->remember_form(endpoint.url, endpoint.model, state_.search.to_remember());
    if (!change.empty() && state_.options.warn) state_.options.warn(change);
  }

  /// Whether a call failed by its form, and another form is to be tried. If none is left, the
  /// failure is that of the service.
  bool finds_form(const Job& job, long status, CallFailure& call) {
    const RequestChoice& choice = state_.options.choice;
    if (!call.complaint) {
      state_.is_probed = state_.is_probed || call.failure.kind != Kind::RateLimited;
      return false;
    }
    const bool is_of_user = names_parameter(status, *call.complaint, choice);
    const auto part = is_of_user ? std::nullopt : refused_part(status, *call.complaint);
    state_.is_probed = !part && !is_of_user;
    if (part && state_.search.refuse(job.form, *part)) return true;
    if (!part && !is_of_user) return false;
    call.failure.kind = Kind::FormRefused;
    call.concerns_service = true;
    return false;
  }

  /// Sends a request again that failed by no fault of its own.
  void send_again(Job& job, JobNumber number) {
    ++job.calls_to_find_form;
    waiting_.emplace(Clock::now(), number);
  }

  /// Pays for a call; the full reservation if the cost is unknown.
  void settle(Job& job, const std::optional<ChatUsage>& cost) {
    const ChatUsage actual = cost.value_or(ChatUsage());
    state_.budget.settle(job.reserved, cost.value_or(job.reserved));
    state_.limiter.give_back(job.estimate - actual.prompt_tokens - actual.completion_tokens);
    for (ChatUsage* usage : {&job.usage, &state_.tally.usage}) {
      usage->prompt_tokens += actual.prompt_tokens;
      usage->completion_tokens += actual.completion_tokens;
    }
    state_.tally.usd = usd_of(state_.tally.usage, state_.options.budget.prices);
    if (!cost) ++state_.tally.unmetered;
  }

  /// The model's answer, if it satisfies the request and could be stored.
  tl::expected<Json, CallFailure> answer_of(const Job& job, const Completion& completion) {
    const auto refuse = [](Kind kind, std::string message, bool concerns_service = false) {
      return tl::unexpected(CallFailure{{kind, std::move(message)}, concerns_service});
    };
    const auto text = answer_text(completion.text);
    if (!text || completion.is_cut_off) {
      auto cut_off = refuse(Kind::Truncated, cut_off_message(job, completion.is_cut_off, !text));
      cut_off.value().is_reasoning = !text || !text->starts_with('{');
      return cut_off;
    }
    Json answer = parse_bounded_json(*text);
    if (answer.is_discarded())
      return refuse(Kind::InvalidJson, "the model's answer is not valid JSON");
    if (const auto fault = find_fault(answer, job.request))
      return refuse(Kind::SchemaViolation, "the model's answer: " + *fault);
    auto kept = state_.store->keep(job.key, answer);
    if (!kept) return refuse(Kind::Store, kept.error().text, true);
    return *std::move(kept);
  }

  static std::string cut_off_message(const Job& job, bool is_cut_off, bool is_reasoning) {
    if (!is_cut_off) return "the answer ends within the model's reasoning: `<think>` is not closed";
    return fmt::format("the answer was cut off at {} tokens{}", job.max_answer_tokens,
                       is_reasoning ? ", within the model's reasoning" : "");
  }

  void take_failure(JobNumber number, CallFailure call, Seconds retry_after) {
    Job& job = jobs_.at(number);
    ChatFailure& failure = call.failure;
    const auto now = Clock::now();
    if (retry_after > state_.options.retries.most_time) {
      call.concerns_service = true;
      failure.message +=
          fmt::format("; the service asks for a pause of {} seconds", retry_after.count());
    } else if (failure.kind == Kind::RateLimited) {
      state_.limiter.pause_until(now + std::chrono::ceil<Clock::duration>(retry_after));
    }
    if (failure.kind == Kind::Truncated && gets_more_room(job, call)) {
      waiting_.emplace(now, number);
      return;
    }
    const bool nobody_is_there = failure.kind == Kind::Unreachable && !state_.was_heard;
    if (call.concerns_service || nobody_is_there) stop(failure);
    if (is_unusable_answer(failure.kind)) ++job.unusable_answers;
    const double jitter = std::uniform_real_distribution<>(0, 1)(state_.random);
    const auto delay = delay_before_retry(failure.kind,
                                          {.calls = job.calls - job.calls_to_find_form,
                                           .unusable_answers = job.unusable_answers,
                                           .elapsed = now - job.begun,
                                           .retry_after = retry_after},
                                          state_.options.retries, jitter);
    if (!delay || state_.stop) return finish(number, tl::unexpected(failure));
    waiting_.emplace(now + std::chrono::ceil<Clock::duration>(*delay), number);
  }

  /// Whether an answer that was cut off is requested again, with a higher limit.
  bool gets_more_room(Job& job, const CallFailure& call) {
    if (call.is_reasoning && state_.search.make_room_to_think(job.form)) return true;
    if (state_.options.choice.answer_limit || job.form.limit_field.empty()) return false;
    return !std::exchange(job.has_more_room, true);
  }

  /// Nothing more is sent from now on; the first reason is kept.
  void stop(const ChatFailure& reason) {
    if (!state_.stop) state_.stop = reason;
  }

  /// The failure of a request that is not sent, now that nothing is.
  ChatFailure unsent() const {
    const ChatFailure& reason = *state_.stop;
    return {is_unasked(reason.kind) ? reason.kind : Kind::NotSent, reason.message};
  }

  void fail_waiting() {
    if (ready_) waiting_.emplace(Clock::time_point(), *ready_);
    ready_.reset();
    for (const auto& [due, number] : std::exchange(waiting_, {})) {
      const bool was_sent = jobs_.at(number).calls > 0;
      finish(number, tl::unexpected(was_sent ? *state_.stop : unsent()));
    }
  }

  void finish(JobNumber number, const ChatResult& result) {
    const auto job = jobs_.extract(number);
    under_way_.erase(job.mapped().key);
    state_.store->release(job.mapped().key);
    note_health(result);
    bool is_first = true;
    for (const std::size_t index : job.mapped().indices) {
      if (result && !is_first) {
        deliver(index, ChatAnswer{result->content, {}, true});
      } else {
        deliver(index, result);
      }
      is_first = false;
    }
  }

  void note_health(const ChatResult& result) {
    const bool is_failure = !result && !is_of_request(result.error().kind);
    state_.failures_in_row = is_failure ? state_.failures_in_row + 1 : 0;
    if (state_.failures_in_row >= kMostFailuresInRow) stop(result.error());
  }

  void deliver(std::size_t index, ChatResult result) {
    state_.tally.add(result);
    done_(index, std::move(result));
  }

  /// Removes the key before cutting the text, which might leave half of the key.
  void clean(std::string& message) const {
    constexpr std::size_t kMostShown = 300;
    message = language::clip(without_secrets(std::move(message), state_.options.endpoint.secrets),
                             kMostShown);
  }

  void write_log(const Job& job, const HttpResponse& response,
                 const tl::expected<Json, CallFailure>& answer, const ChatUsage& usage) {
    if (!state_.log) return;
    CallRecord record{.request = job.indices.front(),
                      .attempt = job.calls,
                      .seconds = response.taken.count(),
                      .status = response.status,
                      .failure = std::nullopt,
                      .usage = usage};
    if (!answer) record.failure = answer.error().failure;
    const auto fault = state_.log->write(record);
    if (fault && state_.tally.log_fault.empty()) state_.tally.log_fault = *fault;
  }

  void tell_watch() {
    state_.tally.pause = state_.limiter.pause_left(Clock::now()).count();
    if (state_.options.watch) state_.options.watch(state_.tally);
  }

  State& state_;
  const std::function<std::optional<ChatRequest>()>& next_;
  const std::function<void(std::size_t, ChatResult)>& done_;
  std::size_t next_index_ = 0;
  bool is_exhausted_ = false;  ///< `next_` returned nullopt
  JobNumber next_number_ = 0;
  std::map<JobNumber, Job> jobs_;  ///< all that are not done
  std::map<RequestKey, JobNumber> under_way_;
  std::optional<JobNumber> ready_;                       ///< the job that is sent next
  std::multimap<Clock::time_point, JobNumber> waiting_;  ///< by when they are due
};

ChatClient::ChatClient(const ChatClientOptions& options, std::unique_ptr<AnswerStore> store,
                       std::optional<CallLog> log)
    : state_(new State{.options = options,
                       .store = std::move(store),
                       .log = std::move(log),
                       .transport = CurlTransport(options.endpoint, options.timeout),
                       .limiter = RateLimiter(options.rates, Clock::now()),
                       .budget = Budget(options.budget),
                       .tally = {},
                       .search = FormSearch(options.choice, {})}) {
  const auto form = state_->store->form_of_service(options.endpoint.url, options.endpoint.model);
  state_->search = FormSearch(options.choice, form);
  state_->is_probed = form.has_value();
}

ChatClient::~ChatClient() = default;

void ChatClient::converse(const std::function<std::optional<ChatRequest>()>& next,
                          const std::function<void(std::size_t index, ChatResult)>& done) {
  Conversation(*state_, next, done).run();
}

std::optional<ChatAnswer> ChatClient::stored(const ChatRequest& request) {
  const ChatClientOptions& options = state_->options;
  return stored_answer({options.endpoint.model, options.choice, state_->store.get()}, request);
}

const ChatTally& ChatClient::tally() const { return state_->tally; }

}  // namespace seedc::llm
