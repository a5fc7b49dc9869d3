// Sitting down: the page adds a number of its own to the shuffle, made after it has seen what the
// server is committed to, and keeps both to check the shuffle after the game.

import { nonce, post } from "./api";
import type { Table, TableInfo } from "./types";

export interface Kept {
  nonce: string;
  commitment: string;
}

export async function sitAt(table: Pick<Table, "id" | "commitment">, seat?: number): Promise<TableInfo> {
  const own = nonce();
  const info = await post<TableInfo>(`/api/t/${table.id}/sit`, seat === undefined ? { nonce: own } : { seat, nonce: own });
  const before = keptOf(table.id);
  const isBack = info.seats.some((each) => (seat === undefined || each.seat === seat) && before.some(({ nonce }) => nonce === each.nonce));
  // Who comes back gives nothing new. Else the number is kept, even one that the server does not show: that is what the check would tell.
  if (!isBack) keep(table.id, [...before, { nonce: own, commitment: table.commitment }]);
  return info;
}

/** Leave a seat; who gets up before the deal has given nothing to the shuffle. */
export async function getUp(table: string, seat: number): Promise<TableInfo> {
  const info = await post<TableInfo>(`/api/t/${table}/leave`, { seat });
  if (info.table.status === "waiting") keep(table, keptOf(table).filter(({ nonce }) => info.seats.some((each) => each.nonce === nonce)));
  return info;
}

function keep(table: string, kept: Kept[]): void {
  try {
    localStorage.setItem(`saleroom.shuffle.${table}`, JSON.stringify(kept));
  } catch {
    // without storage only the record itself can be checked
  }
}

/** What this device gave to the shuffle of a table, and the commitment it saw before. */
export function keptOf(table: string): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(`saleroom.shuffle.${table}`) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}
