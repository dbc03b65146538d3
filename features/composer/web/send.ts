import { feed } from '#features/feed/contract/limits.ts';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import { forum } from '#features/forum/contract/limits.ts';
import type { Call } from '#platform/web/lib/call.ts';
import type { DraftChoice } from './draft-choice.ts';

/** The values that a form sends. */
export interface Written {
  readonly text: string;
  readonly fileIds: readonly string[];
  /** Covers of sounds among them. */
  readonly covers: readonly { readonly fileId: string; readonly coverFileId: string }[];
  readonly choice: DraftChoice;
  readonly submitId: string;
}

/** The created content. `notice`: why staff review it first. */
export interface Made {
  readonly id: string;
  readonly notice: string | null;
}

/** A destination of the composer, with what differs there (strategy). */
export interface ComposerPlace {
  readonly purpose: FilePurpose;
  readonly contentMax: number;
  readonly filesHint: string;
  /** The toast when it is done. */
  readonly done: { readonly title: string; readonly description: string };
  readonly heading: string;
  readonly button: string;
  readonly label: string;
  readonly placeholder: string;
  readonly send: (call: Call, written: Written) => Promise<Made>;
}

const feedPlace: ComposerPlace = {
  purpose: 'upload',
  contentMax: feed.contentMax,
  filesHint: 'Pictures, sound or video. Drop or paste them anywhere here.',
  done: { title: 'Upload successful!', description: 'Your content has been shared' },
  heading: 'New upload',
  button: 'Share',
  label: 'Your upload, in Markdown. The first line is its title.',
  placeholder: 'A title on the first line\n\nThen what you want to say. #tags and Markdown work.',
  send: (call, { text, fileIds, covers, choice, submitId }) =>
    call('POST /uploads', {
      body: {
        content: text,
        fileIds: [...fileIds],
        terms: fileIds.flatMap((fileId) => {
          const terms = choice.terms[fileId];
          return terms ? { fileId, ...terms } : [];
        }),
        covers: [...covers],
        isAdult: choice.isAdult,
        visibility: choice.visibility,
        submitId,
        ...(choice.poll && {
          poll: {
            question: choice.poll.question,
            options: choice.poll.options.filter((option) => option.trim() !== ''),
            days: choice.poll.days as 1 | 3 | 7,
          },
        }),
      },
    }),
};

const forumPlace: ComposerPlace = {
  purpose: 'forum_image',
  contentMax: forum.contentMax,
  filesHint: 'Pictures, sound or video. Dropped or pasted, they stand at the cursor.',
  done: { title: 'Post created!', description: 'Your forum post has been created' },
  heading: 'New post',
  button: 'Post',
  label: 'Your post, in Markdown. The first line is its title.',
  placeholder: 'A title on the first line\n\nThen what you want to say. Markdown works.',
  send: (call, { text, fileIds, choice, submitId }) =>
    call('POST /forum/posts', {
      body: { content: text, fileIds: [...fileIds], category: choice.category, isLocked: choice.isLocked, submitId },
    }),
};

/** Where the composer creates: uploads in the feed, posts in the forum. */
export const places = { feed: feedPlace, forum: forumPlace };
export type ComposerMode = keyof typeof places;
