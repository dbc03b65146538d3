import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';

/** The metadata of a file or folder in an archive. */
export interface TarHeader {
  /** Path with `/`, without one at the end. */
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** Bytes of the content; 0 for a folder. */
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
}

/** An entry while an archive is read. What is not read of its content is passed over. */
export interface TarEntry extends TarHeader {
  readonly content: AsyncIterable<Buffer>;
}

/** This is no tar archive, or one that holds something that a backup never does. The message ends a sentence. */
export class TarError extends Error {
  override name = 'TarError';
}

/**
 * Appends an entry to an archive, as fast as whoever reads the archive takes it.
 * @param modifiedAt milliseconds since 1970
 * @throws where `content` does, or is not as long as `header` says
 */
export async function addEntry(
  archive: tar.Pack,
  header: TarHeader,
  modifiedAt: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): Promise<void> {
  const { name, kind, bytes: size, mode } = header;
  const about = { name, size, mode: mode & 0o7777, mtime: new Date(modifiedAt), uid: 0, gid: 0 };
  if (kind === 'folder') archive.entry({ ...about, type: 'directory' });
  else await pipeline(content, archive.entry({ ...about, type: 'file' }));
}

/**
 * Reads an archive from its begin to its end, one entry after the other.
 * @throws {TarError} for what is damaged, and for links, devices and other entries that are neither file nor folder
 * @throws what `source` fails with
 */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const reader = tar.extract();
  // The failure of either stream reaches whoever reads the second.
  pipeline(source, reader).catch(() => {});
  try {
    for await (const entry of reader) {
      const { name, type, size = 0, mode = 0 } = entry.header;
      if (type !== 'file' && type !== 'directory' && type !== 'contiguous-file')
        throw new TarError(`it holds ${JSON.stringify(name)}, which is neither file nor folder`);
      const kind = type === 'directory' ? 'folder' : 'file';
      yield { name: name.replace(/\/+$/, ''), kind, bytes: size, mode: mode & 0o777, content: inOurWords(entry) };
      entry.resume();
    }
  } catch (error) {
    throw described(error);
  } finally {
    source.destroy();
  }
}

async function* inOurWords<T>(read: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* read;
  } catch (error) {
    throw described(error);
  }
}

/** What the library says of a damaged archive. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === 'Unexpected end of data') return new TarError('it is cut short');
  return error.message.startsWith('Invalid ') ? new TarError('a header in it is wrong') : error;
}
