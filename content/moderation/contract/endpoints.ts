import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { defineTopics } from '#platform/contract/event.ts';
import { moderation as limits } from './limits.ts';
import { partRefusal } from './spammers.ts';
import { mediaFile } from '#content/media/contract/endpoints.ts';
import { sharingKinds, sharingReplyKinds } from '#content/core/contract/shared-kinds.ts';
import { cursor, done, id, timestamp, pageOf, person, readVersion } from '#platform/contract/shapes.ts';

const reason = z.string().trim().min(1).max(1000);
const word = z.string().trim().min(2).max(limits.wordMax);
/** Everything that can be reported, or be what a complaint is about. */
export const subjectKind = z.enum([
  'forum_post',
  'post_reply',
  'upload',
  'upload_comment',
  'gallery_image',
  ...sharingKinds,
  ...sharingReplyKinds,
  'spotify_showcase',
  'listening_party',
  'chat_message',
  'profile',
]);
/** What stands in the queue: a complaint or an appeal is an item of its own. */
const queueKind = z.enum([...subjectKind.options, 'complaint', 'appeal']);

export const queueDecision = z.enum(['approve', 'remove', 'keep']);
/** `obsolete`: nothing was left to decide, because its author removed it or it is gone. */
const ending = z.enum([...queueDecision.options, 'obsolete']);

export const queueEnd = z.object({
  decision: ending,
  /** Null for the operator and the system. */
  by: person.nullable(),
  reason: z.string(),
  at: timestamp,
});

/** The content that an item is about. */
export const queueSubject = z.object({
  kind: z.string(),
  id,
  title: z.string(),
  excerpt: z.string(),
  url: z.string(),
  /** `deleted`: gone for good. */
  visibility: z.enum(['published', 'held', 'removed', 'deleted']),
  isAdult: z.boolean(),
  /** What it stands below, or itself. */
  threadId: id,
});

/** What became of an author's items, and how often the author was restricted. */
export const queueHistory = z.object({
  open: z.number(),
  removed: z.number(),
  kept: z.number(),
  restrictions: z.number(),
});

/** A range of a text that a filter found, in UTF-16 code units. */
export const queueMark = z.object({ from: z.int(), to: z.int(), what: z.string() });
export type QueueMark = z.infer<typeof queueMark>;

/** A text with its author: an answer around an item, a note of staff about a member. */
export const authoredText = z.object({ id, author: person, text: z.string(), createdAt: timestamp });

/** What this member of staff may do with an item now: what the server would refuse is false. */
export const queueCan = z.object({
  approve: z.boolean(),
  keep: z.boolean(),
  remove: z.boolean(),
  hold: z.boolean(),
  /** Ask its author to change it. */
  ask: z.boolean(),
  escalate: z.boolean(),
  undo: z.boolean(),
  /** Warn, silence and suspend its author. */
  restrict: z.boolean(),
});
export type QueueCan = z.infer<typeof queueCan>;

/** One report. */
export const queueReport = z.object({
  id,
  reporter: person,
  reason: z.string(),
  note: z.string(),
  createdAt: timestamp,
});

/** The reports of an item. */
export const queueReports = z.object({
  count: z.number(),
  /** Of all reports, each once. */
  reasons: z.array(z.string()),
  /** Newest first. */
  newest: z.array(queueReport),
});

/** An item of the moderation queue: one for each subject, whatever has put it there. */
export const queueItem = z.object({
  id,
  /** What decisions about it send back; null in lists without the content, because nobody has read it there. */
  version: readVersion.nullable(),
  state: z.enum(['open', 'decided']),
  /** 1 is most urgent. Open items are in the order of priority and age. */
  priority: z.number(),
  subject: queueSubject,
  /** All of it, where that was asked for and its kind can be shown: what its author wrote, as plain text, and its files. */
  content: z.object({ text: z.string(), files: z.array(mediaFile) }).nullable(),
  author: person,
  /** Of the author's newest 200 items and restrictions. */
  authorHistory: queueHistory,
  reports: queueReports,
  /** Why it is held, and who of staff wrote the words that are; null where it is not held. */
  hold: z.object({ reasons: z.array(z.string()), editor: person.nullable() }).nullable(),
  /** Banned words for which staff want to see it, though everybody does; empty for none. */
  markedWords: z.array(z.string()),
  /** Its type is published after an approval alone. */
  needsApproval: z.boolean(),
  /** It was handed to admins, who alone decide it. */
  isEscalated: z.boolean(),
  /** Staff have asked its author to change it, who has edited it since then or not; null where nobody has asked. */
  request: z.object({ isAnswered: z.boolean() }).nullable(),
  /** Who of staff has it open now. */
  takenBy: person.nullable(),
  /** Null while it is open. */
  decision: queueEnd.nullable(),
  createdAt: timestamp,
});
export type QueueItem = z.infer<typeof queueItem>;

