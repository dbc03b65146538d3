import { type TransferItem, type Transfers, useTransfers } from '#content/media/web/transfers/transfers.ts';
import type { DraftChoice } from './draft-choice.ts';

/** Covers of the sounds in a form. */
export interface Covers {
  /** The cover of a sound alone, as a form of one file has it. */
  readonly of: (soundId: string) => Transfers;
  /** Makes the cover of a sound that of all sounds; null where it is already, or there is none. */
  readonly forAll: (soundId: string) => (() => void) | null;
  /** Of the sounds in the form, each once. */
  readonly items: readonly TransferItem[];
  readonly isBusy: boolean;
  /** The staged cover of a sound; null without one. */
  readonly fileIdOf: (soundId: string) => string | null;
  readonly saveDescriptions: () => Promise<void>;
  /** Takes the cover off a sound; one that no sound has any more goes from the server too. */
  readonly drop: (soundId: string) => void;
  /** Takes all of them out, here and on the server. */
  readonly discard: () => void;
  /** Forgets all of them without touching the server. */
  readonly clear: () => void;
}

/**
 * Pictures for the sounds of a form, chosen before it is sent. Their transfers have a place of their own, and the draft
 * which sound each is of.
 */
export function useCovers({
  place,
  files,
  choice,
  choose,
}: {
  place: string;
  files: readonly TransferItem[];
  choice: DraftChoice;
  choose: (part: Partial<DraftChoice>) => void;
}): Covers {
  const transfers = useTransfers('cover', `${place}:covers`);
  const sounds = files.filter(({ kind }) => kind === 'audio').map(({ id }) => id);
  const coverOf = (soundId: string) => transfers.items.find(({ id }) => id === choice.covers[soundId]);
  const items = [...new Set(sounds.flatMap((id) => coverOf(id) ?? []))];
  const drop = (soundId: string) => {
    const { [soundId]: dropped, ...covers } = choice.covers;
    if (dropped === undefined) return;
    choose({ covers });
    if (!Object.values(covers).includes(dropped)) transfers.remove(dropped);
  };
  return {
    items,
    isBusy: items.some(({ state }) => state === 'waiting' || state === 'uploading' || state === 'retrying'),
    drop,
    discard() {
      for (const { id } of transfers.items) transfers.remove(id);
    },
    clear: transfers.clear,
    saveDescriptions: transfers.saveDescriptions,
    fileIdOf: (soundId) => coverOf(soundId)?.fileId ?? null,
    forAll(soundId) {
      const cover = coverOf(soundId);
      if (!cover || sounds.every((id) => choice.covers[id] === cover.id)) return null;
      return () => {
        for (const { id } of items) if (id !== cover.id) transfers.remove(id);
        choose({ covers: Object.fromEntries(sounds.map((id) => [id, cover.id])) });
      };
    },
    of(soundId) {
      const cover = coverOf(soundId);
      return {
        ...transfers,
        items: cover ? [cover] : [],
        add(chosen) {
          const [id] = transfers.add([...chosen].slice(0, 1));
          if (id !== undefined) choose({ covers: { ...choice.covers, [soundId]: id } });
          return id === undefined ? [] : [id];
        },
        remove: () => drop(soundId),
      };
    },
  };
}
