// The guest on this device.

import { get } from "./api";
import type { Lobby } from "./types";

class MySelf {
  name = $state("");

  async ask(): Promise<void> {
    if (this.name) return;
    try {
      this.name = (await get<Lobby>("/api/lobby")).me.name;
    } catch {
      // no name yet; the table shows it anyway
    }
  }
}

export const me = new MySelf();
