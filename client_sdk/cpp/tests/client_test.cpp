#include "client.hpp"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "messages.hpp"

namespace conquian {
namespace {

using test::deal_ended, test::deal_started, test::leg_ended, test::leg_started, test::offer,
    test::together, test::welcome;

/// One connection of a bot, as a scripted referee sees it.
class Connection {
 public:
  using Stream = grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>;

  explicit Connection(Stream& stream) : stream_(stream) {}

  /// The next message; an empty one at the stream's end.
  v1::PlayRequest hear() {
    v1::PlayRequest request;
    return stream_.Read(&request) ? request : v1::PlayRequest();
  }

  void say(const std::vector<v1::RefereeEntry>& entries) { stream_.Write(together(entries)); }

  /// Hear the hello, welcome it, and hear the ready.
  v1::Hello greet(bool is_resumed = false) {
    const v1::PlayRequest hello = hear();
    say({welcome(is_resumed)});
    hear();
    return hello.entries(0).hello();
  }

 private:
  Stream& stream_;
};

/// A referee on a socket of its own that plays a script, one part for each connection.
class Referee final : public v1::RefereeService::Service {
 public:
  using Part = std::function<grpc::Status(Connection)>;

  explicit Referee(std::vector<Part> script) : script_(std::move(script)) {
    std::string pattern = std::filesystem::temp_directory_path() / "conquian-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    grpc::ServerBuilder builder;
    builder.AddListeningPort(target(), grpc::InsecureServerCredentials());
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }

  ~Referee() override {
    server_->Shutdown();
    std::filesystem::remove_all(folder_);
  }

  std::string target() const { return "unix:" + (folder_ / "socket").string(); }

  grpc::Status Play(grpc::ServerContext* context, Connection::Stream* stream) override {
    const auto token = context->client_metadata().find("authorization");
    if (token != context->client_metadata().end()) {
      token_ = std::string(token->second.begin(), token->second.end());
    }
    return script_.at(connections_++)(Connection(*stream));
  }

  const std::string& token() const { return token_; }

 private:
  std::vector<Part> script_;
  std::size_t connections_ = 0;
  std::string token_;
  std::filesystem::path folder_;
  std::unique_ptr<grpc::Server> server_;
};

using Decide = std::function<Decision(const Observation&)>;

class LambdaBot final : public Bot {
 public:
  explicit LambdaBot(const Decide& decide) : decide_(decide) {}

  Decision decide(const Observation& seen) override { return decide_(seen); }

 private:
  const Decide& decide_;
};

Client client_of(const Referee& referee, const Decide& decide, const std::string& token = "",
                 const Clock& now = std::chrono::steady_clock::now) {
  return Client(
      {.name = "tester"}, [&decide](const Deal&) { return std::make_unique<LambdaBot>(decide); },
      {referee.target(), token, ""}, now);
}

const Decide passing = [](const Observation&) { return Pass{}; };

// A session that the referee ends in order ends the client; the token went with the call.
TEST(ClientTest, PlaysToTheEnd) {
  v1::PlayRequest answer;
  Referee referee({[&](Connection bot) {
    bot.greet();
    bot.say({leg_started(), deal_started(1), deal_started(2), offer(11, 1), offer(12, 2)});
    answer = bot.hear();
    bot.say({deal_ended(1), deal_ended(2), leg_ended()});
    return grpc::Status::OK;
  }});
  Client client = client_of(referee, passing, "secret");
  client.run();
  EXPECT_EQ(answer.entries_size(), 2);
  EXPECT_EQ(referee.token(), "Bearer secret");
}

// After a lost connection the client comes back with its token and answers again as before.
TEST(ClientTest, ComesBack) {
  std::vector<std::string> tokens;
  std::vector<std::string> answers;
  const auto keep_answer = [&](Connection& bot) {
    answers.push_back(bot.hear().entries(0).SerializeAsString());
  };
  Referee referee({
      [&](Connection bot) {
        tokens.push_back(bot.greet().resume_token());
        bot.say({leg_started(), deal_started(1), offer(11, 1)});
        keep_answer(bot);
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "cut");
      },
      [&](Connection bot) {
        tokens.push_back(bot.greet(true).resume_token());
        bot.say({leg_started(), deal_started(1), offer(11, 1)});
        keep_answer(bot);
        bot.say({deal_ended(1)});
        return grpc::Status::OK;
      },
  });
  int decided = 0;
  const Decide counting = [&](const Observation&) {
    ++decided;
    return Pass{};
  };
  Client client = client_of(referee, counting);
  client.run();
  EXPECT_EQ(tokens, (std::vector<std::string>{"", "come back"}));
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_EQ(decided, 1);
}

// A status that can't change, and a refusal, end the client with the referee's words.
TEST(ClientTest, Refused) {
  Referee referee({
      [](Connection) { return grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "whose token?"); },
      [](Connection bot) {
        bot.hear();
        bot.say({test::refusal("no seat")});
        return grpc::Status::OK;
      },
  });
  for (const std::string words : {"whose token?", "no seat"}) {
    Client client = client_of(referee, passing);
    try {
      client.run();
      FAIL() << "not refused";
    } catch (const RefusedError& error) {
      EXPECT_EQ(error.what(), "the referee refuses the bot: " + words);
    }
  }
}

