import { rewards } from '#people/ledger/contract/limits.ts';

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

/** Shown where neither a code nor an endpoint has words of its own. */
export const generalFailure: Toast = { title: 'Error', text: 'Something went wrong. Please try again.' };

/** Shown where a file did not arrive and no answer says why (part 1 §8). */
export const transferFailure: Toast = { title: 'Upload failed', text: 'Please try again' };

/** As `transferFailure`, for a banner's image. */
export const bannerTransferFailure: Toast = { title: 'Error', text: 'Failed to upload banner' };

/**
 * Refusals of `errors.ts` whose words pages show by themselves: why a form is not there, what would be refused. Plain
 * values: the browser imports this file at run time, on every page.
 */
export const shownErrors = {
  sign_in_required: { status: 401, title: 'Authentication required', text: 'Please sign in to continue.' },
  rate_limited: { status: 429, text: 'Too many attempts. Please wait a moment and try again.' },
  sharing_sign_in: { status: 401, title: 'Authentication Required', text: 'Please sign in to continue.' },
  track_like_sign_in: { status: 401, title: 'Authentication Required', text: 'Please sign in to like tracks' },
  item_like_sign_in: { status: 401, title: 'Authentication Required', text: 'Please sign in to like this' },
  like_sign_in: { status: 401, title: 'Authentication Required', text: 'Please sign in to like images' },
  verification_required: {
    status: 403,
    title: 'Verify your email',
    text: 'Please verify your email address first. The link is in your inbox; you can request a new one in settings.',
  },
  two_factor_setup_required: {
    status: 403,
    title: 'Set up two-factor sign-in',
    text: 'Staff of this site sign in with two factors. Set it up in settings, under Account; until then you have no rights here.',
  },
  suspended: {
    status: 403,
    title: 'Account suspended',
    text: 'Your account is suspended. You can still read and manage your account.',
  },
  silenced: { status: 403, title: 'You are silenced', text: 'You cannot post at the moment. You can still read.' },
  terms_acceptance_required: {
    status: 403,
    title: 'The terms have changed',
    text: 'Please read and accept them to post again.',
  },
  secret_link_unknown: {
    status: 404,
    title: 'This link opens nothing',
    text: 'It has expired, was revoked, or is not complete. Please ask whoever sent it for another one.',
  },
  invitation_required: {
    status: 403,
    title: 'By invitation',
    text: 'You need an invitation to sign up here. Ask a member of the staff for a link.',
  },
  nothing_to_upload: { status: 400, title: 'Nothing to upload', text: 'Please add some content or upload a file' },
  post_locked: { status: 403, title: 'Locked', text: 'This post is locked. Unlock it to read and answer it.' },
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
} as const satisfies Record<string, ErrorKind>;
