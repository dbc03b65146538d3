import { contract } from '#site/contract/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { readVersion } from '#platform/contract/shapes.ts';
import type { Context } from '#platform/server/context.ts';
import { openVersions, readContents } from '#content/moderation/server/actions.ts';
import { currentVersion } from '#content/moderation/server/queue/item-version.ts';
import { queueItem } from '#content/moderation/server/queue/queue-store.ts';
import { complaintVersion } from '#content/rights/server/decide.ts';
import { complaintsById } from '#content/rights/server/store.ts';

type Plain = string | number | boolean | null | undefined;

/** Input of a call as it is sent. */
export interface Sent {
  readonly params?: Readonly<Record<string, Plain>>;
  readonly query?: Readonly<Record<string, Plain>>;
  readonly body?: unknown;
}

/** An input of which the version that staff have read may be left out, and with it a body of nothing else. */
export type Unread<I> = I extends { body: infer B extends { version: string } }
  ? Omit<I, 'body'> &
      ({} extends Omit<B, 'version'>
        ? { body?: Omit<B, 'version'> & Partial<Pick<B, 'version'>> }
        : { body: Omit<B, 'version'> & Partial<Pick<B, 'version'>> })
  : I;

/** Whether an endpoint decides about something that staff have read. */
export const decidesWhatWasRead = ({ body }: Pick<Endpoint, 'body'>): boolean =>
  (body as { shape?: { version?: unknown } } | undefined)?.shape?.version === readVersion;

/**
 * A call as a page sends it that was read just before: with the newest version of what it decides about, where the test names
 * none. Tests of versions name them, also as undefined.
 */
export async function asRead(ctx: Context, key: string, input: Sent): Promise<Sent> {
  const endpoint = (contract as Readonly<Record<string, Endpoint>>)[key];
  const body: object = input.body ?? {};
  if (!endpoint || !decidesWhatWasRead(endpoint) || 'version' in body) return input;
  return { ...input, body: { ...body, version: (await newestVersion(ctx, input.params ?? {})) ?? 'none' } };
}

/** The version of what a decision with these parameters is about, as a page reads it now; undefined where there is nothing. */
export async function newestVersion(ctx: Context, params: NonNullable<Sent['params']>): Promise<string | undefined> {
  const idOf = (name: string): string | null => (typeof params[name] === 'string' ? params[name] : null);
  const [itemId, imageId, complaintId] = [idOf('itemId'), idOf('imageId'), idOf('complaintId')];
  if (itemId !== null) {
    const item = await queueItem(ctx.db, itemId);
    return item && (await currentVersion(ctx, ctx.db, item));
  }
  if (imageId !== null) return (await openVersions(ctx, ctx.db, 'gallery_image', [imageId])).get(imageId);
  const [row] = complaintId === null ? [] : await complaintsById(ctx.db, [complaintId]);
  if (!row) return undefined;
  return complaintVersion(
    row,
    (await readContents(ctx, ctx.db, row.content_kind, [row.content_id])).get(row.content_id),
  );
}