// What a bot throws reaches the referee as the reason of its goodbye, and the caller.
TEST(ClientTest, BotThrows) {
  std::string reason;
  Referee referee({[&](Connection bot) {
    bot.greet();
    bot.say({leg_started(), deal_started(1), offer(11, 1)});
    reason = bot.hear().entries(0).goodbye().reason();
    return grpc::Status::OK;
  }});
  const Decide throwing = [](const Observation&) -> Decision { throw std::logic_error("oh"); };
  Client client = client_of(referee, throwing);
  EXPECT_THROW(client.run(), std::logic_error);
  EXPECT_EQ(reason, "std::logic_error: oh");
}

// A bot that thinks does not keep the client from leaving in order.
TEST(ClientTest, StopsWhileTheBotThinks) {
  std::string reason;
  std::latch is_thinking(1);
  std::latch has_left(1);
  Referee referee({[&](Connection bot) {
    bot.greet();
    bot.say({leg_started(), deal_started(1), offer(11, 1)});
    reason = bot.hear().entries(0).goodbye().reason();
    return grpc::Status::OK;
  }});
  const Decide thinking = [&](const Observation&) {
    is_thinking.count_down();
    has_left.wait();
    return Pass{};
  };
  Client client = client_of(referee, thinking);
  std::jthread playing([&] { client.run(); });
  is_thinking.wait();
  client.stop("SIGTERM");
  EXPECT_EQ(reason, "SIGTERM");
  has_left.count_down();
}

/// How many answers each message carries when each of six decisions takes so long.
std::vector<int> batches(std::chrono::microseconds taken) {
  std::vector<int> sizes;
  Referee referee({[&](Connection bot) {
    std::vector<v1::RefereeEntry> asked{leg_started()};
    std::vector<v1::RefereeEntry> ended;
    for (std::uint64_t id = 1; id <= 6; ++id) {
      asked.insert(asked.end(), {deal_started(id), offer(10 + id, id)});
      ended.push_back(deal_ended(id));
    }
    bot.greet();
    bot.say(asked);
    int answers = 0;
    while (answers < 6) {
      sizes.push_back(bot.hear().entries_size());
      if (sizes.back() == 0) break;
      answers += sizes.back();
    }
    bot.say(ended);
    return grpc::Status::OK;
  }});
  std::chrono::steady_clock::time_point now{};
  const Decide taking = [&](const Observation&) {
    now += taken;
    return Pass{};
  };
  Client client = client_of(referee, taking, "", [&] { return now; });
  client.run();
  return sizes;
}

// Quick answers go together, slow ones at once, and none waits long for the others.
TEST(ClientTest, AnswersGoTogetherUnlessTheyAreSlow) {
  EXPECT_EQ(batches(std::chrono::microseconds(10)), (std::vector{6}));
  EXPECT_EQ(batches(std::chrono::microseconds(800)), (std::vector{5, 1}));
  EXPECT_EQ(batches(std::chrono::microseconds(1001)), (std::vector{1, 1, 1, 1, 1, 1}));
}

}  // namespace
}  // namespace conquian
