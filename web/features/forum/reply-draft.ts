/** Storage key of the draft of a reply: one for each post and member. */
export const replyDraft = (postId: string, profileId: string): string => `forum:reply:${postId}:${profileId}`;
