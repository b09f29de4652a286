/** A bot for the tests of whole processes: passes, or throws where the environment has it throw. */

import { pass, run } from "../src/index.js";

await run({
  name: "example",
  version: "1",
  newBot: () => ({
    decide: () => {
      if (process.env.EXAMPLE_THROWS) throw new RangeError("out of ideas");
      return pass();
    },
  }),
});
