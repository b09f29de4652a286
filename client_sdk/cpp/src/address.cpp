#include "address.hpp"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "errors.hpp"

namespace conquian {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool is_unix(const std::string& target) {
  return target.starts_with("unix:");
}

bool is_host_and_port(const std::string& target) {
  const auto colon = target.rfind(':');
  if (colon == target.npos || colon == 0 || colon + 1 == target.size()) return false;
  return target.find_first_not_of("0123456789", colon + 1) == target.npos;
}

void check_target(const std::string& target) {
  if (target.empty()) {
    throw UsageError(
        "no address: a referee starts its bots with CONQUIAN_ADDRESS set; to try your bot, run "
        "`conquian play . greedy`");
  }
  if (!is_unix(target) && !is_host_and_port(target)) {
    throw UsageError("CONQUIAN_ADDRESS '" + target + "': give host:port or unix:/path");
  }
}

void check_token(const std::string& token) {
  const auto is_visible = [](char c) { return c > ' ' && c <= '~'; };
  if (!std::ranges::all_of(token, is_visible)) {
    throw UsageError("CONQUIAN_TOKEN: only visible ASCII characters can be sent");
  }
}

std::string read_certificates(const std::string& path) {
  if (path.empty()) return {};
  std::ifstream file(path);
  std::ostringstream text;
  if (!(text << file.rdbuf())) {
    throw UsageError("CONQUIAN_CA '" + path + "': " + std::strerror(errno));
  }
  if (text.str().find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw UsageError("CONQUIAN_CA '" + path + "': holds no certificate in PEM");
  }
  return text.str();
}

grpc::ChannelArguments arguments(bool is_local) {
  grpc::ChannelArguments arguments;
  // The end of a long leg is one message, and a bot has no reason to distrust its referee.
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5'000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1'000);
  if (!is_local) {
    // A referee that has vanished without a word is noticed over a network only by asking.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  }
  return arguments;
}

}  // namespace

Address Address::from_environment() {
  Address address{variable("CONQUIAN_ADDRESS"), variable("CONQUIAN_TOKEN"), {}};
  check_target(address.target);
  check_token(address.token);
  address.certificates = read_certificates(variable("CONQUIAN_CA"));
  return address;
}

std::shared_ptr<grpc::Channel> Address::channel() const {
  grpc::SslCredentialsOptions trusted;
  trusted.pem_root_certs = certificates;
  const auto credentials =
      certificates.empty() ? grpc::InsecureChannelCredentials() : grpc::SslCredentials(trusted);
  return grpc::CreateCustomChannel(target, credentials, arguments(is_unix(target)));
}

}  // namespace conquian
