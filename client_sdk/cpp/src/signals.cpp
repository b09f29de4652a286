#include "signals.hpp"

#include <semaphore.h>
#include <signal.h>

#include <atomic>
#include <cstdlib>
#include <utility>

namespace conquian {
namespace {

// What the handler touches, which may be little.
sem_t woken;
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note(int number) {
  received = number;
  sem_post(&woken);
}

void handle(int number) {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigaction(number, &action, nullptr);
}

void wait_and_leave(const std::function<void(const std::string&)>& leave) {
  while (sem_wait(&woken) != 0) {
  }
  const int number = received;
  if (number == 0) return;
  leave(number == SIGTERM ? "SIGTERM" : "SIGINT");
  std::_Exit(EXIT_SUCCESS);  // the bot may be thinking: nothing of its can be cleaned up
}

}  // namespace

Signals::Signals(std::function<void(const std::string&)> leave) {
  sem_init(&woken, 0, 0);
  waiter_ = std::jthread([leave = std::move(leave)] { wait_and_leave(leave); });
  handle(SIGTERM);
  handle(SIGINT);
}

Signals::~Signals() {
  signal(SIGTERM, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  sem_post(&woken);
}

}  // namespace conquian
