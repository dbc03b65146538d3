import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { ListSearch } from './address.ts';

/** Which things a list shows; an empty value narrows nothing. */
export interface ListFilter {
  readonly search: string;
  /** A key of the kind's types. */
  readonly type: string;
  readonly tag: string;
  readonly order: 'newest' | 'most-liked';
}

/** Everything, newest first. */
export const wholeList: ListFilter = { search: '', type: '', tag: '', order: 'newest' };

/** The filter that an address names; a type that the kind does not have narrows nothing. */
export function filterOf(kind: SharingKind, address: ListSearch): ListFilter {
  const type = sharingTypes[kind].types?.find(({ key }) => key === address.type)?.key;
  return {
    search: (address.search ?? '').slice(0, sharing.searchMax),
    type: type ?? '',
    tag: (address.tag ?? '').slice(0, sharing.tagMax),
    order: address.order ?? 'newest',
  };
}

/** Address of a list. */
export function listAddress(kind: SharingKind, filter: Partial<ListFilter> = {}): string {
  const { search, type, tag, order } = { ...wholeList, ...filter };
  const params = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(type !== '' && { type }),
    ...(tag !== '' && { tag }),
    ...(order !== wholeList.order && { order }),
  });
  return sharingTypes[kind].path + (params.size === 0 ? '' : `?${params.toString()}`);
}

/** Address of one thing. */
export const itemAddress = (kind: SharingKind, itemId: string): string => `${sharingTypes[kind].path}/${itemId}`;

/** Address of a reply; it also works where the thread is not loaded up to there. */
export const replyAddress = (kind: SharingKind, itemId: string, replyId: string): string =>
  `${itemAddress(kind, itemId)}?reply=${replyId}#reply-${replyId}`;
