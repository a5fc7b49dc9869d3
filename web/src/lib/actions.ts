// Behaviour that elements share.

import type { Action } from "svelte/action";

const REACHABLE = "button:not([disabled]), a[href]";

/** One stop for Tab; arrows move inside, Home and End go to the ends. */
export const roving: Action<HTMLElement> = (node) => {
  const items = (): HTMLElement[] =>
    [...node.querySelectorAll<HTMLElement>(REACHABLE)].filter((item) => item.closest("[data-roving]") === node);
  const settle = (): void => {
    const all = items();
    const current = all.find((item) => item === document.activeElement) ?? all.find((item) => item.tabIndex === 0) ?? all[0];
    for (const item of all) {
      const tab = item === current ? 0 : -1;
      if (item.tabIndex !== tab) item.tabIndex = tab;
    }
  };
  const go = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const step = steps[event.key];
    let to = at;
    if (step) to = (at + step + all.length) % all.length;
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = all.length - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
    all[to]?.focus();
    settle();
  };
  node.dataset["roving"] = "";
  settle();
  const watcher = new MutationObserver(settle);
  watcher.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  node.addEventListener("keydown", go);
  node.addEventListener("focusin", settle);
  return {
    destroy() {
      watcher.disconnect();
      node.removeEventListener("keydown", go);
      node.removeEventListener("focusin", settle);
    },
  };
};

/** What had the focus may go, or can be pressed no longer: then a place beside it has the focus, and not the
 * page, from whose top one would have to come again. `haven` finds that place. */
export const keepsFocus: Action<HTMLElement, string> = (node, haven) => {
  let held: HTMLElement | null = null;
  const took = (event: FocusEvent): void => {
    held = event.target as HTMLElement;
  };
  const watcher = new MutationObserver(() => {
    const lost = held && (!held.isConnected || held.matches(":disabled"));
    const idle = document.activeElement === held || document.activeElement === document.body;
    if (lost && idle) node.querySelector<HTMLElement>(haven)?.focus({ preventScroll: true });
  });
  watcher.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  node.addEventListener("focusin", took);
  return {
    destroy() {
      watcher.disconnect();
      node.removeEventListener("focusin", took);
    },
  };
};

interface Touching {
  ask: (code: number) => void; // a tap on what cannot be chosen
  zoom: (card: string) => void; // long press, right click
}

/** Taps on cards that are no buttons, and the long look at any card. */
export const touching: Action<HTMLElement, Touching> = (node, given) => {
  let what = given;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const held = (target: EventTarget | null) => (target as HTMLElement | null)?.closest<HTMLElement>("[data-card]") ?? null;
  const click = (event: Event): void => {
    const element = held(event.target);
    if (element && element.tagName !== "BUTTON" && element.dataset["code"]) what.ask(Number(element.dataset["code"]));
  };
  const menu = (event: Event): void => {
    const card = held(event.target)?.dataset["card"];
    if (!card) return;
    event.preventDefault();
    what.zoom(card);
  };
  const down = (event: PointerEvent): void => {
    const card = held(event.target)?.dataset["card"];
    if (card && event.pointerType !== "mouse") timer = setTimeout(() => what.zoom(card), 550);
  };
  const up = (): void => clearTimeout(timer);
  node.addEventListener("click", click);
  node.addEventListener("contextmenu", menu);
  node.addEventListener("pointerdown", down);
  for (const end of ["pointerup", "pointercancel", "pointermove", "pointerleave"]) node.addEventListener(end, up);
  return {
    update(next) {
      what = next;
    },
    destroy() {
      clearTimeout(timer);
      node.removeEventListener("click", click);
      node.removeEventListener("contextmenu", menu);
      node.removeEventListener("pointerdown", down);
    },
  };
};

/** A dialog that is shown as long as it exists. */
export const modal: Action<HTMLDialogElement> = (node) => {
  node.showModal();
  const outside = (event: MouseEvent): void => {
    if (event.target === node) node.close();
  };
  node.addEventListener("click", outside);
  return {
    destroy() {
      node.removeEventListener("click", outside);
      if (!node.open) return;
      // Closed to give the focus back. Its own `close` comes late, when another sheet may stand here.
      node.addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true });
      node.close();
    },
  };
};
