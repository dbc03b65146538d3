/** Gallery (part 2 §5, §9). */
export const gallery = {
  perPage: 20,
  titleMax: 120,
  defaultTitle: 'Untitled',
  descriptionMax: 2000,
  searchMax: 100,
  /** Pixels before the end at which the next page is asked for. */
  loadMorePx: 100,
  /** What counts is the content of a file; the endings are for the browser's file picker. */
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  endings: ['.jpeg', '.jpg', '.png', '.gif', '.webp'],
} as const;
