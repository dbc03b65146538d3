/** Kinds of uploads that a feed may be narrowed to, as the chips name them. */
export const feedKinds = [
  { value: '', label: 'All' },
  { value: 'audio', label: 'Tracks' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'text', label: 'Texts' },
  { value: 'poll', label: 'Polls' },
] as const;

/** One of {@link feedKinds}; empty for all. */
export type FeedKind = (typeof feedKinds)[number]['value'];

/** Which uploads a feed shows; an empty value narrows nothing. */
export interface FeedFilter {
  readonly kind: FeedKind;
  /** A hashtag without `#`. */
  readonly tag: string;
  /** A username. */
  readonly author: string;
  /** Of whom the reader follows alone. */
  readonly following: boolean;
}

/** Every upload. */
export const wholeFeed: FeedFilter = { kind: '', tag: '', author: '', following: false };

/** What one member has shared, or the sounds of it. */
export const memberFeed = (username: string, kind: '' | 'audio'): FeedFilter => ({
  ...wholeFeed,
  kind,
  author: username,
});

/** The search part of a feed's address. */
export interface FeedSearch {
  kind?: Exclude<FeedKind, ''>;
  tag?: string;
  author?: string;
  following?: 'yes';
}

const isKind = (value: unknown): value is Exclude<FeedKind, ''> =>
  value !== '' && feedKinds.some((kind) => kind.value === value);
const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 64;

/** Parses the filter of a feed from an address and drops unknown parameters. */
export const readFeedSearch = (search: Record<string, unknown>): FeedSearch => ({
  ...(isKind(search['kind']) && { kind: search['kind'] }),
  ...(isWord(search['tag']) && { tag: search['tag'] }),
  ...(isWord(search['author']) && { author: search['author'] }),
  ...(search['following'] === 'yes' && { following: 'yes' as const }),
});

/** The filter that an address names. */
export const filterOf = ({ kind, tag, author, following }: FeedSearch): FeedFilter => ({
  kind: kind ?? '',
  tag: tag ?? '',
  author: author ?? '',
  following: following === 'yes',
});

/** Address of a feed. */
export function feedAddress(filter: Partial<FeedFilter>): string {
  const words = (['kind', 'tag', 'author'] as const).flatMap((name) =>
    filter[name] ? [`${name}=${encodeURIComponent(filter[name])}`] : [],
  );
  if (filter.following) words.push('following=yes');
  return words.length === 0 ? '/uploads' : `/uploads?${words.join('&')}`;
}

/** Address of an upload. */
export const uploadAddress = (uploadId: string): string => `/uploads/${uploadId}`;

/** Address of a comment at its upload; it also works where the comments are not loaded up to there. */
export const commentAddress = (uploadId: string, commentId: string): string =>
  `/uploads/${uploadId}?comment=${commentId}#comment-${commentId}`;

/** The feed for programs. */
export const feedLink = { rel: 'alternate', type: 'application/atom+xml', href: '/uploads.atom', title: 'Uploads' };
