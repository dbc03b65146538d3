/** What a reader has selected inside an element, else all of its text. */
export function selectedText(element: HTMLElement): string {
  const selection = getSelection();
  const inside =
    selection !== null &&
    !selection.isCollapsed &&
    element.contains(selection.anchorNode) &&
    element.contains(selection.focusNode);
  const text = inside ? selection.toString() : element.innerText;
  return text.trim();
}
