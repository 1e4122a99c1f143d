// Sentences come with values in percent. Who prefers pawns gets them in the words too.
//
// The program writes values with a tenth ("54.9%") and how likely something is without one ("11%").
// A certain result ("100%") has none either, and is no number of pawns. The one exception is where a
// longer search would end, which has words of its own.

import type { Speaker } from "./values";

export function inUnits(text: string, speaker: Speaker): string {
  if (speaker.units !== "pawns" || !speaker.hasPawns) return text;
  // A mate is no number of pawns, and the sentences are English.
  const worth = (percent: string) => {
    const number = speaker.number(Number(percent) * 100).replace(",", ".");
    return /\d/.test(number) ? `${number} pawns` : `${percent}%`;
  };
  return text
    .replace(/can expect to score (\d+\.\d)%( with it)?(?: \(a draw counts half[^)]*\))?/g, (_, percent, withIt) => `stands at ${worth(percent)}${withIt ?? ""}`)
    .replace(/between (\d+)% and (\d+)%, nine times/g, (_, low, high) => `between ${worth(low)} and ${worth(high)}, nine times`)
    .replace(/(\d+\.\d)%/g, (_, percent) => worth(percent));
}