export const restriction = z.object({
  id,
  kind: z.enum(['suspension', 'silence', 'warning']),
  reason: z.string(),
  until: timestamp.nullable(),
  /** When staff lifted it. */
  liftedAt: timestamp.nullable(),
  createdAt: timestamp,
});
export const auditEntry = z.object({
  id,
  actor: person.nullable(),
  action: z.string(),
  targetKind: z.string(),
  targetId: z.string(),
  /** What it was done to, as staff find it now; null for what is gone, or has no page. */
  target: z.object({ name: z.string(), url: z.string() }).nullable(),
  reason: z.string(),
  /** With `before` and `after`: what the action changed, as it was and as it is now. */
  details: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
});
/** What happens to a text with a banned word: refused; held for review; or published and put into the queue. */
export const bannedWordAction = z.enum(['refuse', 'hold', 'mark']);
export type BannedWordAction = z.infer<typeof bannedWordAction>;
export const bannedWord = z.object({
  id,
  word: z.string(),
  action: bannedWordAction,
  /** Null for the operator. */
  addedBy: person.nullable(),
  createdAt: timestamp,
});
export type BannedWord = z.infer<typeof bannedWord>;

/** What staff should know of a word before they ban it. */
export const wordWarning = z.enum([
  /** No letter and no digit: it is never found, and cannot be saved. */
  'unreadable',
  /** One letter or digit: it cannot be saved. */
  'too_short',
  /** Emoji and other signs in it are not compared. */
  'emoji',
  /** It looks like a regular expression: signs are not compared, there are no patterns. */
  'pattern',
  /** Two letters: they stand by chance in many texts. */
  'short',
  /** Many of the latest texts have it. */
  'common',
]);
export type WordWarning = z.infer<typeof wordWarning>;

const itemParams = z.object({ itemId: id });
const memberParams = z.object({ profileId: id });
const restrict = z.object({ reason, until: timestamp.nullable() });

/** An item as it was read. */
const decidedItem = z.object({ id, version: readVersion });
/** What became of one of several items: its version where it was decided, or why it was refused. */
export const itemResult = z.object({ id, version: readVersion.nullable(), refusal: partRefusal.nullable() });
const manyResults = z.object({ items: z.array(itemResult) });

