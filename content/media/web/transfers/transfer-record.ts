import { type FileKind, media } from '#content/media/contract/limits.ts';

/** What is stored of a transfer over a reload: enough to resume it when the same file is chosen again. */
export interface TransferRecord {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly lastModified: number;
  readonly kind: FileKind | null;
  /** Where the server keeps what has come; null before it has answered once. */
  readonly address: string | null;
  /** Set once all of it has come. */
  readonly fileId: string | null;
  /** Bytes that had come when this was written. */
  readonly stored: number;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

const prefix = 'uploads:';

const isRecord = (value: unknown): value is TransferRecord => {
  const record = value as Partial<TransferRecord> | null;
  return (
    typeof record?.id === 'string' &&
    typeof record.name === 'string' &&
    typeof record.bytes === 'number' &&
    typeof record.begunAt === 'number' &&
    (typeof record.address === 'string' || typeof record.fileId === 'string')
  );
};

/** Reads what an earlier page has left, without what the server has thrown away meanwhile. */
export function readRecords(place: string, now: number): TransferRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + place) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isRecord).filter((record) => now - record.begunAt < media.transferHours * 3_600_000);
  } catch {
    return [];
  }
}

/** Stores what can be resumed or used: transfers that the server knows of. */
export function writeRecords(place: string, records: readonly TransferRecord[]): void {
  try {
    const known = records.filter((record) => record.address !== null || record.fileId !== null);
    if (known.length === 0) localStorage.removeItem(prefix + place);
    else localStorage.setItem(prefix + place, JSON.stringify(known));
  } catch {
    // Storage may be full or forbidden: the files still go up, they only cannot be resumed after a reload.
  }
}

/** Whether an earlier page has left files in a form. */
export const hasStoredTransfers = (place: string): boolean => readRecords(place, Date.now()).length > 0;

const endings: Readonly<Record<FileKind, RegExp>> = {
  audio: /\.(mp3|wav|flac|aiff?|ogg|oga|opus|m4a|aac|ac3|eac3|wma)$/i,
  video: /\.(mp4|m4v|mov|webm|mkv|avi|wmv|mpe?g|m?ts|m2ts|flv)$/i,
  image: /\.(png|jpe?g|gif|webp|avif|heic|heif|tiff?|bmp)$/i,
  archive: /\.zip$/i,
};

/** What a file seems to be, for its picture in a list; the server decides by its content. */
export function seemingKind(file: { readonly name: string; readonly type: string }): FileKind | null {
  const kinds: readonly FileKind[] = ['image', 'audio', 'video', 'archive'];
  return (
    kinds.find((kind) => file.type.startsWith(`${kind}/`)) ??
    kinds.find((kind) => endings[kind].test(file.name)) ??
    null
  );
}

/** Whether a file that is chosen now is the one that was chosen then. */
export function isSameFile(record: Pick<TransferRecord, 'name' | 'bytes' | 'lastModified'>, file: File): boolean {
  return record.name === file.name && record.bytes === file.size && record.lastModified === file.lastModified;
}
