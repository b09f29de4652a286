/**
 * Write a Conquian bot: a class with one method, and a {@link conquian.BotRunner} that plays it.
 *
 * <p>A bot is asked for one decision at a time, sees all that its seat may see, and finds every
 * legal meld as a ready option. The rules whose sections are named in this package are
 * docs/rules.md of Conquian.
 */
package conquian;
