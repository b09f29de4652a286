#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

namespace conquian {

/// Where the referee is and how it is reached.
struct Address {
  std::string target;        ///< `unix:/path` or `host:port`
  std::string token;         ///< empty where none is needed
  std::string certificates;  ///< to trust, in PEM; empty for a connection without TLS

  /// What CONQUIAN_ADDRESS, CONQUIAN_TOKEN and CONQUIAN_CA say.
  /// Throws UsageError where one is missing or can't be used.
  static Address from_environment();

  /// A channel to the referee; it connects when it is first used.
  std::shared_ptr<grpc::Channel> channel() const;
};

}  // namespace conquian
