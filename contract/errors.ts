/**
 * The closed list of refusals. Every error that a door can answer stands here once: its HTTP status and, where the
 * specification names one, the toast that a person sees. A code without a title takes the title of the endpoint's own
 * failure (`failures.ts`), one without a text its text.
 *
 * Plain values: the browser may import this file at run time.
 */

import { forum, rewards } from './limits.ts';

/** What a person sees: a toast's title and text. */
export interface Toast {
  readonly title: string;
  readonly text: string;
}

/** One kind of refusal. */
export interface ErrorKind {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Toast title; without one the endpoint's failure title is used. */
  readonly title?: string;
  /** Toast text; without one the endpoint's failure text is used. */
  readonly text?: string;
}

export const errors = {
  // Shape and transport
  invalid: { status: 400, text: 'Please check the marked fields and try again.' },
  bad_json: { status: 400, text: 'The request was not valid JSON.' },
  too_large: { status: 413, text: 'That is larger than this place accepts.' },
  unsupported_media_type: { status: 415, text: 'Send the request as JSON.' },
  foreign_origin: { status: 403, text: 'This request came from another site and was refused.' },
  rate_limited: { status: 429, text: 'Too many attempts. Please wait a moment and try again.' },
  not_found: { status: 404, text: 'There is nothing at this address.' },
  internal: { status: 500 },
  unavailable: { status: 503, text: 'The server is starting or stopping. Please try again in a moment.' },

  // Who may
  sign_in_required: { status: 401, title: 'Authentication required', text: 'Please sign in to continue.' },
  verification_required: {
    status: 403,
    title: 'Verify your email',
    text: 'Please verify your email address first. The link is in your inbox; you can request a new one in settings.',
  },
  suspended: {
    status: 403,
    title: 'Account suspended',
    text: 'Your account is suspended. You can still read and manage your account.',
  },
  silenced: { status: 403, title: 'You are silenced', text: 'You cannot post at the moment. You can still read.' },
  forbidden: { status: 403, title: 'Access Denied', text: 'You do not have permission to do that.' },
  adults_only: { status: 403, title: '18+', text: 'This is for adults. Confirm your age in settings to see it.' },

  // Accounts
  invalid_credentials: { status: 401, text: 'Invalid email or password.' },
  weak_password: { status: 400, text: 'Please choose a less common password of 8 to 128 characters.' },
  username_taken: { status: 409, text: 'That username is taken. Please choose another.' },
  link_expired: { status: 410, text: 'This link has expired or was already used. Please request a new one.' },
  code_wrong: { status: 401, text: 'That code is not right or has expired.' },
  two_factor_required: { status: 401, text: 'Please enter the code of your authenticator app.' },
  two_factor_already_on: { status: 409, text: 'Two-factor sign-in is already on.' },
  two_factor_off: { status: 409, text: 'Two-factor sign-in is not on.' },
  password_required: { status: 403, text: 'Please enter your current password to confirm.' },
  last_admin: { status: 409, text: 'You are the only admin. Make somebody else admin first.' },
  provider_off: { status: 404, text: 'This way to sign in is not set up on this site.' },
  setup_closed: { status: 410, text: 'This site already has an owner.' },

  // Spam protection
  rate_limit: {
    status: 429,
    title: 'Action Blocked',
    text: 'You are posting too frequently. Please wait before posting again.',
  },
  banned_words: { status: 403, title: 'Action Blocked', text: 'Your content contains prohibited words.' },
  duplicate_post: {
    status: 409,
    title: 'Duplicate content detected',
    text: "You've already posted this content in the past hour",
  },
  duplicate_upload: {
    status: 409,
    title: 'Duplicate content detected',
    text: "You've already uploaded this content in the past hour",
  },

  // Friends
  own_profile: { status: 400, text: 'That is you.' },
  request_not_found: { status: 404, text: 'This friend request does not exist any more.' },
  friend_not_found: { status: 404, text: 'You are not friends any more.' },
  member_blocked: { status: 409, text: 'You have blocked this member. Unblock them first.' },

  // Forum
  nothing_to_upload: { status: 400, title: 'Nothing to upload', text: 'Please add some content or upload a file' },
  profile_not_found: { status: 404, title: 'Error', text: 'Profile not found' },
  post_not_found: { status: 404, title: 'Error', text: 'Post not found' },
  reply_not_found: { status: 404, title: 'Error', text: 'This reply does not exist any more.' },
  category_unknown: {
    status: 400,
    title: 'Error',
    text: 'That category does not exist any more. Please choose another.',
  },
  edit_conflict: {
    status: 409,
    title: 'Edited meanwhile',
    text: 'Somebody else changed this since you opened it. Your text is kept here; compare it with the newest version and save again.',
  },
  pin_not_allowed: {
    status: 403,
    title: 'Locked',
    text: 'Pinning your own post comes with the Ultimate Package or any tier.',
  },
  banner_not_allowed: {
    status: 403,
    title: 'Locked',
    text: 'Custom forum post banners come with the Ultimate Package or any tier.',
  },
  too_complex: { status: 400, text: 'This text nests too deeply. Please simplify its formatting.' },
  post_locked: { status: 403, title: 'Locked', text: 'This post is locked. Unlock it to read and answer it.' },
  not_locked: { status: 409, title: 'Not locked', text: 'This post is not locked any more. You can read all of it.' },
  nothing_to_lock: {
    status: 400,
    title: 'Nothing to lock',
    text: `The title and the first ${forum.previewChars} characters stay visible. Write more than that, or post without a lock.`,
  },
  own_post: { status: 409, title: 'Your own post', text: 'You cannot tip or unlock what you wrote yourself.' },
  author_gone: {
    status: 409,
    title: 'The author has left',
    text: 'The author is not on this site any more, so credits cannot reach them.',
  },
  credits_short: {
    status: 402,
    title: 'Not enough credits',
    text: `You need {needed}. Each forum post earns ${rewards.forumPost.credits}, on up to ${rewards.perDay} posts a day.`,
  },

  // Feed
  upload_not_found: { status: 404, title: 'Error', text: 'Upload not found' },
  track_not_found: { status: 404, title: 'Error', text: 'This track does not exist any more.' },
  comment_not_found: { status: 404, title: 'Error', text: 'This comment does not exist any more.' },
  poll_closed: { status: 409, title: 'Poll closed', text: 'This poll is closed. Its results stay here.' },
  poll_voted: { status: 409, title: 'Already voted', text: 'You have voted in this poll. A vote cannot be changed.' },
  play_too_soon: { status: 409, title: 'Too soon', text: 'This was not heard for long enough to count as a play.' },

  // Files
  file_type_refused: {
    status: 415,
    title: 'File type not supported',
    text: 'This place does not take {found}. What counts is the content of a file, not its name.',
  },
  file_too_large: { status: 413, title: 'File too large', text: 'Files must be under {max}.' },
  file_empty: { status: 400, title: 'Empty file', text: 'This file has no content.' },
  quota_exceeded: {
    status: 413,
    title: 'No room left',
    text: 'Your files may take {max} together. Remove some to make room.',
  },
  storage_full: {
    status: 507,
    title: 'The site is full',
    text: 'There is no room for this file at the moment. The operator can see this; please try again later.',
  },
  storage_gone: {
    status: 503,
    title: 'Files cannot be reached',
    text: 'The file storage does not answer at the moment. Please try again in a moment.',
  },
  upload_expired: {
    status: 410,
    title: 'Upload expired',
    text: 'This upload was not finished within a day and is gone. Please start it again.',
  },
  upload_conflict: {
    status: 409,
    title: 'Uploaded twice',
    text: 'This upload goes on somewhere else: in another tab, or in a try that has not ended yet.',
  },
  upload_malformed: { status: 400, text: 'This is not a request of the tus protocol, version 1.0.0.' },
  too_many_uploads: {
    status: 429,
    title: 'Too many uploads at once',
    text: 'At most {max} uploads can wait for their end. Finish or cancel one of them first.',
  },
  file_not_usable: {
    status: 409,
    title: 'File not available',
    text: 'A file is not there any more, or is in use already. Please upload it again.',
  },
  file_in_use: { status: 409, title: 'File in use', text: 'This file is part of something that you have posted.' },

  // Staff
  already_decided: {
    status: 409,
    title: 'Already decided',
    text: 'Somebody else of the staff has decided this already.',
  },
  staff_protected: { status: 403, title: 'Access Denied', text: 'Moderators cannot do that to staff.' },
} as const satisfies Record<string, ErrorKind>;

/** The stable code of a refusal, as programs read it. */
export type ErrorCode = keyof typeof errors;

/** A refusal on the wire: `application/problem+json` (RFC 9457) with a stable `code`. */
export interface Problem {
  readonly type: 'about:blank';
  readonly status: number;
  readonly code: ErrorCode;
  readonly title: string;
  readonly detail: string;
  /** Messages by field name, for `invalid`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values that the text was made with, or that a program needs (`retryAfter` in seconds, `minutes`, …). */
  readonly meta?: Readonly<Record<string, string | number | boolean>>;
  readonly requestId?: string;
}
