// What the server put into the HTML, so that the first picture needs no second request. It is true
// for the moment in which the page was sent, so it is used once.

export function known<T>(kind: "lobby" | "view"): T | null {
  const block = document.getElementById("known");
  if (block?.dataset["kind"] !== kind) return null;
  block.remove();
  return JSON.parse(block.textContent ?? "null") as T | null;
}
