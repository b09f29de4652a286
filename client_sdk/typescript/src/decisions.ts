/** What a bot may decide. */

import type { Card } from "./cards.js";
import type { Option } from "./observation.js";

/** An answer to a request; made by the functions below and by the methods of an {@link Option}. */
export type Decision =
  | { readonly action: "pass" }
  | { readonly action: "demand" }
  | { readonly action: "waive" }
  | { readonly action: "meld"; readonly option: Option; readonly discard?: Card | undefined }
  | { readonly action: "lay_and_pass"; readonly option: Option };

const PASS: Decision = Object.freeze({ action: "pass" });
const DEMAND: Decision = Object.freeze({ action: "demand" });
const WAIVE: Decision = Object.freeze({ action: "waive" });

/** Leave the faced card; answers an offer. */
export function pass(): Decision {
  return PASS;
}

/** Have the seat that passed take the card; answers a force question. */
export function demand(): Decision {
  return DEMAND;
}

/** Let the seat that passed go; answers a force question. */
export function waive(): Decision {
  return WAIVE;
}
