import { type MusicKey, musicKeys, tempos } from '#platform/contract/music-limits.ts';
import {
  type SearchOrder,
  type SearchType,
  search as limits,
  searchOrders,
  searchTypes,
} from '#content/search/contract/limits.ts';

/** What the page searches, as its address says it; an empty value narrows nothing. */
export interface SearchFilter {
  readonly q: string;
  readonly type: SearchType | '';
  readonly author: string;
  readonly tag: string;
  readonly category: string;
  readonly from: string;
  readonly to: string;
  readonly audio: boolean;
  /** Beats a minute. */
  readonly minTempo: number | null;
  readonly maxTempo: number | null;
  readonly key: MusicKey | '';
  readonly order: SearchOrder;
}

/** Nothing. */
export const emptySearch: SearchFilter = {
  q: '',
  type: '',
  author: '',
  tag: '',
  category: '',
  from: '',
  to: '',
  audio: false,
  minTempo: null,
  maxTempo: null,
  key: '',
  order: 'relevance',
};

const text = (value: unknown, max: number): string => (typeof value === 'string' ? value.trim().slice(0, max) : '');
const day = (value: unknown): string => {
  const written = text(value, 10);
  return /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : '';
};

/** What is beyond the limits becomes the limit. */
const tempo = (value: unknown): number | null => {
  const written = Number(text(value, 20));
  return text(value, 20) === '' || Number.isNaN(written)
    ? null
    : Math.min(tempos.most, Math.max(tempos.least, Math.round(written)));
};

/** The search that an address names; what the page does not know narrows nothing. */
export function readSearch(address: Record<string, unknown>): SearchFilter {
  return {
    q: text(address['q'], limits.queryMax),
    type: searchTypes.find(({ key }) => key === address['type'])?.key ?? '',
    author: text(address['author'], 40).replace(/^@/, ''),
    tag: text(address['tag'], limits.tagMax).replace(/^#/, ''),
    category: text(address['category'], limits.tagMax),
    from: day(address['from']),
    to: day(address['to']),
    audio: address['audio'] === 'true',
    minTempo: tempo(address['minTempo']),
    maxTempo: tempo(address['maxTempo']),
    key: musicKeys.find((key) => key === address['key']) ?? '',
    order: searchOrders.find((order) => order === address['order']) ?? 'relevance',
  };
}

/** The search as an address and the endpoint name it, without what narrows nothing. */
export function searchParams(filter: SearchFilter) {
  const { q, type, author, tag, category, from, to, audio, minTempo, maxTempo, key, order } = filter;
  return {
    ...(q !== '' && { q }),
    ...(type !== '' && { type }),
    ...(author !== '' && { author }),
    ...(tag !== '' && { tag }),
    ...(category !== '' && { category }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(audio && { audio: 'true' as const }),
    ...(minTempo !== null && { minTempo }),
    ...(maxTempo !== null && { maxTempo }),
    ...(key !== '' && { key }),
    ...(order !== emptySearch.order && { order }),
  };
}

/** Address of the search page. */
export function searchAddress(filter: Partial<SearchFilter> = {}): string {
  const named = Object.entries(searchParams({ ...emptySearch, ...filter }));
  const params = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
  return `/search${params.size === 0 ? '' : `?${params.toString()}`}`;
}

/** Filters in use beside words, type and order. */
export const countFilters = (filter: SearchFilter): number => {
  const { author, tag, category, from, to, key, audio, minTempo, maxTempo } = filter;
  return [
    ...[author, tag, category, from, to, key].map((value) => value !== ''),
    ...[minTempo, maxTempo].map((value) => value !== null),
    audio,
  ].filter(Boolean).length;
};

/** Whether it names anything to look for. */
export const isSearch = (filter: SearchFilter): boolean =>
  filter.q !== '' || filter.type !== '' || countFilters(filter) > 0;