/** Reporting, and the endpoints of staff for content. */
export const moderation = defineEndpoints({
  'POST /reports': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to send the report',
    summary:
      'Reports something to staff. Reporting the same thing twice keeps one report; a profile that staff have decided about may be reported again.',
    body: z.object({
      kind: subjectKind,
      id,
      reason: z.enum(['spam', 'abuse', 'private_information', 'adult', 'copyright', 'other']),
      note: z.string().trim().max(1000).default(''),
    }),
    reply: done,
    errors: ['not_found', 'own_profile', 'own_report'],
  },
  'GET /staff/queue': {
    access: 'moderator',
    limit: 'read',
    summary:
      'The moderation queue: what was reported, is held for review or needs an approval. Open items by harm and age; decided ones newest decision first.',
    query: z.object({
      after: cursor.optional(),
      state: z.enum(['open', 'decided']).default('open'),
      cause: z.enum(['report', 'hold', 'mark', 'approval']).optional(),
      kind: queueKind.optional(),
      /** Profile id. */
      author: id.optional(),
      /** Id of what it is about. */
      subject: id.optional(),
      /** Id of a post or an upload: what is about it or its answers. */
      thread: id.optional(),
      /** `full`: with the content of each. */
      content: z.enum(['excerpt', 'full']).default('excerpt'),
    }),
    reply: pageOf(queueItem),
    errors: [],
  },
  'GET /staff/queue/:itemId': {
    access: 'moderator',
    limit: 'read',
    summary: 'One item of the queue with its history, and earlier items of the same subject.',
    params: itemParams,
    reply: queueItem.extend({
      version: readVersion,
      can: queueCan,
      /** What the filters find in `content.text`, in order and without overlaps. */
      marks: z.array(queueMark),
      /** What it stands among; null for what answers nothing. */
      around: z
        .object({
          /** What it answers: a reply in its thread, or the thread. */
          above: z.object({ author: person, text: z.string() }),
          /** The nearest answers before and after it, oldest first. */
          before: z.array(authoredText),
          after: z.array(authoredText),
        })
        .nullable(),
      /** Null where it is nobody's. */
      authorFacts: z.object({ joinedAt: timestamp, posts: z.int() }).nullable(),
      /** Newest first: the newest 20 reports, and the newest 50 other lines. */
      history: z.array(
        z.object({
          id,
          /** `removal`: not by staff; its reports stay. */
          kind: z.enum([
            'report',
            'hold',
            'mark',
            'approval',
            'removal',
            'decision',
            'escalation',
            'request',
            'reversal',
          ]),
          /** Who reported, wrote what is held (of staff), removed or decided; null for the operator and the system. */
          actor: person.nullable(),
          reasons: z.array(z.string()),
          note: z.string(),
          source: z.string().nullable(),
          decision: ending.nullable(),
          createdAt: timestamp,
        }),
      ),
      /** Newest first, at most 10. */
      earlier: z.array(z.object({ id, createdAt: timestamp, decision: queueEnd.nullable() })),
    }),
    errors: ['not_found'],
  },
  'POST /staff/queue/:itemId/decide': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to decide',
    summary:
      'Decides about an item: what waits is approved (nobody their own held words) or removed with a reason, what was reported is kept or removed (of a profile its pictures, sound, texts and links, for good). The author is notified.',
    params: itemParams,
    body: z.object({
      version: readVersion,
      decision: queueDecision,
      reason: z.string().trim().max(1000).default(''),
    }),
    /** The version of the decided item, with which the decision is taken back. */
    reply: done.extend({ version: readVersion }),
    errors: [
      'not_found',
      'already_decided',
      'decision_outdated',
      'own_content',
      'staff_protected',
      'complaint_stands',
      'with_admins',
      'appeal_other_decider',
    ],
  },
  'POST /staff/queue/decisions': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to decide',
    summary:
      'Decides about several items that were read, with one reason, each as `POST /staff/queue/{itemId}/decide` would: what is refused of one does not keep the others.',
    body: z.object({
      items: z
        .array(decidedItem.extend({ decision: queueDecision }))
        .min(1)
        .max(limits.manyMax),
      reason: z.string().trim().max(1000).default(''),
    }),
    reply: manyResults,
    errors: [],
  },
  'POST /staff/queue/decisions/undo': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to take the decisions back',
    summary: 'Takes several decisions back, each as `POST /staff/queue/{itemId}/undo` would.',
    body: z.object({ items: z.array(decidedItem).min(1).max(limits.manyMax) }),
    reply: manyResults,
    errors: [],
  },
  'POST /staff/queue/:itemId/undo': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to take the decision back',
    summary:
      'Takes a decision back: what was removed is restored, what was published waits again, and the item is open. Author and reporters are notified, unless they had not read of the decision yet.',
    params: itemParams,
    body: z.object({ version: readVersion }),
    reply: done,
    errors: ['not_found', 'not_reversible', 'decision_outdated', 'own_content', 'staff_protected', 'complaint_stands'],
  },
  'POST /staff/queue/:itemId/hold': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to hold it',
    summary: 'Hides what is published until staff have decided. The author is notified.',
    params: itemParams,
    body: z.object({ version: readVersion, reason: z.string().trim().max(1000).default('') }),
    reply: done,
    errors: ['not_found', 'already_decided', 'decision_outdated', 'staff_protected', 'with_admins', 'not_reversible'],
  },
  'POST /staff/queue/:itemId/ask': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to ask the author',
    summary:
      'Asks the author to change it, with the reason: what is published is hidden until staff have looked at the change.',
    params: itemParams,
    body: z.object({ version: readVersion, reason }),
    reply: done,
    errors: ['not_found', 'already_decided', 'decision_outdated', 'staff_protected', 'with_admins', 'not_reversible'],
  },
  'POST /staff/queue/:itemId/escalate': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to hand it to admins',
    summary: 'Hands an item to admins, who are notified and alone decide it.',
    params: itemParams,
    body: z.object({ version: readVersion, reason }),
    reply: done,
    errors: ['not_found', 'already_decided', 'decision_outdated'],
  },
  'PUT /staff/queue/:itemId/taken': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to take the item',
    summary: 'The sign that a page sends while somebody of staff has an item open, so that others see it as taken.',
    params: itemParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ takenBy: person.nullable() }),
    errors: ['not_found'],
  },
  'GET /staff/templates': {
    access: 'moderator',
    limit: 'read',
    summary: 'Reasons to choose from: the own templates, and the rules of the site.',
    reply: z.object({ items: z.array(z.string()), rules: z.array(z.string()) }),
    errors: [],
  },
  'PUT /staff/templates': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the templates',
    summary: 'Saves the own templates of reasons, in their order.',
    body: z.object({ items: z.array(z.string().trim().min(1).max(limits.templateMax)).max(limits.templatesMax) }),
    reply: z.object({ items: z.array(z.string()), rules: z.array(z.string()) }),
    errors: [],
  },
  'GET /staff/members/:profileId/notes': {
    access: 'moderator',
    limit: 'read',
    summary: 'What staff noted about a member, newest first.',
    params: memberParams,
    reply: z.object({ items: z.array(authoredText) }),
    errors: ['profile_not_found'],
  },
  'POST /staff/members/:profileId/notes': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the note',
    summary: 'Notes something about a member, for staff alone.',
    params: memberParams,
    body: z.object({ text: z.string().trim().min(1).max(2000) }),
    reply: authoredText,
    errors: ['profile_not_found'],
  },
  'POST /staff/members/:profileId/warnings': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to warn the member',
    summary: 'Warns a member, who reads the reason.',
    params: memberParams,
    body: z.object({ reason }),
    reply: restriction,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'GET /staff/members/:profileId/restrictions': {
    access: 'moderator',
    limit: 'read',
    summary: "A member's suspensions and silences, newest first.",
    params: memberParams,
    reply: z.object({ items: z.array(restriction) }),
    errors: ['profile_not_found'],
  },
  'PUT /staff/members/:profileId/suspension': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to suspend the member',
    summary: 'Suspends a member until a time, or without end (null).',
    params: memberParams,
    body: restrict,
    reply: restriction,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'DELETE /staff/members/:profileId/suspension': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to lift the suspension',
    summary: 'Lifts a suspension.',
    params: memberParams,
    reply: done,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'PUT /staff/members/:profileId/silence': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to silence the member',
    summary: 'Silences a member until a time, or without end (null): they read, but do not post.',
    params: memberParams,
    body: restrict,
    reply: restriction,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'DELETE /staff/members/:profileId/silence': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to lift the silence',
    summary: 'Lifts a silence.',
    params: memberParams,
    reply: done,
    errors: ['profile_not_found', 'staff_protected'],
  },
  'GET /staff/banned-words': {
    access: 'moderator',
    limit: 'read',
    summary: 'The banned words in their order, or those that hold a text.',
    query: z.object({
      after: z.string().max(limits.wordMax).optional(),
      q: z.string().trim().max(limits.wordMax).optional(),
    }),
    reply: pageOf(bannedWord).extend({ total: z.int() }),
    errors: [],
  },
  'POST /staff/banned-words': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the word',
    summary: 'Bans a word or phrase; matched as whole words, any case. The same again changes nothing.',
    body: z.object({ word, action: bannedWordAction.default('refuse') }),
    reply: bannedWord,
    errors: ['word_banned'],
  },
  'POST /staff/banned-words/try': {
    access: 'moderator',
    limit: 'wordTrial',
    failure: 'Failed to try the word',
    summary:
      'Tries a word against the latest 10,000 texts, before it is banned: how many have it, and which. Saves nothing.',
    body: z.object({ word: z.string().trim().max(limits.wordMax) }),
    reply: z.object({
      /** Texts that were read. */
      checked: z.int(),
      matched: z.int(),
      /** The newest of them. */
      examples: z.array(
        z.object({ kind: z.string(), id, title: z.string(), excerpt: z.string(), url: z.string(), author: person }),
      ),
      warnings: z.array(wordWarning),
    }),
    errors: [],
  },
  'PATCH /staff/banned-words/:wordId': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to save the word',
    summary: 'Changes a banned word, or what happens to texts with it.',
    params: z.object({ wordId: id }),
    body: z.object({ word: word.optional(), action: bannedWordAction.optional() }),
    reply: bannedWord,
    errors: ['not_found', 'word_banned'],
  },
  'DELETE /staff/banned-words/:wordId': {
    access: 'moderator',
    limit: 'write',
    failure: 'Failed to remove the word',
    summary: 'Allows a banned word again.',
    params: z.object({ wordId: id }),
    reply: done,
    errors: ['not_found'],
  },
  'GET /staff/audit': {
    access: 'moderator',
    limit: 'read',
    summary: 'What staff did: who, what, when, why; newest first.',
    query: z.object({
      after: cursor.optional(),
      targetId: z.string().max(100).optional(),
      /** Username of who did it. */
      actor: z.string().trim().max(40).optional(),
      /** An action, or the first part of several: `song.`. */
      action: z.string().max(60).optional(),
      from: timestamp.optional(),
      until: timestamp.optional(),
    }),
    reply: pageOf(auditEntry),
    errors: [],
  },
});

export const moderationTopics = defineTopics({
  /** Hints for open pages of staff. */
  staff: {
    pattern: 'staff',
    access: 'decided by the feature',
    events: {
      /** An item of the queue came, was taken, decided or opened again. */
      queue_changed: z.object({ id }),
      /** For a page that begins to listen: open items that somebody of staff has open, and whose id that is. */
      queue_taken: z.object({ items: z.array(z.object({ id, by: id })) }),
    },
  },
});
