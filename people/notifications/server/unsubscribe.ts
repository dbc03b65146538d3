import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import { isId } from '#platform/server/ids.ts';
import { endDigest } from './store.ts';

const signatureOf = (secret: string, profileId: string): string =>
  createHmac('sha256', secret).update(`digest-off:${profileId}`).digest('base64url');

/** The token of a member's link to end the mails. It works for good: a mail may lie for years. */
export function unsubscribeToken(ctx: Pick<Context, 'secret'>, profileId: string): string {
  return `${profileId}.${signatureOf(ctx.secret, profileId)}`;
}

/** Ends the mails of a token's member; done already is done. @returns false when we have not signed it. */
export async function unsubscribe(ctx: Context, token: string): Promise<boolean> {
  const [profileId = '', signature = ''] = token.split('.', 2);
  if (!isId(profileId)) return false;
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(ctx.secret, profileId))];
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return false;
  await endDigest(ctx.db, profileId);
  return true;
}
