import { fileErrors } from '#platform/contract/file-errors.ts';
import { type FileKind, type FilePurpose, filePurposes } from '#content/media/contract/limits.ts';
import type { OwnFile } from '#content/media/contract/endpoints.ts';
import { isSameFile, readRecords, seemingKind, type TransferRecord, writeRecords } from './transfer-record.ts';
import { type OpenTransfer, readRefusal, type Transfer, type TransferError } from './tus-transfer.ts';

/**
 * `waiting`: for others before it. `retrying`: something failed that may pass. `unfinished`: begun before a reload;
 * goes on when the same file is chosen again. `failed`: see `error`; may be tried again. `done`: staged, `fileId` is
 * set.
 */
export type TransferState = 'waiting' | 'uploading' | 'retrying' | 'paused' | 'unfinished' | 'failed' | 'done';

/** A file of a form, on its way or here. */
export interface TransferItem {
  /** Of this browser; the server's is `fileId`. */
  readonly id: string;
  readonly name: string;
  /** The detected kind; null while it is unknown. */
  readonly kind: FileKind | null;
  readonly bytes: number;
  /** 0 to 1. */
  readonly progress: number;
  readonly state: TransferState;
  readonly error: TransferError | null;
  /** Of `retrying`, where the server takes no more for a while: when it goes on by itself, in milliseconds. */
  readonly resumesAt: number | null;
  /** The staged file, to be claimed by a create call. */
  readonly fileId: string | null;
  /** Where the browser can read it: an address of its own, or the server's for the owner. */
  readonly previewUrl: string | null;
  /** Gone after a reload. */
  readonly file: File | null;
  /** What the server has found in it, where it has been asked. */
  readonly found: OwnFile | null;
  /** What a picture shows, as it stands in the form. */
  readonly altText: string;
}

/** The server, as a queue sees it. */
export interface TransferServer {
  readonly open: OpenTransfer;
  /** The member's files that nothing uses yet. */
  readonly staged: () => Promise<readonly OwnFile[]>;
  /** Discards a transfer or a staged file. May fail: unclaimed files are deleted within a day. */
  readonly discard: (gone: { address: string | null; fileId: string | null }) => void;
  /** Stores what a picture shows. */
  readonly describe: (fileId: string, altText: string) => Promise<unknown>;
}

/** Refusals after which the server has nothing of a transfer. */
const gone = new Set<string>(['file_type_refused', 'upload_expired', 'not_found']);

/** Files that go up at the same time. */
const AT_ONCE = 3;

interface Entry {
  item: TransferItem;
  lastModified: number;
  address: string | null;
  stored: number;
  begunAt: number;
  transfer: Transfer | null;
  /** What the server has of what the picture shows. */
  savedAltText: string;
}

/**
 * The files of one form: at most {@link AT_ONCE} are transferred at a time, in order. The queue survives page changes,
 * and reloads as records.
 */
export class TransferQueue {
  readonly purpose: FilePurpose;
  readonly #place: string;
  readonly #server: TransferServer;
  #entries: Entry[] = [];
  #items: readonly TransferItem[] = [];
  readonly #listeners = new Set<() => void>();

