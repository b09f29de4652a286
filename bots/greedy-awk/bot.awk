# Lays whatever it can, and keeps the cards that go together.
#
# A request is a line of JSON, whose keys stand in alphabetical order without a space. So an option
# begins with `{"discards":[` and its texts are found by search; no awk needs to read all of JSON.

/^\{"decisionRequested"/ {
    if (/REQUEST_KIND_FORCE_QUESTION/) say("waive")
    else if (/"options":\[\]/) say("pass")
    else say(best_decision())
}

# Names its request, so that it may play many deals at once; and flushes, or it would never be read.
function say(text) {
    printf "{\"requestId\":\"%s\",\"text\":\"%s\"}\n", value("requestId", $0), text
    fflush()
}

# One that goes out, else one that takes the faced card, else one that lays most cards.
function best_decision(    count, options, i, worth, best, most, text) {
    count = split($0, options, /\{"discards":\[/)
    most = -1
    for (i = 2; i <= count; i++) {
        match(options[i], /"handCards":\[[^]]*/)
        worth = occurrences("CARD_", substr(options[i], RSTART, RLENGTH))
        worth += 50 * (options[i] ~ /"usesFaced":true/) + 100 * (options[i] ~ /"goesOut":true/)
        if (worth > most) { most = worth; best = options[i] }
    }
    text = value("text", best)
    return best ~ /^\]/ ? text : text " x " worst_card(substr(best, 1, index(best, "]") - 1))
}

function occurrences(pattern, text) { return gsub(pattern, "", text) }

# The card that goes least with the others; of several the lowest, which is the first.
function worst_card(listed,    count, cards, i, j, worth, least, worst) {
    gsub(/"/, "", listed)
    count = split(listed, cards, ",")
    for (i = 1; i <= count; i++) {
        worth = 0
        for (j = 1; j <= count; j++) if (i != j) worth += closeness(cards[i], cards[j])
        if (i == 1 || worth < least) { least = worth; worst = cards[i] }
    }
    return worst
}

# How much two cards do for each other, on the way to a group or a sequence.
function closeness(one, other,    distance) {
    distance = rank(one) - rank(other)
    if (distance == 0) return 3
    if (substr(one, 2) != substr(other, 2)) return 0
    return distance * distance == 1 ? 4 : distance * distance == 4 ? 2 : 0
}

function rank(card) { return index("A234567JQK", substr(card, 1, 1)) }

# The text that stands under a key.
function value(key, json) {
    match(json, "\"" key "\":\"[^\"]*")
    return substr(json, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
}
