import type { Context } from '#server/context.ts';
import { mentionedIn, noticeOf, publishedFacts } from '#server/features/content/notify.ts';
import type { ContentType } from '#server/features/content/type.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { sql } from '#server/platform/db/database.ts';

/** Notifies the upload's author and the mentioned of a new comment; each of them once. */
export async function notifyComment(ctx: Context, type: ContentType, commentId: string): Promise<boolean> {
  const facts = await publishedFacts(ctx, type, commentId);
  if (!facts) return false;
  const [comment] = await ctx.db.rows<{ content: string }>(
    sql`SELECT content FROM upload_comments WHERE id = ${commentId}`,
  );
  const uploader = facts.parent!.authorId;
  const mentioned = await mentionedIn(ctx, comment?.content ?? '');
  if ([uploader, ...mentioned].every((id) => id === facts.authorId)) return false;
  const { about, ...shared } = noticeOf(type, facts);
  await ctx.db.tx(async (tx) => {
    // The nearest cause first: the same member is not notified again by the next.
    await notify(ctx, tx, [uploader], { ...shared, ...noticeText.reply(about, 'upload') });
    await notify(ctx, tx, mentioned, { ...shared, ...noticeText.mention(about) });
  });
  return true;
}
