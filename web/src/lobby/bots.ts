// Names of bots, in the lobby as at a table.
import { capital } from "../lib/deck";

export const USUAL = "club"; // who plays where nobody else was asked for

export function botName(bot: string): string {
  return `${capital(bot)} bot`;
}
