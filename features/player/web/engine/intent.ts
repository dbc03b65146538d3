import { expectPlayer } from './presence.ts';
import { canStream, streamCode } from './sound-stream.ts';

/** Whether the reader asks for as little as possible to be sent. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * Fetches what a play needs, where a reader points at it, reaches it by keyboard or begins to press: the code, and the
 * beginning of the sound. Quiet when it fails: the play itself says what went wrong.
 */
export function expectPlay(url: string | null): void {
  if (url === null || !canStream() || savesData()) return;
  expectPlayer();
  streamCode().then(
    ({ prepare }) => void prepare(url).catch(() => {}),
    () => {},
  );
}
