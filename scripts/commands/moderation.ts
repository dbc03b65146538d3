import { moderation } from '#contract/moderation.ts';
import { allowWord, banWord, judgeHold, resolveReport } from '#server/features/moderation/decisions.ts';
import { listAudit, listHolds, listReports } from '#server/features/moderation/lists.ts';
import { bannedWordList } from '#server/features/moderation/store.ts';
import { type Command, CommandError, UsageError, siteCommand } from './command.ts';
import { listed } from './output.ts';
import { after, flag, id, required, text } from './values.ts';

const word = text('WORD', 'A word or phrase; quote a phrase.', 80);

const words: readonly Command[] = [
  siteCommand({
    name: 'banned-word list',
    about: 'The words that nobody may post.',
    parameters: {},
    options: {},
    async run(ctx) {
      const items = (await bannedWordList(ctx.db)).map((row) => ({
        id: row.id,
        word: row.word,
        createdAt: row.created_at.toISOString(),
      }));
      return listed(
        { items },
        ['word', 'since'],
        items.map((one) => [one.word, one.createdAt.slice(0, 10)]),
        'No banned words.',
      );
    },
  }),
  siteCommand({
    name: 'banned-word add',
    about: 'Bans a word or phrase: whole words, any case.',
    parameters: { word },
    options: {},
    async run(ctx, input) {
      const parsed = moderation['POST /staff/banned-words'].body.safeParse({ word: input.word });
      if (!parsed.success) throw new UsageError('WORD must have 2 to 80 characters.');
      const made = await banWord(ctx, null, parsed.data.word);
      return { data: made, text: `"${made.word}" is banned.` };
    },
  }),
  siteCommand({
    name: 'banned-word remove',
    about: 'Allows a banned word again.',
    parameters: { word },
    options: {},
    async run(ctx, input) {
      const wanted = input.word.toLowerCase();
      const row = (await bannedWordList(ctx.db)).find((one) => one.word === wanted);
      if (!row) throw new CommandError(`"${wanted}" is not banned.`);
      await allowWord(ctx, null, row.id);
      return { data: { id: row.id, word: row.word }, text: `"${row.word}" is allowed again.` };
    },
  }),
];

const holds: readonly Command[] = [
  siteCommand({
    name: 'hold list',
    about: 'What is held for review, oldest first.',
    parameters: {},
    options: { after },
    async run(ctx, input) {
      const page = await listHolds(ctx, input.after);
      return listed(
        page,
        ['id', 'since', 'kind', 'author', 'reasons', 'title'],
        page.items.map((one) => [
          one.id,
          one.createdAt.slice(0, 16),
          one.subject.kind,
          one.subject.author.username,
          one.reasons.join(', '),
          one.subject.title,
        ]),
        'Nothing is held.',
      );
    },
  }),
  siteCommand({
    name: 'hold release',
    about: 'Publishes what was held, and notifies its author.',
    parameters: { hold: id('Of the list.') },
    options: {},
    async run(ctx, input) {
      await judgeHold(ctx, null, input.hold, 'released', '');
      return { data: { id: input.hold, state: 'released' }, text: 'Published.' };
    },
  }),
  siteCommand({
    name: 'hold reject',
    about: 'Removes what was held, and notifies its author with the reason.',
    parameters: { hold: id('Of the list.') },
    options: { reason: required(text('TEXT', 'The author reads it.')) },
    async run(ctx, input) {
      await judgeHold(ctx, null, input.hold, 'rejected', input.reason);
      return { data: { id: input.hold, state: 'rejected' }, text: 'Removed.' };
    },
  }),
];

const reason = text('TEXT', 'For the audit log.');

const reports: readonly Command[] = [
  siteCommand({
    name: 'report list',
    about: 'Open reports, oldest first.',
    parameters: {},
    options: { resolved: flag('Those that were decided instead.'), after },
    async run(ctx, input) {
      const page = await listReports(ctx, { state: input.resolved ? 'resolved' : 'open', after: input.after });
      return listed(
        page,
        ['id', 'since', 'reason', 'reporter', 'about', 'where', 'note'],
        page.items.map((one) => [
          one.id,
          one.createdAt.slice(0, 16),
          one.reason,
          one.reporter.username,
          one.subject ? `${one.subject.author.username}: ${one.subject.title}` : 'deleted',
          one.subject?.url ?? '',
          one.note,
        ]),
        input.resolved ? 'No report was decided yet.' : 'No open reports.',
      );
    },
  }),
  siteCommand({
    name: 'report resolve',
    about: 'Closes a report and removes what was reported: of a profile its files, texts and links, for good.',
    parameters: { report: id('Of the list.') },
    options: { reason },
    async run(ctx, input) {
      await resolveReport(ctx, null, input.report, { decision: 'remove', reason: input.reason ?? '' });
      return { data: { id: input.report, decision: 'remove' }, text: 'Closed; what was reported is removed.' };
    },
  }),
  siteCommand({
    name: 'report dismiss',
    about: 'Closes a report and keeps what was reported.',
    parameters: { report: id('Of the list.') },
    options: { reason },
    async run(ctx, input) {
      await resolveReport(ctx, null, input.report, { decision: 'keep', reason: input.reason ?? '' });
      return { data: { id: input.report, decision: 'keep' }, text: 'Closed; what was reported stays.' };
    },
  }),
];

const auditList = siteCommand({
  name: 'audit list',
  about: 'What staff and the operator did, newest first.',
  parameters: {},
  options: { target: text('ID', 'Only what was done to this profile, post, reply, …', 100), after },
  async run(ctx, input) {
    const page = await listAudit(ctx, { targetId: input.target, after: input.after });
    return listed(
      page,
      ['at', 'who', 'action', 'target', 'reason', 'details'],
      page.items.map((one) => [
        one.createdAt.slice(0, 19),
        one.actor?.username ?? 'command line',
        one.action,
        `${one.targetKind} ${one.targetId}`,
        one.reason,
        Object.keys(one.details).length === 0 ? '' : one.details,
      ]),
      'The audit log is empty.',
    );
  },
});

/** Banned words, holds, reports and the audit log. */
export const moderationCommands: readonly Command[] = [...words, ...holds, ...reports, auditList];
