import type { QueryClient } from '@tanstack/react-query';
import type { Call } from './call.ts';
import type { ShownTexts } from './page-data.ts';

/** What every loader and page reaches the world through. */
export interface RouterContext {
  readonly call: Call;
  readonly queryClient: QueryClient;
  /** On the server: the texts that the page shows so far. */
  readonly texts: ShownTexts;
}
