"""The Conquian server: rules, match, wire, referee and launcher, each a package of its own."""
