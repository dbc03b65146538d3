import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';

/** Makes a film with ffmpeg. @param args sources and codecs, with blanks between */
export function filmOf(name: string, args: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-film-'));
  const file = path.join(folder, name);
  try {
    execFileSync(findDecoder()!.ffmpeg, ['-nostdin', '-loglevel', 'error', ...args.split(' '), file], {
      timeout: 60_000,
    });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two seconds of a moving test picture with a tone. */
export const film = (): Buffer =>
  filmOf(
    'film.mp4',
    '-f lavfi -i testsrc=size=320x180:rate=10 -f lavfi -i sine=frequency=330 -t 2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac',
  );
