// Short names of bots, as a lobby shows them.
import { capital } from "../lib/deck";

export const USUAL = "club"; // who plays where nobody else was asked for

export function botName(bot: string): string {
  return bot === "random" ? "Random bot" : capital(bot);
}
