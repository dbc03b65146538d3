import { expectPlayer } from './presence.ts';
import { canStream, streamCode } from './sound-stream.ts';

/** Whether the reader asks for reduced data use (Save-Data). */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * Prefetches what a play needs on hover, focus or press: the code, and the beginning of the sound. It ignores failures:
 * the play itself reports them.
 */
export function expectPlay(url: string | null): void {
  if (url === null || !canStream() || savesData()) return;
  expectPlayer();
  streamCode().then(
    ({ prepare }) => void prepare(url).catch(() => {}),
    () => {},
  );
}
