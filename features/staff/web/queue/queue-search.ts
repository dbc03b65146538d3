import type { QueueSearch } from '#features/staff/web/queries.ts';

const views = ['open', 'report', 'hold', 'mark', 'approval', 'decided'] as const;
const isId = (text: unknown): text is string => typeof text === 'string' && /^[\da-f-]{36}$/i.test(text);

/** The parameters of `/admin/queue` that are set. */
export interface QueueAddress extends Partial<QueueSearch> {
  /** The open item. */
  readonly item?: string;
}

/** Reads the parameters of an address. */
export function readQueueAddress(search: Record<string, unknown>): QueueAddress {
  const { kind } = search;
  const view = views.find((name) => name === search['view']);
  return {
    ...(view && view !== 'open' && { view }),
    ...(typeof kind === 'string' && /^[a-z_]{1,40}$/.test(kind) && { kind }),
    ...(isId(search['author']) && { author: search['author'] }),
    ...(isId(search['thread']) && { thread: search['thread'] }),
    ...(isId(search['item']) && { item: search['item'] }),
  };
}

/** What is listed at an address. */
export const queueSearchOf = ({ view = 'open', kind = '', author = '', thread = '' }: QueueAddress): QueueSearch => ({
  view,
  kind,
  author,
  thread,
});

/** The address of a list and its open item. */
export function queueAddress({ item = '', ...search }: Partial<QueueSearch> & { item?: string }): string {
  const set = Object.entries({ ...search, item }).filter(
    ([name, value]) => value !== '' && !(name === 'view' && value === 'open'),
  );
  const query = new URLSearchParams(set).toString();
  return `/admin/queue${query === '' ? '' : `?${query}`}`;
}
