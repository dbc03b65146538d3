import type { QueueCan, QueueItem } from '#content/moderation/contract/endpoints.ts';

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

/** The decisions that the server takes about an item from this member of staff, with the labels of their buttons. */
export function choicesOf(item: Pick<QueueItem, 'state' | 'subject'> & { readonly can: QueueCan }): {
  readonly yes: { readonly decision: 'approve' | 'keep'; readonly label: string } | null;
  readonly no: string | null;
} {
  const { visibility, kind } = item.subject;
  const { can } = item;
  const [granted, refused] =
    kind === 'appeal'
      ? ['Take the decision back', 'Uphold the decision']
      : ['Approve', visibility === 'held' ? 'Reject' : 'Remove'];
  const yes = can.approve
    ? ({ decision: 'approve', label: granted } as const)
    : can.keep
      ? ({ decision: 'keep', label: 'Keep' } as const)
      : null;
  return { yes, no: can.remove ? refused : null };
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

/** Whether a decision can be taken back in the queue: what is taken from a profile is gone, and a question is answered once. */
export const canUndo = (kind: string, decision: string): boolean =>
  !isQuestion(kind) && !(kind === 'profile' && decision === 'remove');

/** The keys of the queue, as `?` shows them. */
export const keys = [
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['a', 'Approve or keep'],
  ['r', 'Reject or remove, with a reason'],
  ['h', 'Hold'],
  ['c', 'Ask the author to change it'],
  ['e', 'Hand to admins'],
  ['s', 'This is a spammer: remove all, suspend the account'],
  ['x', 'Select the item, to decide about several at once'],
  ['X', 'Select every item of the list, up to 30'],
  ['Esc', 'Select nothing'],
  ['Ctrl Enter', 'Send the reason'],
  ['z', 'Undo the last decision'],
  ['?', 'Show the keys'],
] as const;
