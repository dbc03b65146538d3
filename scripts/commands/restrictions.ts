import { lift, restrict } from '#content/moderation/server/decisions.ts';
import { listRestrictions } from '#content/moderation/server/lists.ts';
import { type Command, siteCommand } from './command.ts';
import { listed } from './output.ts';
import { member, timestamp, required, text } from './values.ts';
import { memberNamed } from './who.ts';

const kinds = {
  suspension: {
    verb: 'suspend',
    done: 'suspended',
    about: 'Suspends a member: they read and manage their account, no more.',
  },
  silence: { verb: 'silence', done: 'silenced', about: 'Silences a member: they read, but do not post.' },
} as const;

function pair(kind: keyof typeof kinds): Command[] {
  const { verb, done, about } = kinds[kind];
  return [
    siteCommand({
      name: `account ${verb}`,
      about,
      parameters: { member },
      options: {
        reason: required(text('TEXT', 'The member reads it.')),
        until: timestamp('Until when; without end when not given.'),
      },
      async run(ctx, input) {
        const user = await memberNamed(ctx, input.member);
        const until = input.until?.toISOString() ?? null;
        const restriction = await restrict(ctx, null, user.profileId, kind, { reason: input.reason, until });
        return {
          data: restriction,
          text: `${user.username} is ${done} ${until === null ? 'without end' : `until ${until}`}.`,
        };
      },
    }),
    siteCommand({
      name: `account un${verb}`,
      about: `Lifts a ${kind}.`,
      parameters: { member },
      options: {},
      async run(ctx, input) {
        const user = await memberNamed(ctx, input.member);
        await lift(ctx, null, user.profileId, kind);
        return { data: { username: user.username }, text: `${user.username} is not ${done} any more.` };
      },
    }),
  ];
}

const list = siteCommand({
  name: 'account restrictions',
  about: "A member's suspensions and silences, newest first.",
  parameters: { member },
  options: {},
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const page = await listRestrictions(ctx, user.profileId);
    return listed(
      page,
      ['kind', 'since', 'until', 'reason'],
      page.items.map((row) => [row.kind, row.createdAt, row.until ?? 'without end', row.reason]),
      'Never restricted.',
    );
  },
});

/** Suspensions and silences. */
export const restrictionCommands: readonly Command[] = [...pair('suspension'), ...pair('silence'), list];
