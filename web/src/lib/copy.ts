// Links for others: over plain http there is no clipboard, and text is copied out of a field.

/** Copy a text, where there is no clipboard out of the field that shows it, or one made for it. */
export async function copy(text: string, shown?: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = shown ?? document.body.appendChild(document.createElement("input"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    if (field !== shown) field.remove();
  }
}
