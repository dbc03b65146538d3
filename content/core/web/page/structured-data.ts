import type { HeadSite } from '#platform/web/lib/page/page-head.ts';

interface Authored {
  readonly authorName: string;
  /** Null where the author has left. */
  readonly authorUsername: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
}

/** Who wrote a content and when, in the words of schema.org. */
export const authorship = (site: HeadSite, { authorName, authorUsername, createdAt, editedAt }: Authored) => ({
  datePublished: createdAt,
  ...(editedAt !== null && { dateModified: editedAt }),
  author: {
    '@type': 'Person',
    name: authorName,
    ...(authorUsername !== null && { url: `${site.url}/profile/${authorUsername}` }),
  },
});

/** How often something was done to a content, in the words of schema.org. */
export const interactions = (kind: `${string}Action`, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${kind}`,
  userInteractionCount: count,
});
