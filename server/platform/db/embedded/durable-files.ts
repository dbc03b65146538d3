import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Stream = { path?: string; nfd?: number | null };
type StreamOperations = {
  fsync?: (stream: Stream) => number;
  write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number;
};
type EmscriptenModule = { NODEFS: { stream_ops: StreamOperations } };
type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** PGlite's own file system for Node never syncs: a committed row could be lost with the power. This one syncs. */
export class DurableFiles extends NodeFS {
  /** Bytes written to the write-ahead log since the owner last set this to 0. */
  logBytes = 0;

  /** Called by PGlite. */
  override async init(database: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const prepared = await super.init(database, options);
    const patch = (module: unknown): void => this.#patch((module as EmscriptenModule).NODEFS.stream_ops);
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), patch] as NonNullable<
      EmscriptenOptions['preRun']
    >;
    return prepared;
  }

  #patch(operations: StreamOperations): void {
    operations.fsync = (stream) => {
      if (typeof stream.nfd === 'number') syncDescriptor(stream.nfd);
      return 0;
    };
    const { write } = operations;
    operations.write = (stream, buffer, offset, length, position) => {
      if (stream.path?.includes('/pg_wal/') === true) this.logBytes += length;
      return write(stream, buffer, offset, length, position);
    };
  }
}

function syncDescriptor(descriptor: number): void {
  try {
    fs.fdatasyncSync(descriptor);
  } catch (error) {
    // Windows cannot sync folders and files opened for reading. A failing disk must stop the database, though.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EINVAL' && code !== 'EBADF' && code !== 'EISDIR') throw error;
  }
}
