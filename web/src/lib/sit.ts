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
  try {
    const kept = [...keptOf(table.id), { nonce: own, commitment: table.commitment }];
    localStorage.setItem(`saleroom.shuffle.${table.id}`, JSON.stringify(kept));
  } catch {
    // without storage only the record itself can be checked
  }
  return info;
}

/** What this device gave to the shuffle of a table, and the commitment it saw before. */
export function keptOf(table: string): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(`saleroom.shuffle.${table}`) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}