  /** @param place which form, and whose: `forum:new:{member}` */
  constructor(purpose: FilePurpose, place: string, server: TransferServer) {
    this.purpose = purpose;
    this.#place = place;
    this.#server = server;
    this.#entries = readRecords(place, Date.now()).map(restored);
    this.#publish();
    if (this.#entries.length > 0) void this.#compareWithServer();
    addEventListener('online', () => this.#whenOnline());
  }

  get items(): readonly TransferItem[] {
    return this.#items;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How many files of the last choice were too many. */
  leftOut = 0;

  /** Takes files in, at most `max` in all; one that was unfinished goes on. @returns the ids of what was taken in */
  add = (files: Iterable<File>, max = Number.POSITIVE_INFINITY): string[] => {
    this.leftOut = 0;
    const taken: string[] = [];
    for (const file of files) {
      const unfinished = this.#entries.find(
        (entry) => entry.item.state === 'unfinished' && isSameFile(record(entry), file),
      );
      const entry = unfinished ?? (this.#entries.length < max ? this.#fresh(file) : null);
      if (unfinished) this.#take(unfinished, file);
      else if (entry) this.#entries.push(entry);
      else this.leftOut++;
      if (entry) taken.push(entry.item.id);
    }
    this.#changed();
    return taken;
  };

  /** Resumes an unfinished transfer. @returns false when it is another file. */
  attach = (id: string, file: File): boolean => {
    const entry = this.#find(id);
    if (entry?.item.state !== 'unfinished' || !isSameFile(record(entry), file)) return false;
    this.#take(entry, file);
    this.#changed();
    return true;
  };

  /** Takes a file out, here and on the server. */
  remove = (id: string): void => {
    const entry = this.#find(id);
    if (!entry) return;
    entry.transfer?.pause();
    this.leftOut = 0;
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#server.discard({ address: entry.address, fileId: entry.item.fileId });
    forget(entry);
    this.#changed();
  };

  pause = (id: string): void => {
    const entry = this.#find(id);
    if (!entry || !['waiting', 'uploading', 'retrying'].includes(entry.item.state)) return;
    entry.transfer?.pause();
    this.#set(entry, { state: 'paused' });
    this.#changed();
  };

  /** Goes on with what is paused or failed. */
  retry = (id: string): void => {
    const entry = this.#find(id);
    if (!entry?.item.file || (entry.item.state !== 'paused' && entry.item.state !== 'failed')) return;
    this.#set(entry, { state: 'waiting', error: null });
    this.#changed();
  };

  /** Moves a file to another place, counted from 0. */
  reorder = (id: string, to: number): void => {
    const entry = this.#find(id);
    if (!entry) return;
    const others = this.#entries.filter((other) => other !== entry);
    this.#entries = [...others.slice(0, Math.max(0, to)), entry, ...others.slice(Math.max(0, to))];
    this.#changed();
  };

  /** Takes what a picture shows into the form; `saveDescriptions` stores it. */
  describe = (id: string, altText: string): void => {
    const entry = this.#find(id);
    if (!entry) return;
    this.#set(entry, { altText });
    this.#publish();
  };

  /** Stores what pictures show, of those that the server has: when a field is left, and before files are used. @throws {CallError} */
  saveDescriptions = async (): Promise<void> => {
    for (const entry of this.#entries) {
      const { fileId, altText } = entry.item;
      if (fileId === null || altText === entry.savedAltText) continue;
      await this.#server.describe(fileId, altText);
      entry.savedAltText = altText;
    }
  };

  /** Forgets all files without touching the server: a create call has claimed them. */
  clear = (): void => {
    for (const entry of this.#entries) {
      entry.transfer?.pause();
      forget(entry);
    }
    this.#entries = [];
    this.leftOut = 0;
    this.#changed();
  };

  #find(id: string): Entry | undefined {
    return this.#entries.find((entry) => entry.item.id === id);
  }

  #fresh(file: File): Entry {
    const { maxBytes, tooLarge } = filePurposes[this.purpose];
    // The server says the same; it is asked before anything is sent, but a known answer needs no question.
    const error: TransferError | null =
      maxBytes !== null && tooLarge !== null && file.size > maxBytes
        ? { code: 'file_too_large', title: fileErrors.file_too_large.title, detail: tooLarge }
        : null;
    return {
      item: {
        id: crypto.randomUUID(),
        name: file.name,
        kind: seemingKind(file),
        bytes: file.size,
        progress: 0,
        state: error ? 'failed' : 'waiting',
        error,
        resumesAt: null,
        fileId: null,
        previewUrl: URL.createObjectURL(file),
        file,
        found: null,
        altText: '',
      },
      savedAltText: '',
      lastModified: file.lastModified,
      address: null,
      stored: 0,
      begunAt: Date.now(),
      transfer: null,
    };
  }

  #take(entry: Entry, file: File): void {
    this.#set(entry, { state: 'waiting', file, previewUrl: URL.createObjectURL(file) });
  }

