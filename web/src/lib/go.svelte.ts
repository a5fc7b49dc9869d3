// Which page is shown, from the address.

class Where {
  path = $state(location.pathname);
  search = $state(location.search);

  constructor() {
    window.addEventListener("popstate", () => this.#read());
  }

  #read(): void {
    this.path = location.pathname;
    this.search = location.search;
  }

  to(address: string): void {
    history.pushState(null, "", address);
    this.#read();
    window.scrollTo(0, 0);
  }

  /** The same page at another place, without a step in the history. */
  at(address: string): void {
    history.replaceState(null, "", address);
    this.search = location.search;
  }
}

export const where = new Where();

/** A plain click on a link of ours stays inside the page. */
export function inside(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest("a");
  if (!link || link.origin !== location.origin || link.hasAttribute("download") || link.target) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  where.to(link.pathname + link.search + link.hash);
}
