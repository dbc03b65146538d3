/** Storage key of the draft of a comment. */
export const commentDraft = (uploadId: string, viewerId: string): string => `upload:${uploadId}:${viewerId}`;