  #set(entry: Entry, change: Partial<TransferItem>): void {
    entry.item = { ...entry.item, ...change };
  }

  /** Starts waiting transfers, stores the state, and notifies the listeners. */
  #changed(): void {
    const running = this.#entries.filter(({ item }) => item.state === 'uploading' || item.state === 'retrying').length;
    for (const entry of this.#entries
      .filter(({ item }) => item.state === 'waiting')
      .slice(0, Math.max(0, AT_ONCE - running)))
      void this.#run(entry);
    this.#write();
    this.#publish();
  }

  #write(): void {
    writeRecords(this.#place, this.#entries.map(record));
  }

  #publish(): void {
    this.#items = this.#entries.map((entry) => entry.item);
    for (const listener of this.#listeners) listener();
  }

  async #run(entry: Entry): Promise<void> {
    const { file } = entry.item;
    if (!file) return;
    this.#set(entry, { state: 'uploading', error: null });
    const isRunning = (): boolean => entry.item.state === 'uploading' || entry.item.state === 'retrying';
    const fail = (error: TransferError): void => {
      if (gone.has(error.code)) Object.assign(entry, { address: null, transfer: null, stored: 0 });
      this.#set(entry, { state: 'failed', error });
      this.#changed();
    };
    try {
      entry.transfer ??= await this.#server.open(
        file,
        { purpose: this.purpose, address: entry.address },
        {
          onAddress: (address) => {
            entry.address = address;
            this.#write();
          },
          onSent: (bytes) => {
            if (!isRunning()) return;
            this.#set(entry, { state: 'uploading', progress: entry.item.bytes === 0 ? 1 : bytes / entry.item.bytes });
            this.#publish();
          },
          onStored: (bytes) => {
            entry.stored = bytes;
            this.#write();
          },
          onRetry: () => {
            if (!isRunning()) return;
            this.#set(entry, { state: 'retrying', resumesAt: null });
            this.#publish();
          },
          onLimit: (seconds) => {
            if (!isRunning()) return;
            this.#set(entry, { state: 'retrying', resumesAt: Date.now() + seconds * 1000 });
            this.#publish();
          },
          onDone: (fileId) => {
            this.#set(entry, { state: 'done', progress: 1, fileId, error: null });
            this.#changed();
          },
          onError: fail,
        },
      );
    } catch {
      // The library's code could not be loaded.
      return fail(readRefusal(0, ''));
    }
    // Paused or taken out while the library came.
    if (isRunning() && this.#entries.includes(entry)) entry.transfer.start();
  }

  #whenOnline(): void {
    for (const entry of this.#entries) {
      const { state, error, file } = entry.item;
      if (state === 'failed' && error?.code === 'network' && file) this.#set(entry, { state: 'waiting', error: null });
    }
    this.#changed();
  }

  /** After a reload: what has arrived after all, and what is there no more. */
  async #compareWithServer(): Promise<void> {
    let staged: readonly OwnFile[];
    try {
      staged = await this.#server.staged();
    } catch {
      // A create call says so if a file is gone.
      return;
    }
    for (const entry of this.#entries) {
      const { state, file } = entry.item;
      if (file || (state !== 'done' && state !== 'unfinished')) continue;
      const id = entry.item.fileId ?? entry.address?.split('/').at(-1);
      const found = staged.find((one) => one.id === id);
      if (found) {
        const previewUrl = (found.kind === 'image' ? found.url : null) ?? found.originalUrl;
        const altText = entry.item.altText === '' ? found.altText : entry.item.altText;
        this.#set(entry, {
          state: 'done',
          progress: 1,
          fileId: found.id,
          kind: found.kind,
          previewUrl,
          found,
          altText,
        });
        entry.savedAltText = found.altText;
      } else if (state === 'done') {
        const { title, text } = fileErrors.file_not_usable;
        this.#set(entry, { state: 'failed', fileId: null, error: { code: 'file_not_usable', title, detail: text } });
      }
    }
    this.#changed();
  }
}

function record(entry: Entry): TransferRecord {
  const { id, name, bytes, kind, fileId } = entry.item;
  const { lastModified, address, stored, begunAt } = entry;
  return { id, name, bytes, kind, fileId, lastModified, address, stored, begunAt };
}

function restored(saved: TransferRecord): Entry {
  const { id, name, bytes, kind, fileId, lastModified, address, stored, begunAt } = saved;
  return {
    item: {
      id,
      name,
      kind,
      bytes,
      progress: fileId === null && bytes > 0 ? stored / bytes : 1,
      state: fileId === null ? 'unfinished' : 'done',
      error: null,
      resumesAt: null,
      fileId,
      previewUrl: null,
      file: null,
      found: null,
      altText: '',
    },
    savedAltText: '',
    lastModified,
    address,
    stored,
    begunAt,
    transfer: null,
  };
}

function forget(entry: Entry): void {
  const { file, previewUrl } = entry.item;
  // A page may be rendering it now.
  if (file && previewUrl !== null) setTimeout(() => URL.revokeObjectURL(previewUrl), 5000);
}
