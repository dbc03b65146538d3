import type { Context } from '#platform/server/context.ts';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { appeal, listDecisions } from '#content/moderation/server/appeals/appeals.ts';
import { restrict, warn } from '#content/moderation/server/decisions.ts';
import { addNote } from '#content/moderation/server/notes.ts';
import { confirmComplaint, submitComplaint } from '#content/rights/server/submit.ts';
import { countDaysJob, measureStorageJob } from '#features/staff/server/jobs.ts';

const dayMs = 86_400_000;

/**
 * What staff have to do in the screenshots: a member who was warned, silenced and suspended and appeals, and a complaint
 * about an upload.
 */
export async function giveStaffWork(
  ctx: Context,
  { suspended, upload }: { readonly suspended: FixtureMember; readonly upload: string | null },
): Promise<void> {
  const inDays = (days: number): string => new Date(ctx.clock.now().getTime() + days * dayMs).toISOString();
  const desk = await makeMember(ctx, { moderator: true, username: 'noor_desk', displayName: 'Noor' });
  const decider = { profileId: desk.profileId, isAdmin: false };
  const moderator = (await resolveViewer(ctx, desk.cookie))!;
  // Before the suspension: afterwards they are nobody's reader any more.
  const member = (await resolveViewer(ctx, suspended.cookie))!;
  await warn(ctx, decider, suspended.profileId, 'Please stop posting the same link in every thread.');
  await restrict(ctx, decider, suspended.profileId, 'silence', {
    reason: 'The same link in ten threads.',
    until: inDays(1),
  });
  await addNote(ctx, moderator, suspended.profileId, 'Says that a friend used the account. Answered them by mail.');
  await restrict(ctx, decider, suspended.profileId, 'suspension', {
    reason: 'Went on advertising from a second account.',
    until: inDays(3),
  });
  const { items } = await listDecisions(ctx, member);
  const decision = items.find(({ kind }) => kind === 'suspension');
  const statement = 'The second account is that of my brother. We share the flat and its network, nothing else.';
  await appeal(ctx, member, decision!.id, statement);
  if (upload !== null) await complain(ctx, `/uploads/${upload}`);
  await countDaysJob.run(ctx, {});
  await measureStorageJob.run(ctx, {});
}

/** Makes a complaint and confirms its address, as its claimant does by the mail. */
async function complain(ctx: Context, url: string): Promise<void> {
  const email = 'clara.owner@example.net';
  await submitComplaint(ctx, {
    url,
    work: 'The song "Blue hours" of 2024, written and recorded by me. The second half of this track is its chorus.',
    workUrl: 'https://example.net/blue-hours',
    name: 'Clara Owner',
    onBehalfOf: '',
    email,
    postalAddress: '1 Main Street, Springfield',
    phone: '',
    goodFaith: true,
    accurate: true,
    signature: 'Clara Owner',
  });
  await ctx.jobs.idle();
  const mail = (await ctx.mail.outbox?.list(50))?.find(({ to }) => to === email);
  await confirmComplaint(ctx, /token=([\w-]+)/.exec(mail!.text)![1]!);
}
