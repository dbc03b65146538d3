import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { EntryKind } from '#platform/contract/archive-limits.ts';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { at } from '../endpoints.ts';
import { sharingKeys } from '../queries.ts';

/** Filters of the files of an archive; empty for all. */
export interface EntryFilter {
  readonly kind: EntryKind | '';
  readonly search: string;
  /** Key of `lengths`, and of `tempos`. */
  readonly length: string;
  readonly tempo: string;
  readonly key: string;
}

export const allEntries: EntryFilter = { kind: '', search: '', length: '', tempo: '', key: '' };

/** Lengths and tempos to choose from, as the endpoint takes them. */
export const lengths = [
  { value: '', label: 'Any length', query: {} },
  { value: 'short', label: 'Under 1 s', query: { maxSeconds: 1 } },
  { value: 'middle', label: '1 to 5 s', query: { minSeconds: 1, maxSeconds: 5 } },
  { value: 'long', label: 'Over 5 s', query: { minSeconds: 5 } },
] as const;

export const tempos = [
  { value: '', label: 'Any tempo', query: {} },
  { value: 'slow', label: 'Under 90 bpm', query: { maxTempo: 89 } },
  { value: 'middle', label: '90 to 119 bpm', query: { minTempo: 90, maxTempo: 119 } },
  { value: 'fast', label: '120 to 149 bpm', query: { minTempo: 120, maxTempo: 149 } },
  { value: 'faster', label: 'From 150 bpm', query: { minTempo: 150 } },
] as const;

/** The files of a version of an archive. */
export const entriesQuery = (call: Call, kind: SharingKind, itemId: string, fileId: string, filter: EntryFilter) =>
  pagedQuery([...sharingKeys.item(kind, itemId), 'archive', fileId, filter], (after, { signal }) =>
    call(at(kind, 'GET /drumkits/:itemId/archive'), {
      params: { itemId },
      query: {
        ...(filter.kind !== '' && { kind: filter.kind }),
        ...(filter.search !== '' && { search: filter.search }),
        ...(filter.key !== '' && { key: filter.key }),
        ...lengths.find(({ value }) => value === filter.length)?.query,
        ...tempos.find(({ value }) => value === filter.tempo)?.query,
        ...after,
      },
      signal,
    }),
  );

/** Every version of an archive. */
export const versionsQuery = (call: Call, kind: SharingKind, itemId: string) =>
  queryOptions({
    queryKey: [...sharingKeys.item(kind, itemId), 'versions'],
    queryFn: ({ signal }) => call(at(kind, 'GET /drumkits/:itemId/versions'), { params: { itemId }, signal }),
  });
