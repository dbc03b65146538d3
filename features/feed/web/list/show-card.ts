/** Frames in which a card that was put into a feed is drawn. */
const FRAMES = 60;

/** Scrolls the card of an upload into view and focuses it, as soon as it is rendered. */
export function showCard(uploadId: string, frames = FRAMES): void {
  const card = document.getElementById(`upload-${uploadId}`);
  if (!card) {
    if (frames > 0) requestAnimationFrame(() => showCard(uploadId, frames - 1));
    return;
  }
  card.scrollIntoView({ block: 'start' });
  card.focus({ preventScroll: true });
}
