import type { Context } from '#platform/server/context.ts';
import { takeBack } from '#people/ledger/server/actions.ts';
import { checkStoredTextOf, hold, mark, rememberText } from '#content/moderation/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { announceChange } from './live.ts';
import { contentFacts } from './facts.ts';
import { afterPublishing, countState, rewardCause } from './lifecycle.ts';
import { revokeLinksTo } from './links.ts';
import { syncNotificationsJob } from './notify.ts';
import { canSpeak, requireSeen } from './policies.ts';
import { fileReasons } from './returned-files.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';
import { wholeWords } from './versions.ts';

/** Who is to see a content: everybody; whoever has a secret link; or its author alone, which ends all links to it. */
export type ChosenVisibility = 'public' | 'link' | 'private';

const stateAs = async (tx: Tx, type: ContentType, id: string, state: ContentState): Promise<void> => {
  await tx.rows(sql`UPDATE ${sql.raw(type.table)} SET state = ${state} WHERE id = ${id}`);
};

/**
 * Publishes what its author kept back: the first time with all that follows a new content. What would hold a new content
 * holds it for staff, and so does a word that would be refused. False when it was not private.
 * @param mayRefuse whether its author is there to be refused; a job holds it instead
 * @throws {Refusal} `spam_blocked`
 */
export async function publishPrivate<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  mayRefuse: boolean,
): Promise<boolean> {
  const facts = await contentFacts(tx, type, id, true);
  if (facts?.state !== 'private') return false;
  const words = await wholeWords(tx, type, id);
  const { reasons, marks } = await checkStoredTextOf(ctx, tx, facts.authorId, words, mayRefuse);
  await rememberText(ctx, tx, facts.authorId, words);
  const causes = await fileReasons(tx, type, id);
  if (causes.length > 0 || reasons.length > 0) {
    await stateAs(tx, type, id, 'held');
    await hold(ctx, tx, {
      kind: type.kind,
      id,
      authorId: facts.authorId,
      reasons: [...reasons, ...causes],
      source: causes.length > 0 ? 'returned_file' : 'private_information',
    });
    await announceChange(ctx, tx, type, { ...facts, state: 'held' }, 'edited');
    return true;
  }
  await stateAs(tx, type, id, 'published');
  await type.release?.(tx, id, ctx.clock.now());
  await countState(tx, type, facts, 'private', 'published');
  await mark(ctx, tx, { kind: type.kind, id, authorId: facts.authorId }, marks);
  await afterPublishing(ctx, tx, type, { ...facts, state: 'published' }, 'published');
  // What was public before is in inboxes already, hidden.
  await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  return true;
}

/** Takes what everybody sees back: its reward goes, and its notifications are hidden. The caller has locked it. */
async function takeOut<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
): Promise<void> {
  const { id } = facts;
  await stateAs(tx, type, id, 'private');
  await countState(tx, type, facts, 'published', 'private');
  if (type.reward) await takeBack(ctx, tx, facts.authorId, rewardCause(type.kind, id));
  await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  await announceChange(ctx, tx, type, { ...facts, state: 'private' }, 'removed');
}

/**
 * Its author decides who sees a content. The same again changes nothing.
 * @throws {Refusal} `forbidden`, `visibility_waits` for what is held, pending or removed, `spam_blocked`; as `requireSeen`
 */
export async function setVisibility<Extra extends object>(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  type: ContentType<Extra>,
  id: string,
  visibility: ChosenVisibility,
): Promise<void> {
  const facts = await requireSeen(tx, type, id, viewer, true);
  if (facts.authorId !== viewer.profileId || !canSpeak(viewer)) throw new Refusal('forbidden');
  if (facts.state !== 'published' && facts.state !== 'private') throw new Refusal('visibility_waits');
  if (visibility === 'private') {
    await revokeLinksTo(tx, [id]);
    tx.afterCommit(() => ctx.pages.drop());
  }
  if (visibility === 'public') await publishPrivate(ctx, tx, type, id, true);
  else if (facts.state === 'published') await takeOut(ctx, tx, type, facts);
  await record(ctx, tx, viewer, facts.authorId, {
    action: `${type.kind}.visibility`,
    targetKind: type.kind,
    targetId: id,
    details: { before: { state: facts.state }, after: { visibility } },
  });
}
