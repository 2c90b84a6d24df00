// The host of a call for what is done with data that the caller has heard of already.
#pragma once

#include <string_view>

#include "engine/host.h"

namespace seedc::engine {

/// The host of a call that reads data again: everything is reported to it but what was read.
class HostOfMore final : public Host {
 public:
  explicit HostOfMore(Host& host) : host_(host) {}

  Progress begin(std::string_view step) override { return host_.begin(step); }
  void searched(const exec::TextLedger& texts) override { host_.searched(texts); }
  base::SettingNames setting_names() const override { return host_.setting_names(); }
  base::Call call() const override { return host_.call(); }

 private:
  Host& host_;
};

}  // namespace seedc::engine
