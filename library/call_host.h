// What a call of the library tells its caller: progress, and texts for people.
#pragma once

#include <atomic>
#include <mutex>

#include "engine/host.h"
#include "include/seedc/seedc.h"
#include "runtime/base/call.h"

namespace seedc::library {

/// The engine's host for one call. Callbacks are called by one thread at a time.
class CallHost final : public engine::Host {
 public:
  /// `call` and the table of names outlive the host. The token and the account, of which the call's
  /// memory is a part, may be null pointers.
  CallHost(const seedc_call& call, std::shared_ptr<const base::StopToken> stop,
           std::shared_ptr<base::MemoryAccount> memory, const report::Layout& layout);

  Progress begin(std::string_view step) override;
  void loaded(const data::LoadReport& report, std::uint64_t items, std::uint64_t reviews,
              std::string_view kept_as) override;
  void searched(const exec::TextLedger& texts) override;
  void extracted(const data::ExtractionReport& report) override;
  void bound(const contract::Formula& formula, const data::Dataset& dataset,
             const data::Extractions& extractions) override;
  void scored(const contract::Formula& formula, const report::FormulaLedger& ledger) override;
  void timed(const engine::StageTime& stage) override;
  void warn(std::string_view text) override;
  /// What people want to know, in whole lines.
  void note(std::string_view text) { tell(SEEDC_LOG_NOTE, text); }
  base::Call call() const override { return limits_; }
  base::SettingNames setting_names() const override { return layout_.names; }
  std::size_t text_width() const override { return layout_.width; }

 private:
  void tell(std::int32_t level, std::string_view text);
  /// What is reached, to the callback; the mutex is held.
  void tell_progress();
  /// The same if it was not told for a while: a caller who wants to stop the call says so soon.
  void repeat_progress();

  const seedc_call& call_;
  std::atomic<bool> is_refused_ = false;  ///< by the callback of progress
  base::Call limits_;
  report::Layout layout_;
  std::mutex mutex_;  ///< of the callbacks, and of what follows
  struct Reached {
    std::string step = "working";
    std::uint64_t done = 0, total = 0;
  };
  Reached reached_;                    ///< of the last step that told how far it is
  std::atomic<std::int64_t> told_at_;  ///< in milliseconds; read without the mutex
};

/// A host for what outlives a call: passes on to the host of the call that is running, if there is
/// one.
class ForwardingHost final : public engine::Host {
 public:
  /// Whom to pass on to until the end of the scope. The caller sees to it that scopes of several
  /// threads do not overlap.
  class Scope {
   public:
    Scope(ForwardingHost& host, engine::Host& current) : host_(host) { host_.current_ = &current; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { host_.current_ = &engine::silent_host(); }

   private:
    ForwardingHost& host_;
  };

  Progress begin(std::string_view step) override { return current_->begin(step); }
  void loaded(const data::LoadReport& report, std::uint64_t items, std::uint64_t reviews,
              std::string_view kept_as) override {
    current_->loaded(report, items, reviews, kept_as);
  }
  void searched(const exec::TextLedger& texts) override { current_->searched(texts); }
  void timed(const engine::StageTime& stage) override { current_->timed(stage); }
  void warn(std::string_view text) override { current_->warn(text); }
  base::Call call() const override { return current_->call(); }
  base::SettingNames setting_names() const override { return current_->setting_names(); }
  std::size_t text_width() const override { return current_->text_width(); }

 private:
  engine::Host* current_ = &engine::silent_host();
};

}  // namespace seedc::library
