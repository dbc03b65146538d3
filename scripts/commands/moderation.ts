import { bannedWordAction, moderation } from '#content/moderation/contract/endpoints.ts';
import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import { decide } from '#content/moderation/server/decisions.ts';
import { verifyAudit } from '#content/moderation/server/audit-chain.ts';
import { listAudit } from '#content/moderation/server/lists.ts';
import { listQueue, readQueueItem } from '#content/moderation/server/queue/queue.ts';
import type { Decision } from '#content/moderation/server/rules/queue.ts';
import { allowWord, banWord } from '#content/moderation/server/words/words.ts';
import { bannedWordList } from '#content/moderation/server/words/words-store.ts';
import { type Command, CommandError, UsageError, type Value, siteCommand } from './command.ts';
import { listed, sheet, table } from './output.ts';
import { after, flag, id, oneOf, text } from './values.ts';

const word = text('WORD', 'A word or phrase; quote a phrase.', 80);

const words: readonly Command[] = [
  siteCommand({
    name: 'banned-word list',
    about: 'The banned words, and what happens to a text with them.',
    parameters: {},
    options: {},
    async run(ctx) {
      const items = (await bannedWordList(ctx.db)).map((row) => ({
        id: row.id,
        word: row.word,
        action: row.action,
        createdAt: row.created_at.toISOString(),
      }));
      return listed(
        { items },
        ['word', 'action', 'since'],
        items.map((banned) => [banned.word, banned.action, banned.createdAt.slice(0, 10)]),
        'No banned words.',
      );
    },
  }),
  siteCommand({
    name: 'banned-word add',
    about: 'Bans a word or phrase: whole words, any case.',
    parameters: { word },
    options: { action: oneOf(bannedWordAction.options, 'What happens to a text with it; refuse if not given.') },
    async run(ctx, input) {
      const { action } = input;
      const body = { word: input.word, ...(action && { action }) };
      const parsed = moderation['POST /staff/banned-words'].body.safeParse(body);
      if (!parsed.success) throw new UsageError('WORD must have 2 to 80 characters.');
      const banned = await banWord(ctx, null, parsed.data);
      return { data: banned, text: `"${banned.word}" is banned.` };
    },
  }),
  siteCommand({
    name: 'banned-word remove',
    about: 'Allows a banned word again.',
    parameters: { word },
    options: {},
    async run(ctx, input) {
      const wanted = input.word.toLowerCase();
      const row = (await bannedWordList(ctx.db)).find((banned) => banned.word === wanted);
      if (!row) throw new CommandError(`"${wanted}" is not banned.`);
      await allowWord(ctx, null, row.id);
      return { data: { id: row.id, word: row.word }, text: `"${row.word}" is allowed again.` };
    },
  }),
];

const item = id('Of the list.');
const reason = text('TEXT', 'For the audit log.');
const causes = ['report', 'hold', 'mark', 'approval'] as const;

/** Why an item is in the queue, in few words. */
const whyOf = (queueItem: QueueItem): string =>
  [
    queueItem.reports.count > 0 && `${queueItem.reports.count} x ${queueItem.reports.reasons.join(', ')}`,
    queueItem.hold && `held: ${queueItem.hold.reasons.join(', ')}`,
    queueItem.markedWords.length > 0 && `marked: ${queueItem.markedWords.join(', ')}`,
    queueItem.needsApproval && 'needs approval',
  ]
    .filter(Boolean)
    .join('; ');

function decision(name: Decision, about: string, said: string, why: Value<string>): Command {
  return siteCommand({
    name: `queue ${name}`,
    about,
    parameters: { item },
    options: { reason: why },
    async run(ctx, input) {
      // By its id alone: the operator names the item that was listed, and has no page that could be behind.
      await decide(ctx, null, input.item, { decision: name, reason: input.reason ?? '', version: null });
      return { data: { id: input.item, decision: name }, text: said };
    },
  });
}

const forAuthor = text('TEXT', 'The author reads it; what waits for review needs one.');

