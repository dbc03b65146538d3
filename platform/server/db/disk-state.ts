import type { FullDisk } from './child/full-disk-record.ts';

/** Whether the database's disk is full. Known for the site's own server alone. */
export interface DiskState {
  readonly isFull: boolean;
  /** Calls back whenever that changes, and at once where it has changed before. */
  onChange(listener: (isFull: boolean, disk: FullDisk) => void): void;
  /** Records that staff have been mailed of the full disk, so that no later process does it again. */
  setMailed(): void;
}

/** `DiskState` with the end that changes it. */
export interface DiskStateSource extends DiskState {
  change(isFull: boolean, disk: FullDisk): void;
}

/** A disk with room. @param setMailed where that is recorded */
export function makeDiskState(setMailed: () => void = () => {}): DiskStateSource {
  let last: { isFull: boolean; disk: FullDisk } | null = null;
  const listeners: Parameters<DiskState['onChange']>[0][] = [];
  return {
    get isFull() {
      return last?.isFull ?? false;
    },
    onChange(listener) {
      listeners.push(listener);
      if (last !== null) listener(last.isFull, last.disk);
    },
    setMailed,
    change(isFull, disk) {
      last = { isFull, disk };
      for (const listener of listeners) listener(isFull, disk);
    },
  };
}
