/** What rendering needs to know of the site. */
export interface RenderOptions {
  /** Lower-cased usernames that exist; asked for each name that a text mentions. */
  readonly knownUsernames: Pick<ReadonlySet<string>, 'has'>;
  /** Our public origin. */
  readonly siteUrl: string;
  /** Only for texts with files of their own: marks their places (`attachments.ts`). */
  readonly attachments?: boolean;
  /** Only for texts with hashtags: called with the normal form of each; returns whether it is linked. */
  readonly hashtags?: { take(tag: string): boolean };
}
