import type { ActivityLine } from '#people/profiles/contract/appearance.ts';
import { customization as limits } from '#people/profiles/contract/appearance-limits.ts';
import { ladder } from '#people/ledger/contract/ranks.ts';
import type { Context } from '#platform/server/context.ts';
import { type ActivityRow, activityPage } from '#people/activity/server/store.ts';
import { peopleById, showsConnections } from '#people/profiles/server/store.ts';
import { blockedAmong, isSubjectToBlocks } from '#people/friends/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';

/** Rows that are read at most for one page: for more the reader loads again. */
const LOOKED_THROUGH = 5;

/** What is done with a thing, by the kind of the thing. A kind that is not here is not listed. */
export const activityVerbs: Readonly<Record<string, { kind: ActivityLine['kind']; verb: string }>> = {
  forum_post: { kind: 'post', verb: 'posted' },
  upload: { kind: 'upload', verb: 'shared' },
  song: { kind: 'upload', verb: 'shared the song' },
  drumkit: { kind: 'upload', verb: 'shared the drumkit' },
  editing_pack: { kind: 'upload', verb: 'shared the editing pack' },
  leak: { kind: 'upload', verb: 'shared the leak' },
  set: { kind: 'upload', verb: 'shared the set' },
  self_promotion_post: { kind: 'upload', verb: 'promoted' },
  gallery_image: { kind: 'gallery', verb: 'added to the gallery:' },
  listening_party: { kind: 'party', verb: 'hosted' },
};

/**
 * One page of what a member did, as this reader may see it. Titles and names are those of now, and each thing's own
 * kind says who may see it: one query for each kind, none for a row.
 */
export async function activityOf(
  ctx: Context,
  viewer: Viewer | null,
  profileId: string,
  after: string | undefined,
): Promise<{ items: ActivityLine[]; next: string | null }> {
  const items: ActivityLine[] = [];
  let key = readTimeCursor(after);
  const showsFriends = viewer?.profileId === profileId || (await showsConnections(ctx.db, profileId));
  for (let round = 0; round < LOOKED_THROUGH; round++) {
    const rows = await activityPage(ctx.db, profileId, key, limits.activityPerPage);
    const lines = await seenLines(ctx, viewer, rows, showsFriends);
    for (const row of rows) {
      const line = lines.get(row.id);
      if (line) items.push(line);
      key = { at: row.created_at, id: row.id };
      if (items.length === limits.activityPerPage) return { items, next: timeCursor(key.at, key.id) };
    }
    if (rows.length < limits.activityPerPage) return { items, next: null };
  }
  return { items, next: key && timeCursor(key.at, key.id) };
}

async function seenLines(
  ctx: Context,
  viewer: Viewer | null,
  rows: readonly ActivityRow[],
  showsFriends: boolean,
): Promise<Map<string, ActivityLine>> {
  const idsOf = (type: string): string[] => rows.flatMap((row) => (row.target_type === type ? [row.target_id] : []));
  const friendIds = showsFriends ? idsOf('profile') : [];
  const [people, blocked, ...seen] = await Promise.all([
    peopleById(ctx.db, friendIds),
    isSubjectToBlocks(viewer) ? blockedAmong(ctx.db, viewer.profileId, friendIds) : new Set<string>(),
    ...Object.keys(activityVerbs).map((kind) => seenTitles(ctx, viewer, kind, idsOf(kind))),
  ]);
  const things = new Map(seen.flatMap((map) => [...map]));
  const lineOf = (row: ActivityRow): Pick<ActivityLine, 'kind' | 'text' | 'path'> | null => {
    if (row.activity_type === 'friendship') {
      const friend = blocked.has(row.target_id) ? undefined : people.get(row.target_id);
      return friend
        ? { kind: 'friendship', text: `became friends with ${friend.displayName}`, path: `/profile/${friend.username}` }
        : null;
    }
    if (row.activity_type === 'rank' && ctx.switches.isListed('ranks')) {
      const step = ladder.find((rankStep) => rankStep.rank === row.metadata.rank);
      return step ? { kind: 'rank', text: `reached ${step.name}`, path: '/ranks' } : null;
    }
    const content = things.get(row.target_id);
    const verb = activityVerbs[row.target_type];
    return content && verb ? { kind: verb.kind, text: `${verb.verb} "${content.title}"`, path: content.url } : null;
  };
  return new Map(
    rows.flatMap((row) => {
      const line = lineOf(row);
      return line ? [[row.id, { id: row.id, ...line, at: row.created_at.toISOString() }]] : [];
    }),
  );
}

/** The things of a kind that this reader finds in lists; a kind that cannot say shows none. */
async function seenTitles(
  ctx: Context,
  viewer: Viewer | null,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, { title: string; url: string }>> {
  const content = ctx.kinds.get(kind);
  if (ids.length === 0 || !content?.listedFor || !content.load || ctx.switches.unlistedKinds.includes(kind))
    return new Map();
  const seen = await content.listedFor(ctx, viewer, ids);
  const items = await content.load(ctx, [...seen]);
  return new Map(items.map((item) => [item.id, { title: item.title, url: item.url }]));
}
