import {
  type SearchOrder,
  type SearchType,
  search as limits,
  searchOrders,
  searchTypes,
} from '#contract/limits/search.ts';

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
  order: 'relevance',
};

const text = (value: unknown, max: number): string => (typeof value === 'string' ? value.trim().slice(0, max) : '');
const day = (value: unknown): string => {
  const written = text(value, 10);
  return /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : '';
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
    order: searchOrders.find((order) => order === address['order']) ?? 'relevance',
  };
}

/** The search as an address and the endpoint name it, without what narrows nothing. */
export function searchParams(filter: SearchFilter) {
  const { q, type, author, tag, category, from, to, audio, order } = filter;
  return {
    ...(q !== '' && { q }),
    ...(type !== '' && { type }),
    ...(author !== '' && { author }),
    ...(tag !== '' && { tag }),
    ...(category !== '' && { category }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(audio && { audio: 'true' as const }),
    ...(order !== emptySearch.order && { order }),
  };
}

/** Address of the search page. */
export function searchAddress(filter: Partial<SearchFilter> = {}): string {
  const params = new URLSearchParams(searchParams({ ...emptySearch, ...filter }));
  return `/search${params.size === 0 ? '' : `?${params.toString()}`}`;
}

/** Filters in use beside words, type and order. */
export const countFilters = ({ author, tag, category, from, to, audio }: SearchFilter): number =>
  [author, tag, category, from, to].filter((value) => value !== '').length + (audio ? 1 : 0);

/** Whether it names anything to look for. */
export const isSearch = (filter: SearchFilter): boolean =>
  filter.q !== '' || filter.type !== '' || countFilters(filter) > 0;
