/** Id of the live region that {@link announce} writes to; the frame of every page has it. */
export const announcerId = 'announcer';

/** Has screen readers say what the page shows without a word of its own: another page, a reply that was sent. */
export function announce(text: string): void {
  const region = document.getElementById(announcerId);
  // A new element is said even where its text is that of the last one.
  region?.replaceChildren(Object.assign(document.createElement('span'), { textContent: text }));
}
