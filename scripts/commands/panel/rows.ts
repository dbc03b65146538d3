import type { ContractKey } from '#site/contract/contract.ts';

/** A staff endpoint as a command. Arguments and options follow from its schemas (`commands.ts`). */
export interface PanelRow {
  readonly name: string;
  readonly key: ContractKey;
  /** One line for the help; the endpoint's summary when not given. */
  readonly about?: string;
  /** Fields of the body or query that are words of the command and no options. */
  readonly words?: readonly string[];
  /** Fields that the command itself says. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Columns of a list, such as `subject.title`; all when not given. */
  readonly columns?: readonly string[];
}

const complaintColumns = ['id', 'reference', 'state', 'receivedAt', 'claimantName', 'work', 'subject.url', 'uploader'];

/** What the panel can do and no other command does. */
export const panelRows: readonly PanelRow[] = [
  { name: 'overview', key: 'GET /staff/overview' },
  {
    name: 'overview counts',
    key: 'GET /staff/counts',
    about: 'What waits for staff: the numbers on the tabs of the admin panel.',
  },
  { name: 'overview checklist', key: 'GET /staff/checklist' },
  { name: 'storage show', key: 'GET /staff/storage' },
  { name: 'storage measure', key: 'POST /staff/storage/measure' },
  { name: 'account find', key: 'GET /staff/members' },
  { name: 'account warn', key: 'POST /staff/members/:profileId/warnings' },
  {
    name: 'account give-role',
    key: 'PUT /staff/members/:profileId/role',
    words: ['role'],
    about: 'Gives a member a custom role or a rank; `none` takes it away.',
  },
  { name: 'note list', key: 'GET /staff/members/:profileId/notes' },
  { name: 'note add', key: 'POST /staff/members/:profileId/notes', words: ['text'] },
  { name: 'spammer show', key: 'GET /staff/members/:profileId/spam' },
  {
    name: 'spammer mark',
    key: 'POST /staff/spammers',
    words: ['profileIds'],
    about: 'Suspends a spammer without end and removes what they made in the last days.',
  },
  {
    name: 'spammer undo',
    key: 'POST /staff/spammers/undo',
    words: ['profileIds'],
    about: 'Takes that back, with all that it removed.',
  },
  { name: 'invitation create', key: 'POST /invitations' },
  { name: 'invitation list', key: 'GET /invitations' },
  { name: 'invitation revoke', key: 'DELETE /invitations/:invitationId' },
  { name: 'role list', key: 'GET /staff/custom-roles' },
  { name: 'role create', key: 'POST /staff/custom-roles', words: ['name'] },
  { name: 'role change', key: 'PATCH /staff/custom-roles/:roleId' },
  {
    name: 'announcement list',
    key: 'GET /staff/announcements',
    columns: ['id', 'title', 'type', 'priority', 'isPinned', 'isPublished', 'publishAt', 'expiresAt', 'author'],
  },
  {
    name: 'announcement publish',
    key: 'POST /announcements',
    words: ['title'],
    about: 'Publishes an announcement, at once or at a time, and notifies every member.',
  },
  { name: 'announcement change', key: 'PATCH /announcements/:announcementId' },
  { name: 'announcement remove', key: 'DELETE /announcements/:announcementId' },
  { name: 'complaint list', key: 'GET /staff/complaints', columns: complaintColumns },
  { name: 'complaint show', key: 'GET /staff/complaints/:complaintId' },
  { name: 'complaint accept', key: 'POST /staff/complaints/:complaintId/accept' },
  { name: 'complaint dismiss', key: 'POST /staff/complaints/:complaintId/dismiss' },
  { name: 'complaint restore', key: 'POST /staff/complaints/:complaintId/restore', words: ['because'] },
  { name: 'complaint court', key: 'POST /staff/complaints/:complaintId/court' },
  { name: 'post list', key: 'GET /staff/forum-posts' },
  { name: 'queue undo', key: 'POST /staff/queue/:itemId/undo' },
  { name: 'queue hold', key: 'POST /staff/queue/:itemId/hold' },
  { name: 'queue ask', key: 'POST /staff/queue/:itemId/ask' },
  { name: 'queue escalate', key: 'POST /staff/queue/:itemId/escalate' },
  { name: 'template list', key: 'GET /staff/templates' },
  { name: 'template save', key: 'PUT /staff/templates', words: ['items'] },
  { name: 'banned-word try', key: 'POST /staff/banned-words/try', words: ['word'] },
  { name: 'banned-word change', key: 'PATCH /staff/banned-words/:wordId' },
  { name: 'legal show', key: 'GET /staff/legal/:key' },
  { name: 'legal publish', key: 'PUT /staff/legal/:key' },
  {
    name: 'audit find',
    key: 'GET /staff/audit',
    columns: ['createdAt', 'actor', 'action', 'targetKind', 'targetId', 'reason', 'details'],
  },
  { name: 'job give-up', key: 'DELETE /staff/jobs/:jobId' },
];

/** Staff endpoints that have a command of its own, by that command; or, in brackets, why there is none. */
export const otherwise: Readonly<Partial<Record<ContractKey, string>>> = {
  'GET /staff/forum-categories': 'category list',
  'POST /staff/forum-categories': 'category add',
  'PATCH /staff/forum-categories/:categoryId': 'category change',
  'GET /staff/gallery': 'gallery list',
  'POST /staff/gallery/:imageId/approve': 'gallery approve',
  'POST /staff/gallery/:imageId/reject': 'gallery reject',
  'PUT /staff/gallery/:imageId/featured': 'gallery feature',
  'GET /staff/queue': 'queue list',
  'GET /staff/queue/:itemId': 'queue show',
  'POST /staff/queue/:itemId/decide': 'queue approve',
  'POST /staff/queue/decisions': '(one by one: queue approve, remove, keep)',
  'POST /staff/queue/decisions/undo': '(one by one: queue undo)',
  'PUT /staff/queue/:itemId/taken': '(the sign of a page that has an item open)',
  'GET /staff/members/:profileId/restrictions': 'account restrictions',
  'PUT /staff/members/:profileId/suspension': 'account suspend',
  'DELETE /staff/members/:profileId/suspension': 'account unsuspend',
  'PUT /staff/members/:profileId/silence': 'account silence',
  'DELETE /staff/members/:profileId/silence': 'account unsilence',
  'GET /staff/banned-words': 'banned-word list',
  'POST /staff/banned-words': 'banned-word add',
  'DELETE /staff/banned-words/:wordId': 'banned-word remove',
  'GET /staff/members/:profileId': 'account show',
  'POST /staff/members/:profileId/corrections': 'credits adjust',
  'PUT /staff/members/:profileId/moderator': 'account set-role',
  'PUT /staff/members/:profileId/admin': 'account set-role',
  'GET /staff/settings': 'setting list',
  'PUT /staff/settings/:name': 'setting set',
  'POST /staff/logo': '(the picture is cropped and uploaded in the browser)',
  'GET /staff/doctor': 'doctor',
  'POST /staff/test-mail': 'doctor',
  'GET /staff/jobs': 'job list',
  'POST /staff/jobs/retry': 'job retry',
  'POST /staff/jobs/:jobId/retry': 'job retry',
};
