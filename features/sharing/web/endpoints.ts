import type { ContractKey } from '#site/contract/contract.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';

type OfSongs = Extract<ContractKey, `${string} /songs${string}`>;
type OfDownloads = Extract<
  ContractKey,
  `${string} /drumkits/:itemId/${'download' | 'archive' | 'archive/:fileId/:position/details' | 'versions' | 'buy'}`
>;

/**
 * The endpoint of a type, by its key in the place of songs (of drumkits for downloads and archives). All types take and answer the same
 * shapes, so that the compiler sees one of them for all.
 */
export const at = <K extends OfSongs | OfDownloads>(kind: SharingKind, key: K): K =>
  key.replace(/ \/[a-z-]+/, ` ${sharingTypes[kind].path}`) as K;
