package conquian;

/**
 * An action of the deal so far.
 *
 * @param seat the seat that acted
 * @param text the action as the rules write it (rules section 11)
 */
public record PlayedAction(int seat, String text) {}
