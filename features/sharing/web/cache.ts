import type { QueryClient } from '@tanstack/react-query';
import { type SharingKind, sharingKinds } from '#content/core/contract/shared-kinds.ts';
import { type ContentCache, contentCache } from '#content/core/web/cache/content-cache.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { sharingKeys } from './queries.ts';

/** Things wherever they are cached, by their kind. */
export const items = Object.fromEntries(
  sharingKinds.map((kind) => [
    kind,
    contentCache<SharedItem>({
      one: (itemId) => sharingKeys.item(kind, itemId),
      lists: sharingKeys.lists(kind),
      gone: [`${kind}_not_found`, 'adults_only'],
    }),
  ]),
) as Readonly<Record<SharingKind, ContentCache<SharedItem>>>;

/** Brings a thing up to date wherever it is cached. */
export const putItem = (client: QueryClient, item: SharedItem): void => items[item.kind].put(client, item);
