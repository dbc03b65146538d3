/** Brings the card of an upload into view and the focus to it, for whoever asked for it. */
export function showCard(uploadId: string): void {
  const card = document.getElementById(`upload-${uploadId}`);
  card?.scrollIntoView({ block: 'start' });
  card?.focus({ preventScroll: true });
}
