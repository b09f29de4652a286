# frozen_string_literal: true

# `conquian new go x` writes the protocol to x/sdk/proto; from there
#   grpc_tools_ruby_protoc -I x/sdk/proto --ruby_out=gen --grpc_out=gen x/sdk/proto/conquian/v1/*.proto
$LOAD_PATH.unshift(File.join(__dir__, "gen"))
require "conquian/v1/referee_services_pb"

# A session with the referee that started this process. The block gets each DecisionRequested and returns the fields of
# its Decision, but for the request's id.
class Client
  V1 = Conquian::V1
  Refused = Class.new(StandardError)

  # Statuses of the call after which it is no use to come back.
  FINAL = [GRPC::Unauthenticated, GRPC::PermissionDenied, GRPC::Unimplemented, GRPC::InvalidArgument,
           GRPC::FailedPrecondition].freeze
  PATIENCE = 10 # seconds
  CHANNEL = {
    "grpc.max_receive_message_length" => -1,
    "grpc.enable_http_proxy" => 0,
    # Left alone, gRPC waits for a second and more before it dials again.
    "grpc.initial_reconnect_backoff_ms" => 100,
    "grpc.min_reconnect_backoff_ms" => 100,
    "grpc.max_reconnect_backoff_ms" => 1000
  }.freeze

  def initialize(name:, version:, deals_at_once: 1, env: ENV, &decide)
    @hello = { protocol_version: V1::ProtocolVersion.new(major: 1, minor: 0),
               bot_name: name, bot_version: version, deals_at_once: deals_at_once }
    @decide = decide
    ca, token = env.values_at("CONQUIAN_CA", "CONQUIAN_TOKEN")
    credentials = ca ? GRPC::Core::ChannelCredentials.new(File.read(ca)) : :this_channel_is_insecure
    @stub = V1::RefereeService::Stub.new(env.fetch("CONQUIAN_ADDRESS"), credentials, channel_args: CHANNEL)
    @metadata = token ? { "authorization" => "Bearer #{token}" } : {}
    @resume_token = ""
    @answers = {} # the last decision of each open deal
    @outbox = Queue.new
  end

  # Plays until all is over and returns the status to exit with.
  def run
    %w[TERM INT].each { |signal| trap(signal) { leave("stopped by SIG#{signal}") } }
    begin
      talk
      0
    rescue Refused, *FINAL => e
      warn "refused: #{e.is_a?(GRPC::BadStatus) ? e.details : e.message}"
      4
    rescue GRPC::BadStatus => e
      return 0 if @leaving
      retry if !@stopping && pause
      warn "the referee is lost: #{e.details}"
      3
    end
  end

  private

  # One stream, from the hello until the referee ends it; raises where it breaks.
  def talk
    outbox = @outbox = Queue.new([V1::BotEntry.new(hello: V1::Hello.new(**@hello, resume_token: @resume_token))])
    return if @leaving

    call = @stub.play(messages(outbox), metadata: @metadata, return_op: true)
    # At the stream's end the gem waits until there is nothing more to send: somebody must tell it that there isn't.
    watcher = Thread.new { sleep 0.05 until call.status || outbox.closed?; outbox.close }
    call.execute.each { |response| response.entries.each { |entry| hear(entry) } }
  ensure
    outbox.close
    watcher&.join
  end

  # All that is ready goes in one message, of 1,024 entries at most.
  def messages(outbox)
    Enumerator.new do |requests|
      while (entry = outbox.pop)
        entries = [entry]
        entries << outbox.pop until outbox.empty? || entries.size == 1024
        requests << V1::PlayRequest.new(entries: entries)
      end
    end
  end

  def say(**entry)
    @outbox << V1::BotEntry.new(**entry)
  rescue ClosedQueueError
    nil # the goodbye is said already
  end

  def hear(entry)
    case entry.entry # nil where this version doesn't know it
    when :welcome then greet(entry.welcome)
    when :refusal then raise Refused, entry.refusal.sentence
    when :decision_requested then answer(entry.decision_requested)
    when :decision_rejected then warn "rejected: #{entry.decision_rejected.sentence}"
    when :deal_ended then @answers.delete(entry.deal_ended.deal_id)
    when :notice
      warn "notice: #{entry.notice.sentence}"
      @stopping ||= entry.notice.kind == :NOTICE_KIND_STOPPING
    end
  end

  def greet(welcome)
    @answers.clear unless welcome.resumed
    @resume_token = welcome.resume_token
    @lost_at = nil
    say(ready: V1::Ready.new)
  end

  # A request that comes again after a lost connection gets the same answer again.
  def answer(request)
    return unless request.kind.is_a?(Symbol) # a number: a kind that this version doesn't know

    decision = @answers[request.deal_id]
    unless decision&.request_id == request.request_id
      decision = V1::Decision.new(request_id: request.request_id, **@decide.call(request))
      @answers[request.deal_id] = decision
    end
    say(decision: decision)
  end

  def leave(reason)
    @leaving = true
    say(goodbye: V1::Goodbye.new(reason: reason))
    @outbox.close
  end

  # Waits a little before the next dial; false where the referee has been away for too long.
  def pause
    now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    @lost_at, @pause = now, 0.1 unless @lost_at
    return false if now - @lost_at > PATIENCE

    sleep @pause
    @pause = [@pause * 2, 1].min
  end
end
