# frozen_string_literal: true

require_relative "client"

# Lays as much as it can: goes out if possible, else takes the faced card, else lays what it has.
def decide(request)
  return { action: :ACTION_KIND_WAIVE } if request.kind == :REQUEST_KIND_FORCE_QUESTION

  option, index = request.options.each_with_index.max_by do |choice, _|
    [choice.goes_out ? 1 : 0, choice.uses_faced ? 1 : 0, choice.hand_cards.size]
  end
  return { action: :ACTION_KIND_PASS } unless option
  return { action: :ACTION_KIND_LAY_AND_PASS, option_index: index } unless option.uses_faced

  left = request.observation.hand.to_a - option.hand_cards.to_a
  { action: :ACTION_KIND_MELD, option_index: index, discard: option.goes_out ? nil : left.last }.compact
end

begin
  client = Client.new(name: "ruby", version: "1", deals_at_once: 32) { |request| decide(request) }
rescue KeyError, SystemCallError => e
  warn "a referee starts this bot: #{e.message}"
  exit 2
end
exit client.run
