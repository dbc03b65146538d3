import type { QueueItem } from '#content/moderation/contract/endpoints.ts';

/** Labels of the kinds of content in the queue. */
export const kindNames: Readonly<Record<string, string>> = {
  forum_post: 'Forum post',
  post_reply: 'Forum reply',
  upload: 'Upload',
  upload_comment: 'Comment',
  gallery_image: 'Image',
  song: 'Song',
  drumkit: 'Drumkit',
  editing_pack: 'Editing pack',
  leak: 'Leak',
  self_promotion_post: 'Self-promotion post',
  spotify_showcase: 'Spotify showcase',
  listening_party: 'Listening party',
  chat_message: 'Chat message',
  profile: 'Profile',
  complaint: 'Complaint',
  appeal: 'Appeal',
};

/** A kind in words; a reply to something shared is a reply. */
export const kindName = (kind: string): string =>
  kindNames[kind] ?? (kind.endsWith('_reply') ? 'Reply' : kind.replaceAll('_', ' '));

/** Why members report something. */
const reasonNames: Readonly<Record<string, string>> = {
  spam: 'Spam',
  abuse: 'Abuse',
  private_information: 'Private information',
  adult: '18+',
  copyright: 'Copyright',
  other: 'Other',
};

/** A reason of a report in words. */
export const reasonName = (reason: string): string => reasonNames[reason] ?? reason;

/** Complaints and appeals ask something about a content; they wait for a decision, and are no content themselves. */
export const isQuestion = (kind: string): boolean => kind === 'appeal' || kind === 'complaint';

/** Who sees a content that not everybody sees. */
export const visibilityNames: Readonly<Record<string, string>> = {
  held: 'Held',
  removed: 'Removed',
  deleted: 'Deleted',
};

/** The possible decisions about an item, with the labels of their buttons. */
export function choicesOf(item: Pick<QueueItem, 'state' | 'subject'>): {
  readonly yes: { readonly decision: 'approve' | 'keep'; readonly label: string } | null;
  readonly no: string | null;
  readonly canHold: boolean;
} {
  if (item.state !== 'open') return { yes: null, no: null, canHold: false };
  const { visibility, kind } = item.subject;
  if (kind === 'appeal')
    return { yes: { decision: 'approve', label: 'Take the decision back' }, no: 'Uphold the decision', canHold: false };
  if (visibility === 'held') return { yes: { decision: 'approve', label: 'Approve' }, no: 'Reject', canHold: false };
  const isThere = visibility === 'published';
  return {
    yes: { decision: 'keep', label: 'Keep' },
    no: isThere ? 'Remove' : null,
    canHold: isThere && kind !== 'profile',
  };
}

/** Decisions in the past tense. */
const decisionNames = {
  approve: 'Approved',
  remove: 'Removed',
  keep: 'Kept',
  obsolete: 'Nothing to decide',
} as const;

/** The label of a decision about an item: an appeal is granted or turned down. */
export function decisionName(kind: string, decision: keyof typeof decisionNames): string {
  if (kind !== 'appeal') return decisionNames[decision];
  return decision === 'approve' ? 'Appeal granted' : 'Decision upheld';
}

/** Whether a decided item can be opened again in the queue. */
export const canUndo = (kind: string): boolean => kind !== 'appeal' && kind !== 'complaint';

/** The keys of the queue, as `?` shows them. */
export const keys = [
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['a', 'Approve or keep'],
  ['r', 'Reject or remove, with a reason'],
  ['h', 'Hold'],
  ['e', 'Hand to admins'],
  ['z', 'Undo the last decision'],
  ['?', 'Show the keys'],
] as const;
