#!/usr/bin/perl
# Lays whatever it can, and keeps the cards that go together. Nothing but core Perl is needed.
use strict;
use warnings;
use JSON::PP;
use List::Util qw(sum0);

my $json = JSON::PP->new->canonical;
$| = 1;    # what is not flushed is never read

while (my $line = <STDIN>) {
    my $request = $json->decode($line)->{decisionRequested} or next;
    my $text    = decide($request);
    print $json->encode({ requestId => $request->{requestId}, text => $text }), "\n";
}

sub decide {
    my ($request) = @_;
    return 'waive' if $request->{kind} eq 'REQUEST_KIND_FORCE_QUESTION';
    my $option = best_option(@{ $request->{options} }) or return 'pass';
    my @discards = @{ $option->{discards} };
    return @discards ? "$option->{text} x " . worst_card(@discards) : $option->{text};
}

# One that goes out, else one that takes the faced card, else one that lays most cards.
sub best_option {
    my ($best, $most) = (undef, -1);
    for my $option (@_) {
        my $value = 100 * !!$option->{goesOut} + 50 * !!$option->{usesFaced};
        $value += @{ $option->{handCards} };
        ($best, $most) = ($option, $value) if $value > $most;
    }
    return $best;
}

# The card that goes least with the others; of several the lowest, which is the first.
sub worst_card {
    my @cards = @_;
    my ($worst, $least);
    for my $card (@cards) {
        my $worth = sum0 map { closeness($card, $_) } grep { $_ ne $card } @cards;
        ($worst, $least) = ($card, $worth) if !defined $least || $worth < $least;
    }
    return $worst;
}

# How much two cards do for each other, on the way to a group or a sequence.
sub closeness {
    my ($one, $other) = @_;
    my $distance = abs(rank($one) - rank($other));
    return 3 if $distance == 0;
    return 0 if substr($one, 1) ne substr($other, 1);
    return { 1 => 4, 2 => 2 }->{$distance} // 0;
}

sub rank { return index 'A234567JQK', substr($_[0], 0, 1) }
