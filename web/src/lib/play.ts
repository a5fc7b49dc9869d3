// A table for oneself and bots, at once.

import { post } from "./api";
import { where } from "./go.svelte";
import { sitAt } from "./sit";
import type { NewTable } from "../wire";
import type { TableInfo } from "./types";

export async function playNow(game: string, variant: string | undefined, seats: number, bot: string, changes: NewTable["changes"] = {}): Promise<void> {
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot }));
  const made = await post<TableInfo>("/api/tables", { game, variant, seats: [{ kind: "open" }, ...bots], changes });
  await sitAt(made.table);
  where.to(`/t/${made.table.id}`);
}
