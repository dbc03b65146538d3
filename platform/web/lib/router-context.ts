import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Call } from './call.ts';
import type { ShownTexts } from './page/page-data.ts';

/** HTML that many pages have alike, on the server. */
export interface PlacedMarkup {
  /**
   * Renders what nobody has rendered yet.
   * @param data what `node` shows, as JSON
   * @param auth the session of the page, as `useAuth` gives it
   * @returns what stands for it until the page is complete
   */
  place(data: string, auth: object, node: ReactNode): string;
}

/** What every loader and page reaches the world through. */
export interface RouterContext {
  readonly call: Call;
  readonly queryClient: QueryClient;
  /** On the server: the texts that the page shows so far. */
  readonly texts: ShownTexts;
  /** On the server: rows that are the same for many readers. */
  readonly markup?: PlacedMarkup | undefined;
}