const queue: readonly Command[] = [
  siteCommand({
    name: 'queue list',
    about: 'What waits for a decision: reports, held texts, approvals; what harms most first, then the oldest.',
    parameters: {},
    options: {
      decided: flag('Those that were decided instead, newest first.'),
      cause: oneOf(
        causes,
        '`report`, `hold` or `approval`: only what was reported, is held or needs an approval.',
        'CAUSE',
      ),
      after,
    },
    async run(ctx, input) {
      const page = await listQueue(ctx, {
        state: input.decided ? 'decided' : 'open',
        cause: input.cause,
        after: input.after,
      });
      return listed(
        page,
        ['id', 'since', 'kind', 'author', 'why', 'title', ...(input.decided ? ['decision', 'by'] : [])],
        page.items.map((queueItem) => [
          queueItem.id,
          queueItem.createdAt.slice(0, 16),
          queueItem.subject.kind,
          queueItem.author.username,
          whyOf(queueItem),
          queueItem.subject.title,
          ...(input.decided ? [queueItem.decision?.decision, queueItem.decision?.by?.username ?? 'command line'] : []),
        ]),
        input.decided ? 'Nothing was decided yet.' : 'Nothing waits.',
      );
    },
  }),
  siteCommand({
    name: 'queue show',
    about: 'One item: its text, why it is there, who reported it and what was decided.',
    parameters: { item },
    options: {},
    async run(ctx, input) {
      const queueItem = await readQueueItem(ctx, null, input.item);
      const history = queueItem.history.map((line) => [
        line.createdAt.slice(0, 19),
        line.kind,
        line.actor?.username,
        line.decision ?? line.reasons.join(', '),
        line.note,
      ]);
      const about = sheet({
        id: queueItem.id,
        state: queueItem.state,
        kind: queueItem.subject.kind,
        title: queueItem.subject.title,
        excerpt: queueItem.subject.excerpt,
        url: queueItem.subject.url,
        visibility: queueItem.subject.visibility,
        author: queueItem.author.username,
        why: whyOf(queueItem),
      });
      return { data: queueItem, text: `${about}\n\n${table(['at', 'what', 'who', 'about', 'note'], history)}` };
    },
  }),
  decision('approve', 'Publishes what waited for review, and notifies its author.', 'Published.', reason),
  decision(
    'remove',
    'Removes it: of a profile its files, texts and links, for good. Its author is notified with the reason.',
    'Removed.',
    forAuthor,
  ),
  decision('keep', 'Closes reports and keeps what was reported.', 'Closed; it stays.', reason),
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
      page.items.map((line) => [
        line.createdAt.slice(0, 19),
        line.actor?.username ?? 'command line',
        line.action,
        `${line.targetKind} ${line.targetId}`,
        line.reason,
        Object.keys(line.details).length === 0 ? '' : line.details,
      ]),
      'The audit log is empty.',
    );
  },
});

/** `12:ab…`, as an earlier check has printed it. @throws {UsageError} */
function knownHead(head: string | undefined): { seq: number; hash: string } | null {
  if (head === undefined) return null;
  const [, seq, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(head) ?? [];
  if (seq === undefined || hash === undefined) throw new UsageError('HEAD is what an earlier check printed: 12:ab34…');
  return { seq: Number(seq), hash };
}

const auditVerify = siteCommand({
  name: 'audit verify',
  about: 'Checks that no entry of the audit log was changed, removed or added by another way.',
  parameters: {},
  options: {
    head: text('HEAD', 'What an earlier check printed: whether that entry is still there shows what was cut off.', 90),
  },
  async run(ctx, input) {
    const { entries, head, fault } = await verifyAudit(ctx.db, knownHead(input.head));
    if (fault !== null) throw new CommandError(fault);
    const place = head === null ? '' : ` Its head, to be noted elsewhere: ${head.seq}:${head.hash}`;
    return { data: { entries, head }, text: `${entries} entries, all as they were written.${place}` };
  },
});

/** Banned words, the moderation queue and the audit log. */
export const moderationCommands: readonly Command[] = [...words, ...queue, auditList, auditVerify];
