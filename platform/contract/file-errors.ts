import type { ErrorKind } from './shown-errors.ts';

/**
 * Refusals of `errors.ts` whose words the browser's part for files says by itself: before it asks, and where an answer
 * has none. Plain values, loaded with the first form that takes files.
 */
export const fileErrors = {
  file_type_refused: {
    status: 415,
    title: 'File type not supported',
    text: 'This place does not take {found}. It takes {taken}. What counts is the content of a file, not its name.',
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
  file_failed: {
    status: 409,
    title: 'File not readable',
    text: 'This file is damaged or cannot be shown. Please choose another.',
  },
  file_in_use: { status: 409, title: 'File in use', text: 'This file is part of something that you have posted.' },
  banner_not_allowed: {
    status: 403,
    title: 'Locked',
    text: 'Custom forum post banners come with the Ultimate Package or any tier.',
  },
} as const satisfies Record<string, ErrorKind>;
