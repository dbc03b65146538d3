/** Where the draft of a reply is kept: one for each post and member. */
export const replyDraft = (postId: string, profileId: string): string => `forum:reply:${postId}:${profileId}`;
