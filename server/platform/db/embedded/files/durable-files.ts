import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Stream = { path?: string; nfd?: number | null };
type Operation = (...parameters: never[]) => unknown;
type StreamOperations = Record<'setattr' | 'msync', Operation> & {
  fsync?: (stream: Stream) => number;
  write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number;
};
type NodeOperations = Record<'setattr' | 'mknod' | 'rename' | 'unlink' | 'rmdir' | 'symlink', Operation>;
type EmscriptenModule = { NODEFS: { stream_ops: StreamOperations; node_ops: NodeOperations } };
type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** Emscripten's numbers of ENOSPC and EDQUOT. */
const noSpace = 51;
const overQuota = 19;

/** PGlite's own file system for Node never syncs: a committed row could be lost with the power. This one syncs. */
export class DurableFiles extends NodeFS {
  /** Bytes written to the write-ahead log since the owner last set this to 0. */
  logBytes = 0;
  readonly #beforeWrite: () => void;
  readonly #makeRoom: () => boolean;

  /**
   * @param beforeWrite called before each change of the folder
   * @param makeRoom called when the disk is full; the change is tried again when it gives true
   */
  constructor(dir: string, beforeWrite: () => void, makeRoom: () => boolean) {
    super(dir);
    this.#beforeWrite = beforeWrite;
    this.#makeRoom = makeRoom;
  }

  /** Called by PGlite. */
  override async init(database: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const prepared = await super.init(database, options);
    const patch = (module: unknown): void => this.#patch((module as EmscriptenModule).NODEFS);
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), patch] as NonNullable<
      EmscriptenOptions['preRun']
    >;
    return prepared;
  }

  #patch({ stream_ops: streams, node_ops: nodes }: EmscriptenModule['NODEFS']): void {
    streams.fsync = (stream) => {
      this.#beforeWrite();
      if (typeof stream.nfd === 'number') syncDescriptor(stream.nfd);
      return 0;
    };
    const { write } = streams;
    streams.write = (stream, buffer, offset, length, position) => {
      this.#beforeWrite();
      if (stream.path?.includes('/pg_wal/') === true) this.logBytes += length;
      // A full disk takes a part at first: only what is left is refused.
      const first = this.#inRoom(() => write(stream, buffer, offset, length, position));
      if (first === length || first === 0) return first;
      return first + this.#inRoom(() => write(stream, buffer, offset + first, length - first, position + first));
    };
    for (const name of ['setattr', 'msync'] as const) streams[name] = this.#guarded(streams[name]);
    for (const name of ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const)
      nodes[name] = this.#guarded(nodes[name]);
  }

  #guarded(operation: Operation): Operation {
    return (...parameters) => {
      this.#beforeWrite();
      return this.#inRoom(() => operation(...parameters));
    };
  }

  #inRoom<T>(operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      const { errno } = error as { errno?: unknown };
      if ((errno !== noSpace && errno !== overQuota) || !this.#makeRoom()) throw error;
      return operation();
    }
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
