/** What the texts of all content types have in common. */
export const content = {
  /** Characters of the reason why staff remove something. */
  reasonMax: 1000,
  /** Days after which what was soft-deleted is purged. */
  purgeAfterDays: 30,
} as const;

/** Emoji-free reactions: key and label, a fixed set of six. */
export const reactions = [
  { key: 'like', label: 'Like' },
  { key: 'fire', label: 'Fire' },
  { key: 'headphones', label: 'On repeat' },
  { key: 'idea', label: 'Good idea' },
  { key: 'laugh', label: 'Funny' },
  { key: 'thanks', label: 'Thanks' },
] as const;

export type ReactionKey = (typeof reactions)[number]['key'];
